import { type Mutant, mutant } from "../mutant.ts";
import { backwards } from "../connect/choices.ts";
import { changesSuccess, finishing, isObject } from "../shared/answers.ts";

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
  changesSuccess(
    {
      id: "schedule-disabled-has-no-cadence",
      violates: "payout-schedule/cadence-documented",
      summary: "A disabled schedule has the cadence none.",
      when: ({ enabled }) => enabled === false,
      subtle: true,
    },
    "replacePayoutSchedule",
    (body) => (body["cadence"] = "none"),
  ),
  changesSuccess(
    {
      id: "schedule-disabled-by-number",
      violates: "payout-schedule/enabled",
      summary: "A disabled schedule is read with a zero.",
      when: ({ enabled, cadence }) => enabled === false && cadence !== null,
      subtle: true,
    },
    "retrievePayoutSchedule",
    (body) => (body["enabled"] = 0),
  ),
];
