"""Merchants, their keys and their objects. This sandbox issues test keys only."""

import secrets
from dataclasses import dataclass, field
from threading import Lock
from typing import Optional

SANDBOX_FUNDS = 10_000_000


@dataclass
class Merchant:
    test_key: str
    funds: int
    account_id: str = field(default_factory=lambda: f"acct_{secrets.token_hex(12)}")
    intents: dict = field(default_factory=dict)
    disbursements: dict = field(default_factory=dict)
    # Each request has its own thread: hold the lock to read and then change the funds or a status.
    lock: Lock = field(default_factory=Lock)


class Merchants:
    def __init__(self) -> None:
        self._by_key: dict[str, Merchant] = {}
        self._by_account: dict[str, Merchant] = {}

    def register(self, test_key: Optional[str] = None, funds: int = SANDBOX_FUNDS) -> Merchant:
        merchant = Merchant(test_key or self._new_key(), funds)
        self._by_account[merchant.account_id] = merchant
        self._by_key[merchant.test_key] = merchant
        return merchant

    def with_key(self, key: str) -> Optional[Merchant]:
        return self._by_key.get(key)

    def with_account(self, account_id: str) -> Optional[Merchant]:
        return self._by_account.get(account_id)

    def replace_key(self, merchant: Merchant) -> None:
        """Issues a new key; the old one stops working immediately."""
        with merchant.lock:
            del self._by_key[merchant.test_key]
            merchant.test_key = self._new_key()
            self._by_key[merchant.test_key] = merchant

    @staticmethod
    def _new_key() -> str:
        return f"sk_test_{secrets.token_hex(16)}"
