import { refuseServiceAccount } from "../../emulator/areas/connect/screen.ts";
import { coded, json, message, only, validationFailed } from "../../emulator/kernel/answers.ts";
import type { Answer } from "../../emulator/kernel/request.ts";
import { connecting, refusing } from "../connect/parts.ts";
import type { Replace, Variant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { withoutFunds } from "./parts/allocations.ts";
import { invalidKey, KEYED_ROUTES, keying, LONGEST_KEY } from "./parts/idempotency.ts";
import { naming } from "./parts/profile.ts";
import { variant, wireVariant } from "./parts/variant.ts";
import { part, everyEntry } from "../part.ts";

/** What the screens refuse, changed. */
const screening = (change: (refusal: Answer) => Answer): Replace =>
  everyEntry("screens", (screen) => (request) => {
    const refusal = screen(request);
    return refusal === undefined ? undefined : change(refusal);
  });

const textOf = ({ body }: Answer): string => (isObject(body) ? String(body["message"]) : "");

/** Other choices at the open points in `spec/areas/connect-guards.yaml`. */
export const connectGuardsVariants: readonly Variant[] = [
  wireVariant(
    "long-segments-reach-no-route",
    "malformed-vendors-in-paths",
    "A segment of a path with more than a hundred characters is answered by the router",
    (handler) => async (request) => {
      const segments = new URL(request.url).pathname.split("/");
      return segments.some(({ length }) => length > 100)
        ? Response.json({ message: "Route not found" }, { status: 404 })
        : handler(request);
    },
  ),
  variant(
    "empty-service-account-is-none",
    "service-account-empty",
    "The reserved header without a value counts as absent",
    everyEntry(
      "screens",
      (screen) => (request) => (request.headers.get("service-account") === "" ? undefined : screen(request)),
    ),
  ),
  variant(
    "rejected-fields-told-last",
    "unsupported-error-message",
    "A general entry comes before the one that names a rejected field",
    connecting(({ createAccount, withdrawals }) => {
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
    "reserved-header-in-a-list",
    "service-account-message-place",
    "The refusal of the reserved header stands in a list of errors",
    screening((refusal) =>
      validationFailed(400, [{ rule: "header", field: "Service-Account", message: textOf(refusal) }]),
    ),
  ),
  variant(
    "reserved-header-as-error",
    "service-account-message-place",
    "The refusal of the reserved header is called error",
    screening((refusal) => json(400, { error: textOf(refusal) })),
  ),
  variant(
    "reserved-header-refused-everywhere",
    "service-account-elsewhere",
    "The reserved header is refused outside Connect as well",
    part([], ({ answers, screens }) => ({
      screens: {
        ...Object.fromEntries(Object.keys(answers).map((operation) => [operation, refuseServiceAccount])),
        ...screens,
      },
    })),
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
  {
    ...wireVariant(
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
    alone: true,
  },
  variant(
    "keys-of-the-whole-account",
    "idempotency-key-other-route",
    "A key that is spent on one route is spent on all",
    keying(KEYED_ROUTES, (usual) => ({
      scope: ({ caller }, key) => JSON.stringify([caller.accountId, caller.mode, key]),
      replay: (record, command, now) =>
        record.operationId === command.operationId
          ? usual.replay(record, command, now)
          : coded(409, "E_DUPLICATE_OPERATION", "This idempotency key was spent elsewhere"),
    })),
  ),
  variant(
    "keys-of-visible-ascii",
    "idempotency-key-characters",
    "A key holds visible ASCII only",
    keying(KEYED_ROUTES, ({ refuse }) => ({
      refuse: (key) => refuse(key) ?? (/[^!-~]/.test(key ?? "") ? invalidKey("ascii") : undefined),
    })),
  ),
  variant(
    "keys-counted-in-bytes",
    "idempotency-key-characters",
    "The length of a key is counted in bytes",
    keying(["createAccount", "withdrawals"], ({ refuse }) => ({
      refuse: (key) =>
        refuse(key) ??
        (Buffer.byteLength(key ?? "", "utf8") > LONGEST_KEY ? invalidKey("maxLength") : undefined),
    })),
  ),
  variant(
    "codes-only-where-named",
    "refusals-without-code",
    "Refusals for which the document names no code have none",
    withoutFunds(() => message(422, "The wallet is too low")),
  ),
  variant(
    "codes-where-none-is-named",
    "refusals-without-code",
    "Invalid parameters of vendors and allocations have a code too",
    connecting(({ allocations, createAccount }) => {
      const withCode = (refusal: ReturnType<typeof only>) =>
        only({ ...refusal.answer, body: { ...(refusal.answer.body as object), code: "E_VALIDATION" } });
      return {
        allocations: { ...allocations, ...refusing(allocations, "validation", withCode) },
        createAccount: { ...createAccount, ...refusing(createAccount, "validation", withCode) },
      };
    }),
  ),
];
