// A payment service: the API, and control on a port of its own.
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
	ended := make(chan error)
	listen("payment host", port, api(merchants), ended)
	// Control creates merchants for anybody who asks: test environments only.
	if port := os.Getenv("CONTROL_PORT"); port != "" {
		listen("control", port, control(merchants), ended)
	}
	log.Fatal(<-ended)
}

// listen serves on the loopback interface.
func listen(name, port string, handler http.Handler, ended chan<- error) {
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: http://%s\n", name, listener.Addr())
	go func() { ended <- http.Serve(listener, handler) }()
}
