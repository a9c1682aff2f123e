import type { TargetedOperation, TargetParts } from "../../emulator/areas/connect/targets.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { transactions } from "../../emulator/areas/connect/transactions.ts";
import { currencyOf } from "../../emulator/areas/account/wallets.ts";
import { coded, json, message } from "../../emulator/kernel/answers.ts";
import type { Answer } from "../../emulator/kernel/request.ts";
import { type RuleId, ruleIdOf } from "../../spec/index.ts";
import { treating } from "../faults/exchange.ts";
import { byId, type Mutant, named, part, type PartChange, type Replace } from "../mutant.ts";

/** The routes that name a vendor, by their names in rule ids and in the emulator. */
const routes = [
  { name: "account-read", operation: "retrieveAccount", what: "The reading of an account", live: true },
  {
    name: "transactions",
    operation: "listAccountTransactions",
    what: "The listing of transactions",
    live: true,
  },
  {
    name: "compliance",
    operation: "retrieveAccountCompliance",
    what: "The reading of compliance",
    live: true,
  },
  { name: "withdrawal", operation: "createWithdrawal", what: "A withdrawal", live: true },
  { name: "allocation", operation: "createAllocation", what: "An allocation", live: true },
  { name: "onboarding-link", operation: "createOnboardingLink", what: "An onboarding link", live: true },
  { name: "charge", operation: "createDirectCharge", what: "A charge", live: false },
] as const satisfies readonly { name: string; operation: TargetedOperation; what: string; live: boolean }[];

type Route = (typeof routes)[number];

type Unreachable = keyof TargetParts["answers"];

const targeting = (operation: TargetedOperation, change: PartChange<TargetParts>): Replace =>
  part(["connect", "targets"], (targets) => ({
    [operation]: { ...targets[operation], ...change(targets[operation]) },
  }));

/** Faults by which a route reveals why a vendor is unreachable. */
const ofRoute = ({ name, operation, what, live }: Route): readonly Mutant[] => {
  const shown = operation !== "createOnboardingLink" && operation !== "createDirectCharge";
  const rule = (cause: string): RuleId => ruleIdOf(`connect-targets/${name}-${cause}`);
  // The document shows no path of the others, and a withdrawal may be refused for another reason.
  const isOfDocument =
    operation !== "createOnboardingLink" &&
    operation !== "createDirectCharge" &&
    operation !== "createWithdrawal";
  const answering = (cause: Unreachable, answer: () => Answer): Replace =>
    targeting(operation, ({ answers }) => ({ answers: { ...answers, [cause]: answer } }));
  /** Ignores one reason for callers of one mode, so that the vendor is reached. */
  const overlooking = (cause: Unreachable, mode: "test" | "live"): Replace =>
    targeting(operation, ({ classify }) => ({
      classify: (state, caller, id) => {
        const found = classify(state, caller, id);
        return found === cause && caller.mode === mode ? undefined : found;
      },
    }));
  return [
    {
      id: `${name}-malformed-invalid`,
      violates: [rule("malformed")],
      summary: `${what} for a malformed identifier returns 422.`,
      replace: answering("malformed", () =>
        json(422, { errors: [{ rule: "regex", field: "acct", message: "regex validation failed" }] }),
      ),
    },
    {
      id: `${name}-unknown-not-found`,
      violates: [rule("unknown")],
      summary: `${what} for an unknown vendor returns 404.`,
      replace: answering("unknown", () => message(404, "Account not found")),
    },
    {
      id: `${name}-deleted-gone`,
      violates: [rule("deleted")],
      summary: `${what} for a deleted vendor returns 410.`,
      replace: answering("deleted", () => message(410, "Gone")),
    },
    {
      id: `${name}-deleted-live-not-found`,
      violates: [rule("deleted")],
      summary: `${what} for a deleted vendor of the other mode returns 404.`,
      replace: targeting(operation, ({ classify, answers }) => {
        let ofOtherMode = false;
        return {
          classify: (state, caller, id) => {
            ofOtherMode = state.get(vendors, id)?.mode !== caller.mode;
            return classify(state, caller, id);
          },
          answers: {
            ...answers,
            deleted: () => (ofOtherMode ? message(404, "Account not found") : answers.deleted()),
          },
        };
      }),
    },
    {
      id: `${name}-foreign-reached`,
      violates: [rule("foreign"), ...(isOfDocument ? (["vendors/reached-by-the-owner-only"] as const) : [])],
      summary: `${what} accepts another marketplace's vendors.`,
      replace: overlooking("foreign", "test"),
    },
    {
      id: `${name}-foreign-refused-for-its-currency`,
      violates: [rule("foreign")],
      summary: `${what} for some vendors of marketplaces in another currency is refused for the currency.`,
      replace: targeting(operation, ({ classify, answers }) => {
        let isOdd = false;
        return {
          classify: (state, caller, id) => {
            const { accountId = caller.accountId, payoutPhone = "" } = state.get(vendors, id) ?? {};
            isOdd =
              currencyOf(state, accountId) !== currencyOf(state, caller.accountId) &&
              (name !== "withdrawal" || payoutPhone === null);
            return classify(state, caller, id);
          },
          answers: {
            ...answers,
            foreign: () => (isOdd ? coded(422, "E_CURRENCY_MISMATCH", "Mismatch") : answers.foreign()),
          },
        };
      }),
    },
    {
      id: `${name}-foreign-with-a-byte-more`,
      violates: [
        rule("answers-are-identical"),
        ...(name === "account-read" ? ["connect-targets/one-refusal-on-each-route" as const] : []),
      ],
      summary: `${what} for another marketplace's vendor is refused with one more byte.`,
      replace: answering("foreign", () => ({
        status: 403,
        body: { message: "Forbidden" },
        raw: '{"message":"Forbidden"} ',
      })),
    },
    {
      id: `${name}-live-forbidden`,
      violates: [rule("of-live-vendor")],
      summary: `${what} for a vendor of the other mode returns 403.`,
      replace: answering("otherMode", () => message(403, "Forbidden")),
    },
    ...(shown
      ? [
          {
            id: `${name}-live-says-more`,
            violates: ["connect-targets/other-mode-says-unauthorized"],
            summary: `${what} for a vendor of the other mode gives the reason of the refusal.`,
            replace: answering("otherMode", () => message(401, "This vendor is live")),
          } satisfies Mutant,
        ]
      : []),
    ...(name !== "charge" && name !== "onboarding-link"
      ? [
          {
            id: `${name}-unknown-says-more`,
            violates: [rule("says-forbidden")],
            summary: `${what} for an unknown vendor gives the reason of the refusal.`,
            replace: answering("unknown", () => message(403, "No such account")),
          } satisfies Mutant,
          {
            id: `${name}-malformed-says-nothing`,
            violates: [rule("says-forbidden")],
            summary: `${what} for a malformed identifier is refused without a message.`,
            replace: answering("malformed", () => json(403, {})),
          } satisfies Mutant,
        ]
      : []),
    ...(live
      ? [
          {
            id: `${name}-test-vendor-reached`,
            violates: [rule("of-test-vendor")],
            summary: `${what} with a live key accepts test vendors.`,
            replace: overlooking("otherMode", "live"),
          } satisfies Mutant,
        ]
      : []),
  ];
};

export const mutants = named({
  ...byId(routes.flatMap(ofRoute)),
  "transactions-of-a-deleted-vendor-with-a-past": {
    violates: ["connect-targets/transactions-deleted", "vendors/deleted-for-good"],
    summary: "The transactions of a deleted vendor can still be listed.",
    replace: part(["connect"], ({ targets }) => {
      const usual = targets.listAccountTransactions;
      const classify: TargetParts["classify"] = (state, caller, id) => {
        const cause = usual.classify(state, caller, id);
        const hasPast = state.find(transactions, "account", id).length > 0;
        return cause === "deleted" && hasPast ? undefined : cause;
      };
      return { targets: { ...targets, listAccountTransactions: { ...usual, classify } } };
    }),
  },
  ...byId(
    (
      [
        ["account-read", "retrieveAccount"],
        ["compliance", "retrieveAccountCompliance"],
      ] as const
    ).map(([name, operation]): Mutant => ({
      id: `${name}-of-a-deleted-vendor-from-a-cache`,
      violates: [ruleIdOf(`connect-targets/${name}-deleted`)],
      summary: `The last answer of ${name} is returned again after the vendor was deleted.`,
      wrap: treating(operation, () => {
        const cached = new Map<string, Response>();
        return async ({ url, headers, forward }) => {
          const of = `${headers.get("authorization") ?? ""} ${url.href}`;
          const answer = await forward();
          if (answer.ok) cached.set(of, answer.clone());
          return answer.status === 403 ? (cached.get(of)?.clone() ?? answer) : answer;
        };
      }),
    })),
  ),
  "withdrawal-of-a-known-deleted-vendor-says-so": {
    violates: ["connect-targets/withdrawal-answers-are-identical"],
    summary:
      "A withdrawal for a deleted vendor for which one was requested before gives the reason of the refusal.",
    wrap: treating("createWithdrawal", () => {
      const known = new Set<string>();
      return async ({ url, forward }) => {
        const answer = await forward();
        if (answer.status !== 403) known.add(url.pathname);
        return answer.status === 403 && known.has(url.pathname)
          ? Response.json({ message: "The vendor was deleted" }, { status: 403 })
          : answer;
      };
    }),
  },
  "compliance-of-the-bare-prefix-not-found": {
    violates: ["connect-targets/compliance-malformed"],
    summary: "The compliance of the identifier `acct_` returns 404.",
    wrap: treating(
      /\/acct_\/compliance$/,
      () => async () => Response.json({ message: "Account not found" }, { status: 404 }),
    ),
  },
  "transactions-of-a-longer-id": {
    violates: ["connect-targets/transactions-unknown"],
    summary: "The transactions of a vendor are also listed under its identifier and one character more.",
    wrap: treating("listAccountTransactions", () => ({ url: given, forward }) => {
      const url = new URL(given);
      url.pathname = url.pathname.replace(/(\/acct_[A-Za-z0-9]{24})[A-Za-z0-9](?=\/)/, "$1");
      return forward({ url });
    }),
  },
});
