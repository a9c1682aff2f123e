// Tests of a client with the emulator, for `go test`.
package payments

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

type emulator struct {
	PaymentURL string `json:"paymentUrl"`
	Merchants  []struct{ Keys struct{ Test string } }
}

// start starts an emulator on free ports. It ends with the test, or with this process, even if that is killed.
func start(t *testing.T) (started emulator) {
	command := strings.Fields(os.Getenv("PAYCONFORM"))
	if len(command) == 0 {
		command = []string{"npx", "payconform"}
	}
	process := exec.Command(command[0], append(command[1:], "emulate", "--until-stdin-ends")...)
	stdin, _ := process.StdinPipe()
	stdout, _ := process.StdoutPipe()
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stdin.Close(); process.Wait() })
	if err := json.NewDecoder(stdout).Decode(&started); err != nil {
		t.Fatal(err)
	}
	return started
}

func TestAPaymentIsCreated(t *testing.T) {
	e := start(t)
	body := bytes.NewBufferString(`{"amount": 5000, "currency": "xaf"}`)
	request, _ := http.NewRequest("POST", e.PaymentURL+"/v1/payment-intents", body)
	request.Header.Set("Authorization", "Bearer "+e.Merchants[0].Keys.Test)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil || answer.StatusCode != 200 {
		t.Fatal(err, answer)
	}
}
