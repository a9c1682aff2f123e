package main

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// executionTime is the time that the simulated operator takes.
const executionTime = 30 * time.Second

// A payout is a disbursement (§2.3) or a remittance (§2.4).
type payout struct {
	ID               string    `json:"id"`
	Object           string    `json:"object"`
	Amount           int64     `json:"amount"`
	Currency         string    `json:"currency"`
	Status           string    `json:"status"`
	FirstName        string    `json:"firstName"`
	LastName         string    `json:"lastName"`
	OperatorName     string    `json:"operatorName"`
	Country          string    `json:"country"`
	Phone            string    `json:"phone"`
	Type             int       `json:"type"`
	ShouldExecutedAt time.Time `json:"shouldExecutedAt"`
	CreatedAt        time.Time `json:"createdAt"`
	UpdatedAt        time.Time `json:"updatedAt"`
}

var recipientFields = []field{
	{"currency", currency},
	{"first_name", text},
	{"last_name", text},
	{"payment_method_data", jsonObject},
	{"payment_method_data.type", oneOf("momo")},
	{"payment_method_data.momo", jsonObject},
	{"payment_method_data.momo.msisdn", msisdn},
	{"payment_method_data.momo.country", oneOf("CF", "CG", "CM", "GA", "GQ", "TD")},
	{"payment_method_data.momo.operator_name", oneOf("mtn", "airtel")},
}

var disbursementFields = append([]field{{"amount", amount}}, recipientFields...)

// The amount of a remittance is a string (§4.4).
var remittanceFields = append([]field{
	{"amount", amountText},
	{"metadata", optional(jsonObject)},
}, recipientFields...)

func createDisbursement(env *environment, body object) answer {
	if refusal := invalid(http.StatusBadRequest, body, disbursementFields); refusal != nil {
		return *refusal
	}
	return env.send("disbursement", "wt_", int64(body["amount"].(float64)), body)
}

func createRemittance(env *environment, body object) answer {
	if refusal := invalid(http.StatusBadRequest, body, remittanceFields); refusal != nil {
		return *refusal
	}
	amount, _ := strconv.ParseInt(textAt(body, "amount"), 10, 64)
	return env.send("remittance", "rem_", amount, body)
}

func (env *environment) send(kind, prefix string, amount int64, body object) answer {
	if amount > env.funds {
		return answer{http.StatusPaymentRequired, object{"message": "insufficient funds"}}
	}
	env.funds -= amount
	now := time.Now().UTC()
	sent := &payout{
		ID:               prefix + randomText(12),
		Object:           kind,
		Amount:           amount,
		Currency:         strings.ToLower(textAt(body, "currency")),
		Status:           "processing",
		FirstName:        textAt(body, "first_name"),
		LastName:         textAt(body, "last_name"),
		OperatorName:     textAt(body, "payment_method_data.momo.operator_name"),
		Country:          strings.ToLower(textAt(body, "payment_method_data.momo.country")),
		Phone:            textAt(body, "payment_method_data.momo.msisdn"),
		Type:             1,
		ShouldExecutedAt: now,
		CreatedAt:        now,
		UpdatedAt:        now,
	}
	env.payouts = append(env.payouts, sent)
	return success(*sent) // a copy, since it is encoded after the lock is released
}

// find returns the payout of that kind and id, or nil. No background job executes payouts: one succeeds when it is read after
// executionTime.
func (env *environment) find(kind, id string) *payout {
	for _, sent := range env.payouts {
		if sent.Object == kind && sent.ID == id {
			if time.Since(sent.CreatedAt) > executionTime {
				env.settle(sent, "succeeded")
			}
			return sent
		}
	}
	return nil
}

// settle ends a payout that is still processing. Unless it succeeded, the merchant gets the money back.
func (env *environment) settle(sent *payout, status string) {
	if sent.Status != "processing" {
		return
	}
	sent.Status = status
	sent.UpdatedAt = time.Now().UTC()
	if status != "succeeded" {
		env.funds += sent.Amount
	}
}

func retrieve(kind string) func(*environment, string) answer {
	return func(env *environment, id string) answer {
		if sent := env.find(kind, id); sent != nil {
			return success(*sent)
		}
		return notFound(kind)
	}
}

// listRemittances returns one page, newest first.
func listRemittances(env *environment, query url.Values) answer {
	limit, page := positive(query.Get("limit"), 10), positive(query.Get("page"), 1)
	if limit > 100 {
		limit = 100
	}
	total := 0
	data := []payout{}
	for i := len(env.payouts) - 1; i >= 0; i-- {
		if env.payouts[i].Object != "remittance" {
			continue
		}
		if total/limit == page-1 {
			data = append(data, *env.payouts[i])
		}
		total++
	}
	pages := (total + limit - 1) / limit
	return success(object{"data": data, "meta": object{"total": total, "page": page, "limit": limit, "pages": pages}})
}

// positive parses a number of at least 1, and returns the fallback for anything else.
func positive(text string, fallback int) int {
	if number, err := strconv.Atoi(text); err == nil && number > 0 {
		return number
	}
	return fallback
}
