package main

import (
	"net/http"
	"strings"
)

var operations = []string{"createMerchant", "regenerateKey", "settleDisbursement"}

// control creates states that no request of the API creates, for payconform. An operation does everything in its body, or
// refuses.
func control(m *merchants) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		operate(m, r).write(w)
	})
}

func operate(m *merchants, r *http.Request) answer {
	path := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	if r.Method == "GET" && r.URL.Path == "/" {
		return ok(object{"protocol": "payconform-control", "version": 1, "operations": operations})
	}
	if r.Method != "POST" || path[0] != "merchants" {
		return notFound("operation")
	}
	body, _ := readBody(r) // No body is an empty one.
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
		return settleDisbursement(m, owner, path[3], body)
	}
	return notFound("operation")
}

func createMerchant(m *merchants, body object) answer {
	fields := []field{}
	funds := int64(sandboxFunds)
	for name, value := range body {
		if amount, is := value.(float64); name == "funds" && is && (amount == 0 || isAmount(amount)) {
			funds = int64(amount)
		} else {
			fields = append(fields, field{name, func(any) string { return "unsupported" }})
		}
	}
	if refusal := invalid(http.StatusUnprocessableEntity, body, fields); refusal != nil {
		return *refusal
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
	return ok(object{"mode": mode, "key": m.replaceKey(owner, mode)})
}

func settleDisbursement(m *merchants, owner *merchant, id string, body object) answer {
	statuses := []field{{"status", oneOf("succeeded", "failed", "canceled")}}
	if refusal := invalid(http.StatusUnprocessableEntity, body, statuses); refusal != nil {
		return *refusal
	}
	status := textAt(body, "status")
	for _, mode := range []string{"test", "live"} {
		b := m.withKey(owner.keys[mode])
		b.Lock()
		defer b.Unlock()
		if sent := b.find("disbursement", id); sent != nil {
			b.settle(sent, status)
			if sent.Status != status {
				return answer{http.StatusUnprocessableEntity, object{"message": "the disbursement is " + sent.Status}}
			}
			return ok(object{"id": id, "status": status})
		}
	}
	return notFound("disbursement")
}
