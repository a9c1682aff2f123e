/** How a payment ends: its payer approves, declines or cancels it, or does not answer. */
export type PaymentEnd = "approved" | "declined" | "canceled" | "unanswered";

/** A phone number and an amount that decide how payments and payouts end. */
export interface MagicValue {
  /** The last six digits of the phone number. */
  readonly phoneEnd: string;
  /** Whole francs. */
  readonly amount: number;
  /** A payment, also the first of a subscription. */
  readonly payment: PaymentEnd;
  /** The same payment, after it was declined. */
  readonly again: PaymentEnd;
  readonly renewal: "approved" | "declined";
  readonly payout: "succeeded" | "failed" | "canceled" | "unanswered";
  /** How much later than usual a payout or a payment intent ends, ms. */
  readonly lateMs?: number;
}

const HOUR = 3_600_000;

type Ends = Pick<MagicValue, "payment" | "again" | "renewal" | "payout" | "lateMs">;

const ends: readonly Ends[] = [
  { payment: "approved", again: "approved", renewal: "approved", payout: "succeeded" },
  { payment: "declined", again: "declined", renewal: "declined", payout: "failed" },
  { payment: "canceled", again: "canceled", renewal: "declined", payout: "canceled" },
  { payment: "unanswered", again: "unanswered", renewal: "declined", payout: "unanswered" },
  { payment: "approved", again: "declined", renewal: "declined", payout: "succeeded" },
  { payment: "declined", again: "approved", renewal: "declined", payout: "succeeded" },
  { payment: "approved", again: "approved", renewal: "declined", payout: "succeeded" },
  { payment: "approved", again: "approved", renewal: "approved", payout: "succeeded", lateMs: HOUR },
];

/** All magic values. The behaviour, the documentation and the dashboard derive from this list. */
export const magicValues: readonly MagicValue[] = ends.map((end, number) => ({
  phoneEnd: String(number).padStart(6, "0"),
  amount: 90_000 + number,
  ...end,
}));

/** The columns of the list for readers. */
export const magicColumns: readonly (readonly [heading: string, cell: (value: MagicValue) => string])[] = [
  ["Number ends in", ({ phoneEnd }) => phoneEnd],
  ["Amount", ({ amount }) => String(amount)],
  ["Payment", ({ payment }) => payment],
  ["Tried again", ({ again }) => again],
  ["Renewal", ({ renewal }) => renewal],
  [
    "Payout",
    ({ payout, lateMs }) =>
      `${payout}${lateMs === undefined ? "" : `, ${lateMs / HOUR} hour later than usual`}`,
  ],
];

/** The value that decides about a payment or payout: that of the number, or else that of the amount. */
export const magicValueFor = (given: {
  readonly phone?: string | null | undefined;
  readonly amount: number;
}): MagicValue | undefined => {
  const { phone, amount } = given;
  return (
    magicValues.find(({ phoneEnd }) => phone?.endsWith(phoneEnd) === true) ??
    magicValues.find((value) => value.amount === amount)
  );
};
