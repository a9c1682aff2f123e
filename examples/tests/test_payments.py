"""Tests of a client with the emulator, for pytest. Each test has a merchant of its own, so they can run side by side."""
import json
import os
import subprocess
import urllib.request

import pytest

COMMAND = os.environ.get("PAYCONFORM", "npx payconform").split()


@pytest.fixture(scope="session")
def emulator():
    """An emulator on free ports. It ends with this process, even if this one is killed."""
    command = [*COMMAND, "emulate", "--until-stdin-ends"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield json.loads(process.stdout.readline())
        process.stdin.close()


def post(url, body, key=""):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    return json.load(urllib.request.urlopen(request))


@pytest.fixture
def merchant(emulator):
    return post(f"{emulator['controlUrl']}/merchants", {"connectMode": "marketplace", "funds": 50000})


@pytest.mark.parametrize("status", ["succeeded", "failed"])
def test_a_payment_ends(emulator, merchant, status):
    intents = f"{emulator['paymentUrl']}/v1/payment-intents"
    intent = post(intents, {"amount": 5000, "currency": "xaf"}, merchant["keys"]["test"])
    control = f"{emulator['controlUrl']}/merchants/{merchant['accountId']}"
    assert post(f"{control}/payment-intents/{intent['id']}/status", {"status": status})["status"] == status
