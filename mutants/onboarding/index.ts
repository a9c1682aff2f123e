import { json } from "../../emulator/kernel/answers.ts";
import { keyOf } from "../../emulator/kernel/idempotency.ts";
import type { Answer } from "../../emulator/kernel/request.ts";
import { liesAbout } from "../connect/lies.ts";
import { acting, answered, refusing } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";

const { plain, subtle } = liesAbout("onboarding");

/** Onboarding links with one thing wrong (§4.7, §7.7). */
export const onboardingMutants: readonly Mutant[] = [
  plain("onboarding-answers-200", "onboarding/created-status", "A link is answered 200.", () => ({
    status: 200,
  })),
  subtle(
    "onboarding-answers-200-under-a-key",
    "onboarding/created-status",
    "A link that is asked for with a key is answered 200.",
    (usual) =>
      acting(usual, (decision, { command }) =>
        "idempotency-key" in command.headers
          ? { ...decision, answer: { ...decision.answer, status: 200 } }
          : decision,
      ),
  ),
  plain(
    "onboarding-repetition-answers-200",
    "onboarding/key-repeated-status",
    "A link that is asked for again is answered 200.",
    (usual) =>
      acting(usual, (decision) =>
        (decision.writes?.length ?? 0) === 0
          ? { ...decision, answer: { ...decision.answer, status: 200 } }
          : decision,
      ),
  ),
  plain("onboarding-never-resumes", "onboarding/key-resumes-the-session", "A key resumes nothing.", () => ({
    resumed: () => undefined,
  })),
  subtle(
    "onboarding-key-forgets-its-vendor",
    "onboarding/key-belongs-to-its-vendor",
    "A key resumes the session that it began, for whichever vendor.",
    (usual) => {
      const begun = new Map<string, Answer>();
      return acting(usual, (decision, { command }) => {
        const key = keyOf(command);
        if (key === undefined) return decision;
        const scope = JSON.stringify([command.caller.accountId, key]);
        const answer = begun.get(scope) ?? decision.answer;
        begun.set(scope, answer);
        return { ...decision, answer };
      });
    },
  ),
  subtle(
    "onboarding-resumes-once",
    "onboarding/key-resumes-the-session",
    "A key resumes its session once; the next time another begins.",
    ({ resumed }) => {
      const uses = new Map<string, number>();
      return {
        resumed: (state, resume, now) => {
          const use = (uses.get(resume) ?? 0) + 1;
          uses.set(resume, use);
          return use > 2 ? undefined : resumed(state, resume, now);
        },
      };
    },
  ),
  plain(
    "onboarding-takes-a-country",
    "onboarding/country-refused",
    "A country on a link is ignored.",
    ({ derived }) => ({ derived: derived.filter((field) => field !== "country") }),
  ),
  subtle(
    "onboarding-country-is-unsupported",
    "onboarding/country-refused",
    "A country on a link is refused by the rule of other fields.",
    (usual) =>
      refusing(usual, "derived", (refusal) =>
        answered(refusal, (body) => {
          body["errors"] = [
            { rule: "unsupported", field: "country", message: "country" },
            ...(body["errors"] as { field: string }[]).filter(({ field }) => field !== "country"),
          ];
        }),
      ),
  ),
  plain(
    "onboarding-takes-a-level",
    "onboarding/kyc-level-refused",
    "A level on a link is ignored.",
    ({ derived }) => ({ derived: derived.filter((field) => field !== "kycLevel") }),
  ),
  plain(
    "onboarding-unknown-country-is-422",
    "onboarding/unknown-country-refused",
    "A country that the reference data lacks is refused with 422.",
    ({ refusals }) => ({
      refusals: { ...refusals, countryMissing: () => ({ ...refusals.countryMissing(), status: 422 }) },
    }),
  ),
  subtle(
    "onboarding-unknown-country-is-unsupported",
    "onboarding/unknown-country-refused",
    "A country that the reference data lacks is told as one without a schedule.",
    ({ refusals }) => ({ refusals: { ...refusals, countryMissing: refusals.unsupported } }),
  ),
  plain(
    "onboarding-without-schedule-has-no-code",
    "onboarding/without-schedule-refused",
    "The refusal of a country without a schedule carries no code.",
    ({ refusals }) => ({
      refusals: { ...refusals, unsupported: () => json(502, { message: "No compliance schedule" }) },
    }),
  ),
  subtle(
    "onboarding-repetition-answers-200-later",
    "onboarding/key-repeated-status",
    "From the third time on, a link that is asked for with its key is answered 200.",
    (usual) => {
      const uses = new Map<string, number>();
      return acting(usual, (decision, { command }) => {
        const key = String(command.headers["idempotency-key"] ?? "");
        uses.set(key, (uses.get(key) ?? 0) + 1);
        return key !== "" && (uses.get(key) ?? 0) > 2
          ? { ...decision, answer: { ...decision.answer, status: 200 } }
          : decision;
      });
    },
  ),
];
