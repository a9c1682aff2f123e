import { maturity } from "../../emulator/areas/connect/credits.ts";
import { lineOn, outside } from "../../emulator/areas/account/wallets.ts";
import type { TimerHandler } from "../../emulator/kernel/parts.ts";
import { acting, connectPart } from "../connect/parts.ts";
import { entry, named, type Replace } from "../mutant.ts";

const maturing = (change: (usual: TimerHandler) => TimerHandler): Replace =>
  entry("timers", maturity, change);

export const mutants = named({
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
