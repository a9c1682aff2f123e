package main

import (
	"io"
	"net/http"
	"strings"
)

var operations = []string{"createMerchant", "regenerateKey", "settleDisbursement"}

// control creates the states that payconform needs and that no request of the API creates.
func control(m *merchants) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		operate(m, r).write(w)
	})
}

func operate(m *merchants, r *http.Request) answer {
	if r.Method == "GET" && r.URL.Path == "/" {
		return success(object{"protocol": "payconform-control", "version": 1, "operations": operations})
	}
	path := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	if r.Method != "POST" || path[0] != "merchants" {
		return notFound("operation")
	}
	body, err := readBody(r)
	if err != nil && err != io.EOF { // A body is optional.
		return notJSON
	}
	if len(path) == 1 {
		return createMerchant(m, body)
	}
	owner := m.withAccount(path[1])
	switch {
	case owner == nil:
		return notFound("merchant")
	case len(path) == 3 && path[2] == "keys":
		return regenerateKey(m, owner, body)
	case len(path) == 5 && path[2] == "disbursements" && path[4] == "settle":
		return settleDisbursement(owner, path[3], body)
	}
	return notFound("operation")
}

func createMerchant(m *merchants, body object) answer {
	fields := []field{{"funds", optional(fundsAmount)}}
	for name := range body {
		if name != "funds" { // Never ignore a field: payconform would expect a state that does not exist.
			fields = append(fields, field{name, func(any) string { return "unsupported" }})
		}
	}
	if refusal := invalid(http.StatusUnprocessableEntity, body, fields); refusal != nil {
		return *refusal
	}
	funds := int64(sandboxFunds)
	if given, ok := body["funds"].(float64); ok {
		funds = int64(given)
	}
	created := m.register("", funds)
	return answer{http.StatusCreated, object{"accountId": created.accountID, "keys": created.keys}}
}

func regenerateKey(m *merchants, owner *merchant, body object) answer {
	modes := []field{{"mode", oneOf("test", "live")}}
	if refusal := invalid(http.StatusUnprocessableEntity, body, modes); refusal != nil {
		return *refusal
	}
	mode := textAt(body, "mode")
	return success(object{"mode": mode, "key": m.replaceKey(owner, mode)})
}

func settleDisbursement(owner *merchant, id string, body object) answer {
	statuses := []field{{"status", oneOf("succeeded", "failed", "canceled")}}
	if refusal := invalid(http.StatusUnprocessableEntity, body, statuses); refusal != nil {
		return *refusal
	}
	status := textAt(body, "status")
	for _, env := range owner.environments {
		switch actual := env.settleDisbursement(id, status); actual {
		case "": // It is in the other environment, or does not exist.
		case status:
			return success(object{"id": id, "status": status})
		default:
			return answer{http.StatusUnprocessableEntity, object{"message": "the disbursement is " + actual}}
		}
	}
	return notFound("disbursement")
}

// settleDisbursement returns the status of the disbursement afterwards, or "" if there is none of that id.
func (env *environment) settleDisbursement(id, status string) string {
	env.mu.Lock()
	defer env.mu.Unlock()
	sent := env.find("disbursement", id)
	if sent == nil {
		return ""
	}
	env.settle(sent, status)
	return sent.Status
}
