"""Payment intents (sections 2.1 and 4.1)."""

import secrets
from datetime import datetime, timezone

from merchants import Merchant
from validation import amount, currency, json_object, optional, text, validate
from web import Refusal

RULES = {"amount": amount, "currency": currency, "description": optional(text), "metadata": optional(json_object)}


def create(merchant: Merchant, body: dict) -> dict:
    validate(body, RULES, status=422)
    id = f"pi_{secrets.token_hex(12)}"
    now = datetime.now(timezone.utc).isoformat()
    intent = {
        "id": id,
        "label": "payment_intent",
        "amount": body["amount"],
        "currency": body["currency"].lower(),
        "description": body.get("description"),
        "metadata": body.get("metadata") or {},
        "accountId": merchant.account_id,
        "liveMode": False,
        "clientSecret": f"{id}_secret_{secrets.token_hex(8)}",
        "createdAt": now,
        "updatedAt": now,
    }
    merchant.intents[id] = intent
    return intent


def retrieve(merchant: Merchant, id: str) -> dict:
    intent = merchant.intents.get(id)
    if intent is None:
        raise Refusal(404, {"message": "payment intent not found"})
    # Fewer fields than the creation shows, and `client_secret` in snake_case.
    fields = {name: intent[name] for name in ("id", "label", "amount", "currency")}
    return {**fields, "status": "requires_payment_method", "client_secret": intent["clientSecret"]}
