import type { Parts } from "../../emulator/index.ts";
import { coded, json, only } from "../../emulator/kernel/answers.ts";
import type { Effects } from "../../emulator/kernel/types.ts";
import { acting, alsoRefusing, connecting, readingAs, withBody } from "../connect/parts.ts";
import type { Description, Handler, Variant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { answering, variant } from "./parts/variant.ts";
import { naming } from "./parts/profile.ts";

const AN_HOUR = 3_600_000;

/** The profile with the path of a port changed. */
const bound =
  (port: string, path: string) =>
  (usual: Description): Description => {
    const binding = usual.ports[port];
    return binding === undefined
      ? usual
      : { ...usual, ports: { ...usual.ports, [port]: { ...binding, path } } };
  };

/** A route under another path. */
const moved =
  (from: RegExp, to: string, method = "POST") =>
  (handler: Handler): Handler =>
  (request) => {
    const url = new URL(request.url);
    if (request.method !== method || !from.test(url.pathname)) return handler(request);
    url.pathname = url.pathname.replace(from, to);
    return handler(new Request(url, request));
  };

/** Automatic payouts some hours after midnight. */
const later = <E extends Effects>(effects: E): E => ({
  ...effects,
  timers: (effects.timers ?? []).map((change) =>
    change.do === "schedule" && change.timer.kind === "connect.payday"
      ? { ...change, timer: { ...change.timer, at: change.timer.at + 6 * AN_HOUR } }
      : change,
  ),
});

/** Open points about activation and payout schedule (§2.7, §2.8, §4.6, §5.6). */
const configuration: readonly Variant[] = [
  {
    ...variant(
      "live-keys-are-not-activated",
      "activation-modes-by-key",
      "Connect is activated for the test environment alone",
      (parts) =>
        connecting(parts, ({ activation, allocations, createAccount, charges }) => {
          const unset = <R extends Parameters<typeof alsoRefusing>[0]>(route: R, code: string) => ({
            ...route,
            ...alsoRefusing(route, ({ command }) =>
              command.caller.mode === "live" ? only(coded(422, code, "Connect is not activated")) : undefined,
            ),
          });
          return {
            activation: {
              ...activation,
              retrieve: {
                ...activation.retrieve,
                ...acting(activation.retrieve, (decision, { command }) =>
                  command.caller.mode === "live" && isObject(decision.answer.body)
                    ? only(json(200, { ...decision.answer.body, connect_mode: null }))
                    : decision,
                ),
              },
            },
            allocations: unset(allocations, "connect.fee_payer_unset"),
            createAccount: unset(createAccount, "connect.controller_mode_unset"),
            charges: { ...charges, create: unset(charges.create, "connect.fee_payer_unset") },
          };
        }),
    ),
    alone: true,
  },
  {
    id: "activated-in-the-dashboard",
    ambiguities: ["activation-route"],
    what: "Connect is activated by a route of the dashboard",
    alone: true,
    wrap: moved(/^\/dashboard\/connect$/, "/v1/connect/activations"),
    describe: bound("activateConnect", "/dashboard/connect"),
  },
  variant(
    "choices-in-the-list",
    "payout-schedule-choices-place",
    "The choices of a refused cadence stand in the entry of its error",
    (parts) =>
      answering(parts, ["replacePayoutSchedule", "activateConnect"], 422, (body) => {
        const { meta, errors } = body;
        if (meta === undefined || !Array.isArray(errors)) return;
        delete body["meta"];
        body["errors"] = errors.map((error: unknown) => (isObject(error) ? { ...error, meta } : error));
      }),
  ),
  variant(
    "choices-with-labels",
    "payout-schedule-choices-form",
    "The choices of a refusal are objects, each with a value and a label",
    (parts) =>
      answering(parts, ["replacePayoutSchedule", "activateConnect"], 422, ({ meta }) => {
        if (!isObject(meta) || !Array.isArray(meta["choices"])) return;
        meta["choices"] = meta["choices"].map((value: unknown) => ({
          value,
          label: `Choice ${String(value)}`,
        }));
      }),
  ),
  variant(
    "paid-out-in-the-morning",
    "payout-schedule-effect",
    "Automatic payouts run at six in the morning",
    (parts) => {
      const payday = parts.timers["connect.payday"];
      if (payday === undefined) throw new Error("nothing pays out by itself");
      return {
        ...connecting(parts, ({ payoutSchedule }) => ({
          payoutSchedule: {
            ...payoutSchedule,
            replace: { ...payoutSchedule.replace, ...acting(payoutSchedule.replace, later) },
          },
        })),
        timers: { ...parts.timers, "connect.payday": (context) => later(payday(context)) },
      };
    },
  ),
  variant(
    "enabled-is-read-as-a-boolean",
    "payout-schedule-enabled-type",
    "Words and numbers in place of `enabled` are read as true or false",
    (parts) =>
      connecting(parts, ({ payoutSchedule }) => ({
        payoutSchedule: {
          ...payoutSchedule,
          replace: {
            ...payoutSchedule.replace,
            ...readingAs(payoutSchedule.replace, (input) =>
              withBody(input, (body) => {
                const { enabled } = body;
                if (enabled === null) delete body["enabled"];
                else if (enabled !== undefined)
                  body["enabled"] = !["false", "0", ""].includes(
                    typeof enabled === "string" ? enabled : JSON.stringify(enabled),
                  );
              }),
            ),
          },
        },
      })),
  ),
  variant(
    "singletons-refuse-by-code-alone",
    "singleton-unauthorized-message",
    "The 401 of a singleton has no message",
    (parts) => ({
      ...parts,
      authentication: {
        ...parts.authentication,
        unauthorized: {
          ...parts.authentication.unauthorized,
          connectSingletons: () => json(401, { code: "E_UNAUTHORIZED" }),
        },
      },
    }),
  ),
];

const FILES = ["created", "pending", "documents_submitted", "in_review", "approved", "needs_info"];

/** No two readings are of one moment. */
let readings = 0;

const compliance: readonly Variant[] = [
  {
    ...variant(
      "compliance-in-objects",
      "compliance-field-names",
      "Verification, if there is any, and capabilities stand in objects of their own, beside the moment",
      (parts) =>
        answering(parts, ["retrieveAccountCompliance"], 200, (body) => {
          const { verification_status, capabilities_enabled, allowed_operations } = body;
          for (const name of ["verification_status", "capabilities_enabled", "allowed_operations"])
            delete body[name];
          body["verification"] = verification_status === null ? null : { status: verification_status };
          body["read_at"] = new Date(Date.now() + ++readings).toISOString();
          body["capabilities"] = { operable: capabilities_enabled, allowed_operations };
        }),
    ),
    alone: true,
    describe: naming({
      "compliance-status": "/verification/status",
      "compliance-capability": "/capabilities/operable",
      "compliance-operations": "/capabilities/allowed_operations",
    }),
  },
  {
    ...variant(
      "compliance-status-beside-the-http-status",
      "compliance-field-names",
      "The state of a file is the status of the answer, and of an error the HTTP status is",
      (parts) =>
        answering(
          answering(parts, ["retrieveAccountCompliance"], 200, (body) => {
            body["status"] = body["verification_status"];
            delete body["verification_status"];
          }),
          ["retrieveAccountCompliance"],
          503,
          (body) => {
            body["status"] = 503;
          },
        ),
    ),
    alone: true,
    describe: naming({ "compliance-status": "/status" }),
  },
  variant(
    "no-operations-no-capability",
    "compliance-null-capabilities",
    "A policy that allows nothing is no capability",
    (parts) =>
      connecting(parts, (connect) => ({
        compliance: {
          ...connect.compliance,
          presenter: {
            ...connect.compliance.presenter,
            capabilities_enabled: ({ policy }) => policy !== null && policy.length > 0,
          },
        },
      })),
  ),
  variant(
    "files-move-by-themselves",
    "compliance-transitions",
    "A compliance file is in another state from the third look on",
    (parts) => {
      const looks = new Map<unknown, number>();
      return answering(parts, ["retrieveAccountCompliance"], 200, (body) => {
        const { account, verification_status: status } = body;
        const state = JSON.stringify([account, status]);
        const seen = (looks.get(state) ?? 0) + 1;
        looks.set(state, seen);
        if (status !== null && seen > 2) body["verification_status"] = FILES[seen % FILES.length];
      });
    },
  ),
];

type Onboarding = Parts["connect"]["onboarding"];

const onboarding = (parts: Parts, change: (usual: Onboarding) => Partial<Onboarding>): Parts =>
  connecting(parts, (connect) => ({ onboarding: { ...connect.onboarding, ...change(connect.onboarding) } }));

const links: readonly Variant[] = [
  variant(
    "two-countries-onboarded",
    "onboarding-countries",
    "Compliance schedules exist for CG and CM alone",
    (parts) => onboarding(parts, () => ({ scheduled: ["CG", "CM"] })),
  ),
  variant(
    "links-resume-without-a-key",
    "onboarding-key",
    "A link without a key resumes the session in progress",
    (parts) =>
      onboarding(parts, (usual) =>
        readingAs(usual, (input) => {
          const { headers } = input.command;
          return (headers["idempotency-key"] ?? "") !== ""
            ? input
            : {
                ...input,
                command: { ...input.command, headers: { ...headers, "idempotency-key": "no key" } },
              };
        }),
      ),
  ),
  {
    ...variant(
      "links-have-another-payload",
      "onboarding-link-fields",
      "An onboarding link is made elsewhere, and tells where to go by another name",
      (parts) =>
        onboarding(parts, ({ presenter }) => ({
          presenter: {
            session: (session) => presenter["id"]?.(session),
            go_to: (session) => presenter["url"]?.(session),
          },
        })),
    ),
    alone: true,
    wrap: moved(/^\/v1\/connect\/papers\/([^/]+)$/, "/v1/connect/accounts/$1/onboarding_links"),
    describe: (usual) => {
      const told = bound("createOnboardingLink", "/v1/connect/papers/{acct}")(usual);
      const binding = told.ports["createOnboardingLink"];
      if (binding === undefined) return told;
      const outputs = { sessionId: "/session", url: "/go_to" };
      return { ...told, ports: { ...told.ports, createOnboardingLink: { ...binding, outputs } } };
    },
  },
];

/** Open points about what there is one of, or one a vendor (§2.7, §2.8, §2.10, §4.6, §4.7). */
export const singletonVariants: readonly Variant[] = [...configuration, ...compliance, ...links];
