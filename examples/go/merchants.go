package main

import (
	"crypto/rand"
	"encoding/hex"
	"sync"
)

const sandboxFunds = 10_000_000

// A merchant has a test key and a live key, and separate books for each.
type merchant struct {
	accountID string
	keys      map[string]string
}

// books are what belongs to one key. Requests hold the lock while they read or change them.
type books struct {
	sync.Mutex
	accountID string
	live      bool
	funds     int64
	intents   map[string]*paymentIntent
	payouts   []*payout // oldest first
}

type merchants struct {
	sync.Mutex
	byAccount map[string]*merchant
	byKey     map[string]*books
}

func newMerchants() *merchants {
	return &merchants{byAccount: map[string]*merchant{}, byKey: map[string]*books{}}
}

// register creates a merchant; an empty key means a new one.
func (m *merchants) register(testKey string, funds int64) *merchant {
	if testKey == "" {
		testKey = newKey("test")
	}
	created := &merchant{"acct_" + randomText(12), map[string]string{"test": testKey, "live": newKey("live")}}
	m.Lock()
	defer m.Unlock()
	m.byAccount[created.accountID] = created
	for mode, key := range created.keys {
		m.byKey[key] = &books{
			accountID: created.accountID,
			live:      mode == "live",
			funds:     funds,
			intents:   map[string]*paymentIntent{},
		}
	}
	return created
}

func (m *merchants) withKey(key string) *books {
	m.Lock()
	defer m.Unlock()
	return m.byKey[key]
}

func (m *merchants) withAccount(accountID string) *merchant {
	m.Lock()
	defer m.Unlock()
	return m.byAccount[accountID]
}

// replaceKey returns the new key; the old one stops working immediately.
func (m *merchants) replaceKey(owner *merchant, mode string) string {
	m.Lock()
	defer m.Unlock()
	old, key := owner.keys[mode], newKey(mode)
	m.byKey[key] = m.byKey[old]
	delete(m.byKey, old)
	owner.keys[mode] = key
	return key
}

func newKey(mode string) string { return "sk_" + mode + "_" + randomText(16) }

// randomText has two hexadecimal digits for each byte.
func randomText(bytes int) string {
	random := make([]byte, bytes)
	if _, err := rand.Read(random); err != nil {
		panic(err)
	}
	return hex.EncodeToString(random)
}
