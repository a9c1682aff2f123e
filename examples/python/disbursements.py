"""Disbursements (sections 2.3 and 4.3)."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Optional

from merchants import Merchant
from validation import amount, currency, json_object, msisdn, one_of, text, validate
from web import Refusal

# The time that the simulated operator takes.
EXECUTION = timedelta(seconds=30)

RULES = {
    "amount": amount,
    "currency": currency,
    "first_name": text,
    "last_name": text,
    "payment_method_data": json_object,
    "payment_method_data.type": one_of("momo"),
    "payment_method_data.momo": json_object,
    "payment_method_data.momo.msisdn": msisdn,
    "payment_method_data.momo.country": one_of("CF", "CG", "CM", "GA", "GQ", "TD"),
    "payment_method_data.momo.operator_name": one_of("mtn", "airtel"),
}


@dataclass
class Disbursement:
    id: str
    request: dict
    created_at: datetime
    status: str = "processing"
    ended_at: Optional[datetime] = None

    def to_json(self) -> dict:
        momo = self.request["payment_method_data"]["momo"]
        return {
            "id": self.id,
            "object": "disbursement",
            "amount": self.request["amount"],
            "currency": self.request["currency"].lower(),
            "status": self.status,
            "firstName": self.request["first_name"],
            "lastName": self.request["last_name"],
            "operatorName": momo["operator_name"],
            "country": momo["country"].lower(),
            "phone": momo["msisdn"],
            "type": 1,
            "shouldExecutedAt": self.created_at.isoformat(),
            "createdAt": self.created_at.isoformat(),
            "updatedAt": (self.ended_at or self.created_at).isoformat(),
        }


def create(merchant: Merchant, body: dict) -> dict:
    validate(body, RULES, status=400)
    with merchant.lock:
        if body["amount"] > merchant.funds:
            raise Refusal(402, {"message": "insufficient funds"})
        merchant.funds -= body["amount"]
        disbursement = Disbursement(f"wt_{secrets.token_hex(12)}", body, datetime.now(timezone.utc))
        merchant.disbursements[disbursement.id] = disbursement
    return disbursement.to_json()


def retrieve(merchant: Merchant, id: str) -> dict:
    return find(merchant, id).to_json()


def find(merchant: Merchant, id: str) -> Disbursement:
    disbursement = merchant.disbursements.get(id)
    if disbursement is None:
        raise Refusal(404, {"message": "disbursement not found"})
    # No background job executes a disbursement: it succeeds when it is read after the time has passed.
    if datetime.now(timezone.utc) >= disbursement.created_at + EXECUTION:
        settle(merchant, disbursement, "succeeded")
    return disbursement


def settle(merchant: Merchant, disbursement: Disbursement, status: str) -> None:
    """Ends a disbursement that is still processing. Unless it succeeded, the merchant gets the money back."""
    with merchant.lock:
        if disbursement.status != "processing":
            return
        disbursement.status = status
        disbursement.ended_at = datetime.now(timezone.utc)
        if status != "succeeded":
            merchant.funds += disbursement.request["amount"]
