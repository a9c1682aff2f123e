"""The routes of the API, and authentication (sections 4 and 5)."""

import re
from collections.abc import Callable
from typing import Optional

import disbursements
import payment_intents
from merchants import Merchant, Merchants
from web import Application, Refusal, Request

# Payment intents report a missing or invalid key in `error`, other routes in `message`.
IN_ERROR = {"error": "Unauthorized"}
IN_MESSAGE = {"message": "Unauthorized"}

# Method, pattern of the path, body of a 401, handler. The handler gets the id in the path, or the body if there is none.
ROUTES: list[tuple[str, str, dict, Callable[[Merchant, object], dict]]] = [
    ("POST", "/v1/payment-intents", IN_ERROR, payment_intents.create),
    ("GET", "/v1/payment-intents/([^/]+)", IN_ERROR, payment_intents.retrieve),
    ("POST", "/v1/disbursements", IN_MESSAGE, disbursements.create),
    ("GET", "/v1/disbursement/([^/]+)", IN_MESSAGE, disbursements.retrieve),
]


def api(merchants: Merchants) -> Application:
    def handle(request: Request) -> tuple[int, object]:
        for method, path, unauthorized, respond in ROUTES:
            match = re.fullmatch(path, request.path)
            if match is None or method != request.method:
                continue
            merchant = authenticate(merchants, request)
            if merchant is None:
                raise Refusal(401, unauthorized)
            return 200, respond(merchant, match[1] if match.groups() else request.json())
        raise Refusal(404, {"message": "route not found"})

    return handle


def authenticate(merchants: Merchants, request: Request) -> Optional[Merchant]:
    bearer = re.fullmatch(r"Bearer +(\S+)", request.headers.get("Authorization", ""), re.IGNORECASE)
    return merchants.with_key(bearer[1]) if bearer else None
