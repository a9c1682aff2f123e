"""The routes of the API, and who may use them."""

import re
from typing import Callable

import disbursements
import payment_intents
from merchants import Merchant, Merchants
from web import Application, Refusal, Request

MESSAGE = {"message": "Unauthorized"}
ERROR = {"error": "Unauthorized"}

# Method, path, what a request without a valid key gets, and what answers. A path ends with the id, if there is one.
ROUTES: "list[tuple[str, str, dict, Callable[[Merchant, object], dict]]]" = [
    ("POST", "/v1/payment-intents", ERROR, payment_intents.create),
    ("GET", "/v1/payment-intents/([^/]+)", ERROR, payment_intents.retrieve),
    ("POST", "/v1/disbursements", MESSAGE, disbursements.create),
    ("GET", "/v1/disbursement/([^/]+)", MESSAGE, disbursements.retrieve),
]


def api(merchants: Merchants) -> Application:
    def answer(request: Request) -> "tuple[int, object]":
        for method, path, unauthorized, respond in ROUTES:
            match = re.fullmatch(path, request.path)
            if match is None or method != request.method:
                continue
            bearer = re.fullmatch(r"Bearer +(\S+)", request.headers.get("Authorization", ""), re.IGNORECASE)
            merchant = merchants.with_key(bearer[1]) if bearer else None
            if merchant is None:
                raise Refusal(401, unauthorized)
            return 200, respond(merchant, match[1] if match.groups() else request.json())
        raise Refusal(404, {"message": "route not found"})

    return answer
