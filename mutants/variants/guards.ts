import { outageGuard } from "../../emulator/areas/connect/guard.ts";
import type { Dependence } from "../../emulator/areas/connect/outages.ts";
import { refuseServiceAccount } from "../../emulator/areas/connect/screen.ts";
import { type TargetParts, targetedOperations } from "../../emulator/areas/connect/targets.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Parts } from "../../emulator/index.ts";
import { coded, json, validationFailed } from "../../emulator/kernel/answers.ts";
import type { Answer } from "../../emulator/kernel/request.ts";
import { connecting, refusing, withdrawing } from "../connect/parts.ts";
import type { Variant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { naming } from "./parts/profile.ts";
import { variant, wireVariant } from "./parts/variant.ts";
import { rateVariants } from "./rate.ts";

const ROUTES = [
  "createAccount",
  "listAccounts",
  "retrieveAccount",
  "listTransactions",
  "allocations",
  "reversals",
  "withdrawals",
  "compliance",
  "onboarding",
  "overview",
  "refunds",
] as const;

/** How the vendors of all operations are looked for, changed. */
const targeting = (parts: Parts, change: (usual: TargetParts) => Partial<TargetParts>): Parts =>
  connecting(parts, ({ targets }) => ({
    targets: Object.fromEntries(
      targetedOperations.map((operation) => [
        operation,
        { ...targets[operation], ...change(targets[operation]) },
      ]),
    ) as typeof targets,
  }));

/** What the screens refuse, changed. */
const screening = (parts: Parts, change: (refusal: Answer) => Answer): Parts => ({
  ...parts,
  screens: Object.fromEntries(
    Object.entries(parts.screens).map(([operation, screen]) => [
      operation,
      (request) => {
        const refusal = screen(request);
        return refusal === undefined ? undefined : change(refusal);
      },
    ]),
  ),
});

const textOf = ({ body }: Answer): string => (isObject(body) ? String(body["message"]) : "");

const vendorRefusals: readonly Variant[] = [
  variant(
    "environment-before-owner",
    "cross-mode-foreign",
    "A vendor of the other environment is a question of the key, whoever controls it",
    (parts) =>
      targeting(parts, ({ classify }) => ({
        classify: (state, caller, id) => {
          const vendor = state.get(vendors, id);
          const cause = classify(state, caller, id);
          return cause === "foreign" && vendor?.mode !== caller.mode ? "otherMode" : cause;
        },
      })),
  ),
  variant(
    "targets-with-headers",
    "target-header-bytes",
    "The refusals of vendors out of reach differ in a header",
    (parts) =>
      targeting(parts, ({ answers }) => {
        const by = (name: string, answer: () => Answer) => () => ({
          ...answer(),
          headers: { "x-handled-by": name },
        });
        const { malformed, unknown, foreign } = answers;
        return {
          answers: {
            ...answers,
            malformed: by("parser", malformed),
            unknown: by("store", unknown),
            foreign: by("guard", foreign),
          },
        };
      }),
  ),
  variant(
    "vendors-refuse-destinations",
    "rejected-field-routes",
    "The creation of a vendor refuses a destination and an account; a withdrawal ignores both",
    (parts) =>
      connecting(
        withdrawing(parts, () => ({ rejected: ["amount"] })),
        ({ createAccount }) => ({
          createAccount: {
            ...createAccount,
            rejected: [...createAccount.rejected, "destination", "account_id"],
          },
        }),
      ),
  ),
  variant(
    "rejected-fields-told-last",
    "unsupported-error-message",
    "A general entry comes before the one that names a rejected field",
    (parts) =>
      connecting(parts, ({ createAccount, withdrawals }) => {
        const preceded = ({ answer }: { answer: Answer }) => {
          const errors = isObject(answer.body) ? answer.body["errors"] : undefined;
          const general = { rule: "strict", field: "body", message: "Some fields are not taken" };
          const all = [general, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
          return { answer: { ...answer, body: { errors: all } } };
        };
        return {
          createAccount: { ...createAccount, ...refusing(createAccount, "unsupported", preceded) },
          withdrawals: { ...withdrawals, ...refusing(withdrawals, "unsupported", preceded) },
        };
      }),
  ),
  variant(
    "connect-refuses-backwards",
    ["reversal-precedence", "withdrawal-precedence", "refusal-precedence"],
    "Connect's reasons to refuse are tried in the opposite order",
    (parts) =>
      connecting(
        parts,
        (connect) =>
          Object.fromEntries([
            ...ROUTES.map((route) => [
              route,
              { ...connect[route], guards: connect[route].guards.toReversed() },
            ]),
            [
              "charges",
              {
                create: { ...connect.charges.create, guards: connect.charges.create.guards.toReversed() },
                capture: { ...connect.charges.capture, guards: connect.charges.capture.guards.toReversed() },
              },
            ],
          ]) as Partial<typeof connect>,
      ),
  ),
  variant(
    "modes-told-as-payers",
    "connect-relayed-codes",
    "A vendor's creation without Connect is refused for the payer of fees",
    (parts) =>
      connecting(parts, ({ createAccount }) => ({
        createAccount: {
          ...createAccount,
          modeUnset: () => coded(422, "connect.fee_payer_unset", "Connect is not activated"),
        },
      })),
  ),
];

const header: readonly Variant[] = [
  variant(
    "reserved-header-in-a-list",
    "service-account-message-place",
    "The refusal of the reserved header stands in a list of errors",
    (parts) =>
      screening(parts, (refusal) =>
        validationFailed(400, [{ rule: "header", field: "Service-Account", message: textOf(refusal) }]),
      ),
  ),
  variant(
    "reserved-header-as-error",
    "service-account-message-place",
    "The refusal of the reserved header is called error",
    (parts) => screening(parts, (refusal) => json(400, { error: textOf(refusal) })),
  ),
  variant(
    "reserved-header-refused-everywhere",
    "service-account-elsewhere",
    "The reserved header is refused outside Connect as well",
    (parts) => ({
      ...parts,
      screens: {
        ...Object.fromEntries(
          Object.keys(parts.answers)
            .filter((operation) => parts.screens[operation] === undefined)
            .map((operation) => [operation, refuseServiceAccount]),
        ),
        ...parts.screens,
      },
    }),
  ),
  {
    ...wireVariant(
      "reserved-header-of-the-provider",
      "service-account-name",
      "The reserved header has the provider's name; the neutral one means nothing",
      (handler) => (request) => {
        const headers = new Headers(request.headers);
        const value = headers.get("x-partner-account");
        headers.delete("service-account");
        headers.delete("x-partner-account");
        if (value !== null) headers.set("service-account", value);
        return handler(new Request(request, { headers }));
      },
    ),
    alone: true,
    describe: naming({ "service-account-header": "X-Partner-Account" }),
  },
  wireVariant(
    "keys-before-the-reserved-header",
    "service-account-without-key",
    "An invalid credential is refused before the reserved header is",
    (handler) => async (request) => {
      if (!request.headers.has("service-account")) return handler(request);
      const authorization = request.headers.get("authorization") ?? "";
      // Another credential than a secret key is what the second of the two messages is about.
      if (!/^Bearer +sk_/i.test(authorization)) return handler(request);
      const probe = await handler(
        new Request(new URL("/v1/connect/activations", request.url), { headers: { authorization } }),
      );
      if (probe.status !== 401) return handler(request);
      const headers = new Headers(request.headers);
      headers.delete("service-account");
      return handler(new Request(request, { headers }));
    },
  ),
];

const sso: Dependence = { service: "sso", refuse: () => coded(503, "E_SSO_UNAVAILABLE", "Nobody is known") };
const upstream: Dependence = {
  service: "upstream",
  refuse: () => coded(503, "E_SERVICE_UNAVAILABLE", "Something is down"),
};

const unavailability: readonly Variant[] = [
  variant(
    "everything-needs-everything",
    "connect-unavailability-routes",
    "Reads and reversals need the identity service and the upstream ones too",
    (parts) =>
      connecting(parts, (connect) => {
        const guarded = <R extends "reversals" | "listAccounts" | "retrieveAccount" | "overview">(
          route: R,
          operation: string,
        ) => ({
          [route]: { ...connect[route], guards: [...connect[route].guards, outageGuard(operation)] },
        });
        return {
          ...guarded("reversals", "createAllocationReversal"),
          ...guarded("listAccounts", "listAccounts"),
          ...guarded("retrieveAccount", "retrieveAccount"),
          ...guarded("overview", "retrieveOverview"),
          outages: {
            ...connect.outages,
            createAllocation: [...(connect.outages["createAllocation"] ?? []), sso],
            createAllocationReversal: [upstream],
            listAccounts: [sso],
            retrieveAccount: [upstream],
            retrieveOverview: [upstream, sso],
          },
        };
      }),
  ),
  variant(
    "few-need-services",
    "connect-unavailability-routes",
    "Only vendors and allocations are stopped by an outage, each by what they cannot do without",
    (parts) =>
      connecting(parts, ({ outages }) => ({
        outages: {
          ...outages,
          createAllocation: (outages["createAllocation"] ?? []).slice(0, 2),
          createWithdrawal: [],
          createOnboardingLink: [],
          createAccount: [sso, upstream],
        },
      })),
  ),
];

const scopes: readonly Variant[] = [
  wireVariant(
    "keys-without-transactions",
    ["connect-permission-scopes", "permission-scopes"],
    "The keys of this target may not list transactions or remittances",
    (handler) => async (request) => {
      const answer = await handler(request);
      const { pathname } = new URL(request.url);
      const scoped = /\/transactions$/.test(pathname) || pathname === "/v1/remittance";
      return request.method === "GET" && scoped && answer.status === 200
        ? Response.json({ code: "E_FORBIDDEN", message: "This key lacks a permission" }, { status: 403 })
        : answer;
    },
  ),
];

/** Open points about what Connect's routes have in common (§5, §7.2, §7.3, §7.7, §7.8, §8). */
export const guardVariants: readonly Variant[] = [
  ...vendorRefusals,
  ...header,
  ...rateVariants,
  ...unavailability,
  ...scopes.map((scope) => ({ ...scope, alone: true as const })),
];
