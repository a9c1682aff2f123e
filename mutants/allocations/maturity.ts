import { maturity } from "../../emulator/areas/connect/credits.ts";
import { transactions } from "../../emulator/areas/connect/transactions.ts";
import { type Vendor, vendorsOf } from "../../emulator/areas/connect/vendor.ts";
import { lineOn, outside } from "../../emulator/areas/account/wallets.ts";
import { isoUtc } from "../../emulator/kernel/clock.ts";
import type { TimerHandler } from "../../emulator/kernel/parts.ts";
import { acting, connectPart } from "../connect/parts.ts";
import { entry, named, part, type Replace } from "../mutant.ts";

const maturing = (change: (usual: TimerHandler) => TimerHandler): Replace =>
  entry("timers", maturity, change);

/** Credits become available with the earliest pending credit of certain vendors of the marketplace. */
const availableWith = (isOne: (vendor: Vendor, destination: unknown) => boolean): Replace =>
  acting("allocations", (decision, { state, command }) => {
    const { destination } = command.body as { destination?: unknown };
    const dates = vendorsOf(state, command.caller.accountId)
      .filter((vendor) => isOne(vendor, destination))
      .flatMap(({ id }) => state.find(transactions, "account", id))
      .filter(({ pending }) => pending > 0)
      .map(({ availableAt }) => availableAt ?? Infinity);
    return {
      ...decision,
      timers: (decision.timers ?? []).map((one) =>
        one.do === "schedule" && one.timer.kind === maturity
          ? { ...one, timer: { ...one.timer, at: Math.min(one.timer.at, ...dates) } }
          : one,
      ),
    };
  });

export const mutants = named({
  "credit-dated-by-the-usual-delay": {
    violates: ["allocations/credit-is-available-from-available-at"],
    summary: "The date of a credit does not follow the delay of its marketplace.",
    replace: part(["connect", "allocations", "presenter"], () => ({
      available_at: ({ createdAt }) => isoUtc(createdAt + 3_600_000),
    })),
  },
  "credit-never-available": {
    violates: ["allocations/credit-is-available-from-available-at"],
    summary: "Credits stay pending.",
    replace: maturing(() => () => ({})),
  },
  "credit-loses-a-franc": {
    violates: ["allocations/credit-is-available-from-available-at"],
    summary: "A credit loses one franc when it becomes available.",
    replace: maturing((usual) => (context) => {
      const effects = usual(context);
      return {
        ...effects,
        postings: (effects.postings ?? []).map((entry) => ({
          ...entry,
          lines: [
            ...entry.lines.map((line) => (line.amount > 0 ? { ...line, amount: line.amount - 1 } : line)),
            { account: outside.fees, amount: 1 },
          ],
        })),
      };
    }),
  },
  "credit-into-the-next-month-a-day-late": {
    violates: ["allocations/credit-is-available-from-available-at"],
    summary: "A credit that becomes available in another month than it was made does so a day late.",
    replace: acting("allocations", (decision, input) => {
      const monthOf = (at: number): number => new Date(at).getUTCMonth();
      return {
        ...decision,
        timers: (decision.timers ?? []).map((one) =>
          one.do === "schedule" && one.timer.kind === maturity && monthOf(one.timer.at) !== monthOf(input.now)
            ? { ...one, timer: { ...one.timer, at: one.timer.at + 86_400_000 } }
            : one,
        ),
      };
    }),
  },
  "credit-available-at-once": {
    violates: ["allocations/credit-is-pending-until-available-at"],
    summary: "A credit is available immediately, regardless of its date.",
    replace: connectPart("allocations", () => ({
      lines: ({ net, fee, debit }, source, destination) => [
        lineOn(source, "available", -debit),
        lineOn(destination, "available", net),
        { account: outside.fees, amount: fee },
      ],
    })),
  },
  "credit-available-with-an-earlier-one": {
    violates: [
      "allocations/credit-is-pending-until-available-at",
      "connect-events/pending-credit-emits-no-funds-available",
    ],
    summary: "A credit becomes available with the earliest pending credit of its vendor.",
    replace: availableWith((vendor, destination) => vendor.id === destination),
  },
  "credit-available-with-another-vendors": {
    violates: [
      "allocations/credit-is-pending-until-available-at",
      "connect-events/pending-credit-emits-no-funds-available",
    ],
    summary: "A credit becomes available with the earliest pending credit of another vendor.",
    replace: availableWith((vendor, destination) => vendor.id !== destination),
  },
  "credit-available-a-minute-early": {
    violates: ["allocations/credit-is-pending-until-available-at"],
    summary: "A credit becomes available a minute before its date.",
    replace: connectPart("allocations", ({ presenter, ...usual }) => ({
      presenter: {
        ...presenter,
        available_at: (allocation) => new Date(allocation.availableAt + 60_000).toISOString(),
      },
      act: usual.act,
    })),
  },
});
