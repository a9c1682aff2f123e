package main

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// A rule returns its name if a value breaks it, and "" otherwise. An absent value is nil.
type rule func(value any) string

// A field of a body has a dotted path and a rule.
type field struct {
	path string
	rule rule
}

func required(name string, accepts func(any) bool) rule {
	return func(value any) string {
		switch {
		case value == nil:
			return "required"
		case accepts(value):
			return ""
		default:
			return name
		}
	}
}

func optional(r rule) rule {
	return func(value any) string {
		if value == nil {
			return ""
		}
		return r(value)
	}
}

func oneOf(words ...string) rule {
	return required("enum", func(value any) bool {
		for _, word := range words {
			if value == word {
				return true
			}
		}
		return false
	})
}

func pattern(name, expression string) rule {
	compiled := regexp.MustCompile(expression)
	return required(name, func(value any) bool {
		text, ok := value.(string)
		return ok && compiled.MatchString(text)
	})
}

// isAmount reports whether a number is an amount in whole francs. The maximum keeps sums exact.
func isAmount(number float64) bool {
	return number == math.Trunc(number) && number > 0 && number <= 1_000_000_000
}

var (
	text       = pattern("string", `^(?s).+$`)
	msisdn     = pattern("msisdn", `^\d{8,15}$`)
	currency   = pattern("currency", `^(?i)xaf$`)
	jsonObject = required("object", func(value any) bool { _, ok := value.(object); return ok })
	amount     = required("amount", func(value any) bool {
		number, ok := value.(float64)
		return ok && isAmount(number)
	})
	fundsAmount = required("amount", func(value any) bool {
		number, ok := value.(float64)
		return ok && (number == 0 || isAmount(number))
	})
	amountText = required("amount", func(value any) bool {
		text, _ := value.(string)
		number, err := strconv.ParseUint(text, 10, 63)
		return err == nil && isAmount(float64(number))
	})
)

// at returns the value at a dotted path, or nil.
func at(body object, path string) any {
	var value any = body
	for _, name := range strings.Split(path, ".") {
		within, _ := value.(object)
		value = within[name]
	}
	return value
}

// textAt returns the string at a dotted path, or "".
func textAt(body object, path string) string {
	text, _ := at(body, path).(string)
	return text
}

// invalid returns the refusal of a body that breaks a rule (§7.1), or nil if it breaks none.
func invalid(status int, body object, fields []field) *answer {
	var errors []object
	for _, field := range fields {
		if broken := field.rule(at(body, field.path)); broken != "" {
			errors = append(errors, object{
				"rule": broken, "field": field.path, "message": broken + " validation failed",
			})
		}
	}
	if errors == nil {
		return nil
	}
	return &answer{status, object{"errors": errors}}
}
