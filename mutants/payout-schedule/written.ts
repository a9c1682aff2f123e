import type { Mutant } from "../mutant.ts";
import { backwards } from "../connect/choices.ts";
import { finishing, isObject, mutant } from "../shared/answers.ts";
import { rare } from "../shared/rare.ts";

/** What a post answers, wrongly, though what is read is right (§2.8, §4.6). */
export const writtenScheduleMutants: readonly Mutant[] = [
  mutant(
    {
      id: "schedule-rewritten-for-another-account",
      violates: "payout-schedule/written-for-the-caller",
      summary: "The answer to a second post names another account.",
      subtle: true,
    },
    (parts) => {
      const posted = new Set<unknown>();
      return finishing(parts, "replacePayoutSchedule", (answer) => {
        if (answer.status !== 200 || !isObject(answer.body)) return answer;
        const { account } = answer.body;
        if (posted.has(account))
          return { ...answer, body: { ...answer.body, account: backwards(String(account)) } };
        posted.add(account);
        return answer;
      });
    },
  ),
  rare({
    id: "schedule-disabled-has-no-cadence",
    violates: "payout-schedule/cadence-documented",
    summary: "A disabled schedule has the cadence none.",
    operation: "replacePayoutSchedule",
    when: ({ enabled }) => enabled === false,
    change: (body) => (body["cadence"] = "none"),
  }),
  rare({
    id: "schedule-disabled-by-number",
    violates: "payout-schedule/enabled",
    summary: "A disabled schedule is read with a zero.",
    operation: "retrievePayoutSchedule",
    when: ({ enabled, cadence }) => enabled === false && cadence !== null,
    change: (body) => (body["enabled"] = 0),
  }),
];
