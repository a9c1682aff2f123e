package main

import (
	"net/http"
	"strings"
	"time"
)

// A paymentIntent has the fields that its retrieval shows (§2.1): client_secret in snake_case, unlike in the creation.
type paymentIntent struct {
	ID           string `json:"id"`
	Label        string `json:"label"`
	Amount       int64  `json:"amount"`
	Currency     string `json:"currency"`
	Status       string `json:"status"`
	ClientSecret string `json:"client_secret"`
}

var intentFields = []field{
	{"amount", amount},
	{"currency", currency},
	{"description", optional(text)},
	{"metadata", optional(jsonObject)},
}

func createIntent(env *environment, body object) answer {
	if refusal := invalid(http.StatusUnprocessableEntity, body, intentFields); refusal != nil {
		return *refusal
	}
	id := "pi_" + randomText(12)
	intent := &paymentIntent{
		ID:           id,
		Label:        "payment_intent",
		Amount:       int64(body["amount"].(float64)),
		Currency:     strings.ToLower(textAt(body, "currency")),
		Status:       "requires_payment_method",
		ClientSecret: id + "_secret_" + randomText(8),
	}
	env.intents[id] = intent
	now := time.Now().UTC().Format(time.RFC3339Nano)
	return success(object{
		"id":           id,
		"label":        intent.Label,
		"amount":       intent.Amount,
		"currency":     intent.Currency,
		"description":  body["description"],
		"metadata":     body["metadata"],
		"accountId":    env.accountID,
		"liveMode":     env.live,
		"clientSecret": intent.ClientSecret,
		"createdAt":    now,
		"updatedAt":    now,
	})
}

func retrieveIntent(env *environment, id string) answer {
	if intent, ok := env.intents[id]; ok {
		return success(intent)
	}
	return notFound("payment intent")
}
