import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { refusedTooLate } from "../shared/late-refusals.ts";

const strangers = (
  id: string,
  violates: RuleId,
  what: string,
  path: RegExp,
  method: "POST" | "DELETE" = "POST",
): Mutant =>
  refusedTooLate(
    {
      id: `${id}-refused-too-late`,
      violates,
      summary: `${what} with a wrong key is refused when it is done.`,
      subtle: true,
    },
    { method, path, status: 401, headers: { "idempotency-key": "idempotency-of-a-stranger" } },
  );

/** Requests that are carried out before anybody asks whose they are (§5). */
export const tooLateMutants: readonly Mutant[] = [
  strangers(
    "strange-allocation",
    "allocations/refusal-moves-no-money",
    "An allocation",
    /\/connect\/allocations$/,
  ),
  strangers("strange-reversal", "reversals/refused-reversal-moves-no-money", "A reversal", /\/reversals$/),
  strangers("strange-withdrawal", "withdrawals/refusal-moves-no-money", "A withdrawal", /\/withdrawals$/),
  strangers(
    "strange-schedule",
    "payout-schedule/refusal-changes-nothing",
    "A payout schedule",
    /\/payout_schedule$/,
  ),
  strangers("strange-vendor", "vendors/refusal-creates-nothing", "A vendor", /\/connect\/accounts$/),
  strangers(
    "strange-clock",
    "test-clocks/refused-creation-leaves-no-clock",
    "A test clock",
    /\/test-clocks$/,
  ),
  strangers(
    "strange-advance",
    "test-clocks/advance-refusal-moves-nothing",
    "An advance",
    /\/test-clocks\/[^/]+\/advance$/,
  ),
  strangers(
    "strange-attachment",
    "test-clocks/attach-refused-attaches-nothing",
    "An attachment",
    /\/test-clocks\/[^/]+\/attach$/,
  ),
  strangers(
    "strange-simulation",
    "test-clocks/simulate-refused-creates-nothing",
    "A simulation",
    /\/test-clocks\/simulate$/,
  ),
  strangers(
    "strange-deletion",
    "test-clocks/refused-deletion-deletes-nothing",
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
