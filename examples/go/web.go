package main

import (
	"encoding/json"
	"net/http"
)

type object = map[string]any

// An answer is what a route returns: a status and a body.
type answer struct {
	status int
	body   any
}

func ok(body any) answer { return answer{http.StatusOK, body} }

func notFound(what string) answer {
	return answer{http.StatusNotFound, object{"message": what + " not found"}}
}

func (a answer) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.status)
	_ = json.NewEncoder(w).Encode(a.body) // The client may have gone.
}

// readBody returns the body as an object, an empty one if it is another kind of JSON.
func readBody(r *http.Request) (object, error) {
	var body any
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return nil, err
	}
	fields, _ := body.(object)
	return fields, nil
}
