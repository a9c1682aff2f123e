"""Starts the API, and control on its own port."""

import os

from api import api
from control import control
from merchants import Merchants
from web import serve

merchants = Merchants()
test_key = os.environ.get("TEST_KEY")
first = merchants.register(test_key)
if test_key is None:
    print(f"test key: {first.test_key}")

serve("payment host", int(os.environ.get("PORT", "8080")), api(merchants))
# Control needs no key: start it in test environments only.
if "CONTROL_PORT" in os.environ:
    serve("control", int(os.environ["CONTROL_PORT"]), control(merchants))
