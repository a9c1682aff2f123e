package main

import (
	"net/http"
	"net/url"
	"strings"
)

// Payment intents report a missing or invalid key in "error", other routes in "message".
var (
	inError   = object{"error": "Unauthorized"}
	inMessage = object{"message": "Unauthorized"}
)

// A route has exactly one of the functions create, retrieve and list.
type route struct {
	method       string
	path         string // ends with a slash if an id follows
	unauthorized object // the body of a 401
	create       func(*environment, object) answer
	retrieve     func(*environment, string) answer
	list         func(*environment, url.Values) answer
}

var routes = []route{
	{method: "POST", path: "/v1/payment-intents", unauthorized: inError, create: createIntent},
	{method: "GET", path: "/v1/payment-intents/", unauthorized: inError, retrieve: retrieveIntent},
	{method: "POST", path: "/v1/disbursements", unauthorized: inMessage, create: createDisbursement},
	{method: "GET", path: "/v1/disbursement/", unauthorized: inMessage, retrieve: retrieve("disbursement")},
	{method: "POST", path: "/v1/remittance", unauthorized: inMessage, create: createRemittance},
	{method: "GET", path: "/v1/remittance/", unauthorized: inMessage, retrieve: retrieve("remittance")},
	{method: "GET", path: "/v1/remittance", unauthorized: inMessage, list: listRemittances},
}

func api(m *merchants) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, rt := range routes {
			if id, ok := rt.match(r); ok {
				rt.answer(m, r, id).write(w)
				return
			}
		}
		notFound("route").write(w)
	})
}

// match reports whether the route serves the request, and returns the id in the path, if the route has one.
func (rt route) match(r *http.Request) (id string, ok bool) {
	if r.Method != rt.method {
		return "", false
	}
	if rt.retrieve == nil {
		return "", r.URL.Path == rt.path
	}
	id = strings.TrimPrefix(r.URL.Path, rt.path)
	return id, id != r.URL.Path && id != "" && !strings.Contains(id, "/")
}

func (rt route) answer(m *merchants, r *http.Request, id string) answer {
	env := m.withKey(bearer(r))
	if env == nil {
		return answer{http.StatusUnauthorized, rt.unauthorized}
	}
	var body object
	if rt.create != nil {
		var err error
		if body, err = readBody(r); err != nil {
			return notJSON
		}
	}
	env.mu.Lock()
	defer env.mu.Unlock()
	switch {
	case rt.create != nil:
		return rt.create(env, body)
	case rt.list != nil:
		return rt.list(env, r.URL.Query())
	default:
		return rt.retrieve(env, id)
	}
}

// bearer returns the key of a request, or "" if it has none.
func bearer(r *http.Request) string {
	scheme, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(key)
}
