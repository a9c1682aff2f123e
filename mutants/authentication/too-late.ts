import type { Fault, Mutant } from "../mutant.ts";
import { refusedTooLate } from "../shared/late-refusals.ts";

const strangers = (
  fault: Omit<Fault, "summary">,
  what: string,
  path: RegExp,
  method: "POST" | "DELETE" = "POST",
): Mutant =>
  refusedTooLate(
    {
      id: `${fault.id}-refused-too-late`,
      violates: fault.violates,
      summary: `${what} with a wrong key is refused when it is done.`,
      subtle: true,
    },
    { method, path, status: 401, headers: { "idempotency-key": "idempotency-of-a-stranger" } },
  );

/** Requests that are carried out before anybody asks whose they are (§5). */
export const tooLateMutants: readonly Mutant[] = [
  strangers(
    { id: "strange-allocation", violates: "allocations/refusal-moves-no-money" },
    "An allocation",
    /\/connect\/allocations$/,
  ),
  strangers(
    { id: "strange-reversal", violates: "reversals/refused-reversal-moves-no-money" },
    "A reversal",
    /\/reversals$/,
  ),
  strangers(
    { id: "strange-withdrawal", violates: "withdrawals/refusal-moves-no-money" },
    "A withdrawal",
    /\/withdrawals$/,
  ),
  strangers(
    { id: "strange-schedule", violates: "payout-schedule/refusal-changes-nothing" },
    "A payout schedule",
    /\/payout_schedule$/,
  ),
  strangers(
    { id: "strange-vendor", violates: "vendors/refusal-creates-nothing" },
    "A vendor",
    /\/connect\/accounts$/,
  ),
  strangers(
    { id: "strange-clock", violates: "test-clocks/refused-creation-leaves-no-clock" },
    "A test clock",
    /\/test-clocks$/,
  ),
  strangers(
    { id: "strange-advance", violates: "test-clocks/advance-refusal-moves-nothing" },
    "An advance",
    /\/test-clocks\/[^/]+\/advance$/,
  ),
  strangers(
    { id: "strange-attachment", violates: "test-clocks/attach-refused-attaches-nothing" },
    "An attachment",
    /\/test-clocks\/[^/]+\/attach$/,
  ),
  strangers(
    { id: "strange-simulation", violates: "test-clocks/simulate-refused-creates-nothing" },
    "A simulation",
    /\/test-clocks\/simulate$/,
  ),
  strangers(
    { id: "strange-deletion", violates: "test-clocks/refused-deletion-deletes-nothing" },
    "The deletion of a test clock",
    /\/test-clocks\/[^/]+$/,
    "DELETE",
  ),
  refusedTooLate(
    {
      id: "live-simulation-refused-too-late",
      violates: "test-clocks/simulate-refused-creates-nothing",
      summary: "A simulation with a live key is refused when it is done.",
      subtle: true,
    },
    { method: "POST", path: /\/test-clocks\/simulate$/, status: 403 },
  ),
  ...["", "k".repeat(256)].map((key) =>
    refusedTooLate(
      {
        id: `vendor-${key === "" ? "without" : "with-too-long"}-key-refused-too-late`,
        violates: "vendors/refusal-creates-nothing",
        summary: `A creation of a vendor ${key === "" ? "without an" : "with too long an"} idempotency key is refused when it is done.`,
        subtle: true,
      },
      {
        method: "POST",
        path: /\/connect\/accounts$/,
        status: 422,
        refused: ({ headers }) => (headers.get("idempotency-key") ?? "") === key,
        headers: { "idempotency-key": `idempotency-${key.length}` },
      },
    ),
  ),
];
