// Command paymentservice serves the API, and control on its own port.
package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
)

func main() {
	merchants := newMerchants()
	first := merchants.register(os.Getenv("TEST_KEY"), sandboxFunds)
	if os.Getenv("TEST_KEY") == "" {
		fmt.Println("test key:", first.keys["test"])
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	failed := make(chan error)
	listen("payment host", port, api(merchants), failed)
	// Control needs no key: start it in test environments only.
	if port := os.Getenv("CONTROL_PORT"); port != "" {
		listen("control", port, control(merchants), failed)
	}
	log.Fatal(<-failed)
}

// listen serves on the loopback interface.
func listen(name, port string, handler http.Handler, failed chan<- error) {
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: http://%s\n", name, listener.Addr())
	go func() { failed <- http.Serve(listener, handler) }()
}
