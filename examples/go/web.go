package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

type object = map[string]any

// An answer is the response of a route: a status and a JSON body.
type answer struct {
	status int
	body   any
}

func success(body any) answer { return answer{http.StatusOK, body} }

func notFound(resource string) answer {
	return answer{http.StatusNotFound, object{"message": resource + " not found"}}
}

var notJSON = answer{http.StatusBadRequest, object{"message": "the body is not JSON"}}

func (a answer) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.status)
	_ = json.NewEncoder(w).Encode(a.body) // Fails only if the client has gone.
}

// readBody returns the fields of the body, none if it is JSON but not an object, and io.EOF if there is no body.
func readBody(r *http.Request) (object, error) {
	decoder := json.NewDecoder(r.Body)
	var body any
	if err := decoder.Decode(&body); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("more than one JSON value")
	}
	fields, _ := body.(object)
	return fields, nil
}
