package main

import (
	"crypto/rand"
	"encoding/hex"
	"sync"
)

const sandboxFunds = 10_000_000

// A merchant has an environment and a key for each mode, "test" and "live".
type merchant struct {
	accountID    string
	environments map[string]*environment // never changes
	keys         map[string]string       // guarded by the lock of merchants
}

// An environment is what one key gives access to. The two environments of a merchant share no object and no funds.
type environment struct {
	accountID string
	live      bool

	mu      sync.Mutex // held by each request
	funds   int64      // whole francs
	intents map[string]*paymentIntent
	payouts []*payout // oldest first
}

type merchants struct {
	mu        sync.Mutex
	byAccount map[string]*merchant
	byKey     map[string]*environment
}

func newMerchants() *merchants {
	return &merchants{byAccount: map[string]*merchant{}, byKey: map[string]*environment{}}
}

// register creates a merchant. It makes a test key if none is given.
func (m *merchants) register(testKey string, funds int64) *merchant {
	if testKey == "" {
		testKey = newKey("test")
	}
	created := &merchant{
		accountID:    "acct_" + randomText(12),
		environments: map[string]*environment{},
		keys:         map[string]string{"test": testKey, "live": newKey("live")},
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.byAccount[created.accountID] = created
	for mode, key := range created.keys {
		env := &environment{
			accountID: created.accountID,
			live:      mode == "live",
			funds:     funds,
			intents:   map[string]*paymentIntent{},
		}
		created.environments[mode] = env
		m.byKey[key] = env
	}
	return created
}

func (m *merchants) withKey(key string) *environment {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.byKey[key]
}

func (m *merchants) withAccount(accountID string) *merchant {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.byAccount[accountID]
}

// replaceKey returns the new key; the old one stops working immediately.
func (m *merchants) replaceKey(owner *merchant, mode string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := newKey(mode)
	delete(m.byKey, owner.keys[mode])
	m.byKey[key] = owner.environments[mode]
	owner.keys[mode] = key
	return key
}

func newKey(mode string) string { return "sk_" + mode + "_" + randomText(16) }

// randomText returns random hexadecimal digits, two for each byte.
func randomText(bytes int) string {
	random := make([]byte, bytes)
	if _, err := rand.Read(random); err != nil {
		panic(err)
	}
	return hex.EncodeToString(random)
}
