/** An operation that moves money, and the areas whose checks call it: its own first. */
interface MoneyOperation {
  readonly operation: string;
  readonly section: string;
  readonly moves: string;
  readonly areas: readonly string[];
  /** The need without which it cannot succeed. */
  readonly need: string | null;
}

/** All operations of the contract and its ports that move money; with a test key, money of the sandbox. */
export const MONEY_OPERATIONS: readonly MoneyOperation[] = [
  {
    operation: "POST /v1/disbursements",
    need: null,
    section: "4.3",
    moves: "from the merchant's account to a mobile-money account",
    areas: ["disbursements", "authentication"],
  },
  {
    operation: "POST /v1/remittance",
    need: null,
    section: "4.4",
    moves: "from the merchant's account to a beneficiary",
    areas: ["remittances", "authentication"],
  },
  {
    operation: "POST /v1/connect/allocations",
    need: "fixture.vendor",
    section: "4.5",
    moves: "from the marketplace's wallet to a vendor",
    areas: [
      "allocations",
      "reversals",
      "transactions",
      "withdrawals",
      "vendors",
      "connect-targets",
      "connect-guards",
      "connect-events",
    ],
  },
  {
    operation: "POST /v1/connect/allocations/{allocationId}/reversals",
    need: "fixture.vendor",
    section: "4.5",
    moves: "from a vendor back to the marketplace",
    areas: ["reversals", "connect-targets", "connect-guards", "connect-events", "transactions"],
  },
  {
    operation: "POST /v1/connect/accounts/{acct}/withdrawals",
    need: "fixture.vendor",
    section: "4.7",
    moves: "a vendor's whole available balance to its payout destination",
    areas: ["withdrawals", "connect-targets", "connect-guards", "transactions"],
  },
  {
    operation: "the ports createDirectCharge, captureCharge and refundCharge",
    need: "port.createDirectCharge",
    section: "2.9",
    moves: "from a payer to a vendor, with a commission, and back",
    areas: ["charges", "connect-events", "overview"],
  },
  {
    operation: "POST /v1/subscriptions and the ports that pay, retry and renew",
    need: "port.createSubscription",
    section: "4.9",
    moves: "from a subscriber to the merchant, at creation and at each renewal (test clocks)",
    areas: ["subscriptions", "invoices", "subscription-events", "test-clocks"],
  },
];
