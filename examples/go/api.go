package main

import (
	"net/http"
	"net/url"
	"strings"
)

// The refusals of a missing or invalid key.
var (
	message = object{"message": "Unauthorized"}
	failure = object{"error": "Unauthorized"}
)

// A route answers one method below one path. Only one of its functions is set.
type route struct {
	method       string
	path         string // with a slash at its end, if an id follows
	unauthorized object
	create       func(*books, object) answer
	retrieve     func(*books, string) answer
	list         func(*books, url.Values) answer
}

var routes = []route{
	{method: "POST", path: "/v1/payment-intents", unauthorized: failure, create: createIntent},
	{method: "GET", path: "/v1/payment-intents/", unauthorized: failure, retrieve: retrieveIntent},
	{method: "POST", path: "/v1/disbursements", unauthorized: message, create: createDisbursement},
	{method: "GET", path: "/v1/disbursement/", unauthorized: message, retrieve: retrieve("disbursement")},
	{method: "POST", path: "/v1/remittance", unauthorized: message, create: createRemittance},
	{method: "GET", path: "/v1/remittance/", unauthorized: message, retrieve: retrieve("remittance")},
	{method: "GET", path: "/v1/remittance", unauthorized: message, list: listRemittances},
}

func api(m *merchants) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, route := range routes {
			if id, matches := route.match(r); matches {
				route.answer(m, r, id).write(w)
				return
			}
		}
		notFound("route").write(w)
	})
}

// match returns the id in the path, if the route has one.
func (route route) match(r *http.Request) (id string, matches bool) {
	if r.Method != route.method {
		return "", false
	}
	if route.retrieve == nil {
		return "", r.URL.Path == route.path
	}
	id = strings.TrimPrefix(r.URL.Path, route.path)
	return id, id != r.URL.Path && id != "" && !strings.Contains(id, "/")
}

func (route route) answer(m *merchants, r *http.Request, id string) answer {
	b := m.withKey(bearer(r))
	if b == nil {
		return answer{http.StatusUnauthorized, route.unauthorized}
	}
	var body object
	if route.create != nil {
		var err error
		if body, err = readBody(r); err != nil {
			return answer{http.StatusBadRequest, object{"message": "the body is not JSON"}}
		}
	}
	b.Lock()
	defer b.Unlock()
	switch {
	case route.create != nil:
		return route.create(b, body)
	case route.list != nil:
		return route.list(b, r.URL.Query())
	}
	return route.retrieve(b, id)
}

// bearer returns the key of a request, "" if it has none.
func bearer(r *http.Request) string {
	scheme, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(key)
}
