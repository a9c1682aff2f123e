package main

import (
	"net/http"
	"strings"
	"time"
)

// A payment intent (2.1), as its retrieval shows it.
type paymentIntent struct {
	ID           string  `json:"id"`
	Label        string  `json:"label"`
	Amount       float64 `json:"amount"`
	Currency     string  `json:"currency"`
	Status       string  `json:"status"`
	ClientSecret string  `json:"client_secret"`
}

var intentFields = []field{
	{"amount", amount},
	{"currency", currency},
	{"description", optional(text)},
	{"metadata", optional(jsonObject)},
}

func createIntent(b *books, body object) answer {
	if refusal := invalid(http.StatusUnprocessableEntity, body, intentFields); refusal != nil {
		return *refusal
	}
	id := "pi_" + randomText(12)
	intent := &paymentIntent{
		ID:           id,
		Label:        "payment_intent",
		Amount:       body["amount"].(float64),
		Currency:     strings.ToLower(textAt(body, "currency")),
		Status:       "requires_payment_method",
		ClientSecret: id + "_secret_" + randomText(8),
	}
	b.intents[id] = intent
	now := time.Now().UTC().Format(time.RFC3339Nano)
	return ok(object{
		"id":           id,
		"label":        intent.Label,
		"amount":       intent.Amount,
		"currency":     intent.Currency,
		"description":  body["description"],
		"metadata":     body["metadata"],
		"accountId":    b.accountID,
		"liveMode":     b.live,
		"clientSecret": intent.ClientSecret,
		"createdAt":    now,
		"updatedAt":    now,
	})
}

func retrieveIntent(b *books, id string) answer {
	if intent, found := b.intents[id]; found {
		return ok(intent)
	}
	return notFound("payment intent")
}
