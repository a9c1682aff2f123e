import { keyOf } from "../../emulator/kernel/idempotency.ts";
import type { Answer } from "../../emulator/kernel/request.ts";
import { acting, connectPart, refusing } from "../connect/parts.ts";
import { ifFalsy, readFaults, refusalFaults, withEntry } from "../faults/guards.ts";
import { constantly } from "../faults/values.ts";
import { byId, inOrder, named, perEmulator } from "../mutant.ts";
import { spentByAnOutage } from "../faults/keys.ts";

const read = readFaults("link", "onboarding", "onboarding/");
const refusal = (guard: string) => refusalFaults(`link (${guard})`, ["onboarding", guard], "onboarding/");

export const mutants = named({
  ...byId([
    read.drops("country", "country-refused"),
    read.drops("country", "country-refused", ifFalsy("country")),
    refusal("derived").gives("errors", "country-refused", withEntry("country", "rule", "unsupported")),
    read.drops("kycLevel", "kyc-level-refused"),
    read.drops("kycLevel", "kyc-level-refused", ifFalsy("kycLevel")),
    refusal("country-known").gives("status", "unknown-country-refused", constantly(422)),
    refusal("country-known").gives(
      "code",
      "unknown-country-refused",
      constantly("E_CONNECT_ONBOARDING_UNSUPPORTED"),
    ),
    refusal("country-scheduled").drops("code", "without-schedule-refused"),
  ]),
  "onboarding-answers-200": {
    violates: ["onboarding/created-status"],
    summary: "A link returns 200.",
    replace: connectPart("onboarding", () => ({
      status: 200,
    })),
  },
  "onboarding-answers-200-under-a-key": {
    violates: ["onboarding/created-status"],
    summary: "A request for a link with a key returns 200.",
    replace: acting("onboarding", (decision, { command }) =>
      "idempotency-key" in command.headers
        ? { ...decision, answer: { ...decision.answer, status: 200 } }
        : decision,
    ),
  },
  "onboarding-repetition-answers-200": {
    violates: ["onboarding/key-repeated-status"],
    summary: "A repeated request for a link returns 200.",
    replace: acting("onboarding", (decision) =>
      (decision.writes?.length ?? 0) === 0
        ? { ...decision, answer: { ...decision.answer, status: 200 } }
        : decision,
    ),
  },
  "onboarding-never-resumes": {
    violates: ["onboarding/key-resumes-the-session"],
    summary: "A key does not resume a session.",
    replace: connectPart("onboarding", () => ({
      resumed: () => undefined,
    })),
  },
  "onboarding-session-ends-with-a-refusal": {
    violates: ["onboarding/key-resumes-the-session"],
    summary: "A link that is refused for a derived field ends the vendor's sessions.",
    replace: perEmulator(() => {
      const refused = new Map<string, number>();
      return inOrder(
        refusing("onboarding", "derived", (refusal, { command, now }) => {
          refused.set(command.params["acct"] ?? "", now);
          return refusal;
        }),
        connectPart("onboarding", ({ resumed }) => ({
          resumed: (...all) => {
            const session = resumed(...all);
            return session === undefined || session.createdAt <= (refused.get(session.vendor) ?? -Infinity)
              ? undefined
              : session;
          },
        })),
      );
    }),
  },
  "onboarding-key-forgets-its-vendor": {
    violates: ["onboarding/key-belongs-to-its-vendor"],
    summary: "A key resumes its session for any vendor.",
    replace: perEmulator(() => {
      const begun = new Map<string, Answer>();
      return acting("onboarding", (decision, { command }) => {
        const key = keyOf(command);
        if (key === undefined) return decision;
        const scope = JSON.stringify([command.caller.accountId, key]);
        const answer = begun.get(scope) ?? decision.answer;
        begun.set(scope, answer);
        return { ...decision, answer };
      });
    }),
  },
  "onboarding-resumes-once": {
    violates: ["onboarding/key-resumes-the-session"],
    summary: "A key resumes its session only once.",
    replace: connectPart("onboarding", ({ resumed }) => {
      const uses = new Map<string, number>();
      return {
        resumed: (state, resume, now) => {
          const use = (uses.get(resume) ?? 0) + 1;
          uses.set(resume, use);
          return use > 2 ? undefined : resumed(state, resume, now);
        },
      };
    }),
  },
  "onboarding-outage-spends-key": {
    violates: ["onboarding/outage-spends-no-key"],
    summary: "A refusal during an outage uses a link's key up.",
    wrap: spentByAnOutage(/\/onboarding_links$/),
  },
  "onboarding-repetition-answers-200-later": {
    violates: ["onboarding/key-repeated-status"],
    summary: "From the third time on, a request for a link with its key returns 200.",
    replace: perEmulator(() => {
      const uses = new Map<string, number>();
      return acting("onboarding", (decision, { command }) => {
        const key = String(command.headers["idempotency-key"] ?? "");
        uses.set(key, (uses.get(key) ?? 0) + 1);
        return key !== "" && (uses.get(key) ?? 0) > 2
          ? { ...decision, answer: { ...decision.answer, status: 200 } }
          : decision;
      });
    }),
  },
});
