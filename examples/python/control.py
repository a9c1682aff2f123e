"""Control: creates the states that payconform needs and that no request of the API creates."""

import re

import disbursements
from merchants import SANDBOX_FUNDS, Merchant, Merchants
from validation import one_of, required, validate
from web import Application, Refusal, Request

OPERATIONS = ["createMerchant", "regenerateKey", "settleDisbursement"]

funds = required("amount", lambda value: type(value) is int and value >= 0)


def control(merchants: Merchants) -> Application:
    def create_merchant(body: dict) -> tuple[int, dict]:
        body = {"funds": SANDBOX_FUNDS, **body}
        # Never ignore a field: payconform would expect a state that does not exist.
        rules = {field: lambda _: "unsupported" for field in body}
        validate(body, {**rules, "funds": funds}, status=422)
        merchant = merchants.register(funds=body["funds"])
        return 201, {"accountId": merchant.account_id, "keys": {"test": merchant.test_key}}

    def regenerate_key(body: dict, merchant: Merchant) -> tuple[int, dict]:
        validate(body, {"mode": one_of("test")}, status=422)
        merchants.replace_key(merchant)
        return 200, {"mode": "test", "key": merchant.test_key}

    def settle_disbursement(body: dict, merchant: Merchant, id: str) -> tuple[int, dict]:
        validate(body, {"status": one_of("succeeded", "failed", "canceled")}, status=422)
        disbursement = disbursements.find(merchant, id)
        disbursements.settle(merchant, disbursement, body["status"])
        if disbursement.status != body["status"]:
            raise Refusal(422, {"message": f"the disbursement is {disbursement.status}"})
        return 200, {"id": id, "status": disbursement.status}

    routes = {
        "/merchants/([^/]+)/keys": regenerate_key,
        "/merchants/([^/]+)/disbursements/([^/]+)/settle": settle_disbursement,
    }

    def handle(request: Request) -> tuple[int, object]:
        if request.method == "GET" and request.path == "/":
            return 200, {"protocol": "payconform-control", "version": 1, "operations": OPERATIONS}
        if request.method == "POST" and request.path == "/merchants":
            return create_merchant(request.json() if request.body else {})
        for path, operation in routes.items():
            match = re.fullmatch(path, request.path)
            if match is None or request.method != "POST":
                continue
            merchant = merchants.with_account(match[1])
            if merchant is None:
                raise Refusal(404, {"message": "merchant not found"})
            return operation(request.json(), merchant, *match.groups()[1:])
        raise Refusal(404, {"message": "operation not found"})

    return handle
