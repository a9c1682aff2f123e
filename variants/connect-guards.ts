import { refuseServiceAccount } from "../emulator/areas/connect/guard.ts";
import { coded, json, message, validationFailed } from "../emulator/kernel/answers.ts";
import type { Answer } from "../emulator/kernel/request.ts";
import { changingRefusal } from "../mutants/connect/parts.ts";
import { everyEntry, inOrder, named, part, type Replace } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { isObject } from "../mutants/shared/answers.ts";
import { invalidKey, KEYED_ROUTES, keying, LONGEST_KEY, naming, withoutFunds } from "./parts.ts";

/** Changes the refusals of headers. */
const screening = (change: (refusal: Answer) => Answer): Replace =>
  everyEntry("screens", (screen) => (request) => {
    const refusal = screen(request);
    return refusal === undefined ? undefined : change(refusal);
  });

const textOf = ({ body }: Answer): string => (isObject(body) ? String(body["message"]) : "");

/** Other choices at the open points in `spec/areas/connect-guards.yaml`. */
export const variants = named<Variant>({
  "long-segments-reach-no-route": {
    openPoints: ["malformed-vendors-in-paths"],
    what: "The router refuses path segments of more than 100 characters",
    wrap: (handler) => async (request) => {
      const segments = new URL(request.url).pathname.split("/");
      return segments.some(({ length }) => length > 100)
        ? Response.json({ message: "Route not found" }, { status: 404 })
        : handler(request);
    },
  },
  "empty-service-account-is-none": {
    openPoints: ["service-account-empty"],
    what: "The reserved header without a value counts as absent",
    replace: everyEntry(
      "screens",
      (screen) => (request) => (request.headers.get("service-account") === "" ? undefined : screen(request)),
    ),
  },
  "rejected-fields-reported-last": {
    openPoints: ["unsupported-error-message"],
    what: "A general entry precedes the entry that names the rejected field",
    replace: inOrder(
      ...(["createAccount", "withdrawals"] as const).map((place) =>
        changingRefusal(place, "unsupported", (body) => {
          const errors = Array.isArray(body["errors"]) ? (body["errors"] as unknown[]) : [];
          body["errors"] = [
            { rule: "strict", field: "body", message: "Some fields are not taken" },
            ...errors,
          ];
        }),
      ),
    ),
  },
  "reserved-header-in-a-list": {
    openPoints: ["service-account-message-place"],
    what: "The message about the reserved header is in a list of errors",
    replace: screening((refusal) =>
      validationFailed(400, [{ rule: "header", field: "Service-Account", message: textOf(refusal) }]),
    ),
  },
  "reserved-header-as-error": {
    openPoints: ["service-account-message-place"],
    what: "The message about the reserved header is in `error`",
    replace: screening((refusal) => json(400, { error: textOf(refusal) })),
  },
  "reserved-header-refused-everywhere": {
    openPoints: ["service-account-elsewhere"],
    what: "The reserved header is refused outside Connect as well",
    replace: part([], ({ answers, screens }) => ({
      screens: {
        ...Object.fromEntries(Object.keys(answers).map((operation) => [operation, refuseServiceAccount])),
        ...screens,
      },
    })),
  },
  "reserved-header-of-the-provider": {
    openPoints: ["service-account-name"],
    what: "The reserved header has the provider's name; the neutral one is ignored",
    alone: true,
    wrap: (handler) => (request) => {
      const headers = new Headers(request.headers);
      const value = headers.get("x-partner-account");
      headers.delete("service-account");
      headers.delete("x-partner-account");
      if (value !== null) headers.set("service-account", value);
      return handler(new Request(request, { headers }));
    },
    describe: naming({ "service-account-header": "X-Partner-Account" }),
  },
  "keys-before-the-reserved-header": {
    openPoints: ["service-account-without-key"],
    what: "An invalid credential is refused before the reserved header",
    wrap: (handler) => async (request) => {
      if (!request.headers.has("service-account")) return handler(request);
      const authorization = request.headers.get("authorization") ?? "";
      // The second documented message is about credentials other than secret keys.
      if (!/^Bearer +sk_/i.test(authorization)) return handler(request);
      const probe = await handler(
        new Request(new URL("/v1/connect/activations", request.url), { headers: { authorization } }),
      );
      if (probe.status !== 401) return handler(request);
      const headers = new Headers(request.headers);
      headers.delete("service-account");
      return handler(new Request(request, { headers }));
    },
  },
  "keys-without-transactions": {
    openPoints: ["connect-permission-scopes", "permission-scopes"],
    what: "The keys lack the permission to list transactions and remittances",
    alone: true,
    incomplete: "The user can name a key that has the permissions.",
    wrap: (handler) => async (request) => {
      const answer = await handler(request);
      const { pathname } = new URL(request.url);
      const scoped = /\/transactions$/.test(pathname) || pathname === "/v1/remittance";
      return request.method === "GET" && scoped && answer.status === 200
        ? Response.json({ code: "E_FORBIDDEN", message: "This key lacks a permission" }, { status: 403 })
        : answer;
    },
  },
  "keys-of-the-whole-account": {
    openPoints: ["idempotency-key-other-route"],
    what: "A key that was used on one route is used on all routes",
    // It identifies keys differently from the policies of single routes.
    last: true,
    replace: keying(KEYED_ROUTES, (usual) => ({
      scope: ({ caller }, key) => JSON.stringify([caller.accountId, caller.mode, key]),
      replay: (record, command, now) =>
        record.operationId === command.operationId
          ? usual.replay(record, command, now)
          : coded(409, "E_DUPLICATE_OPERATION", "This idempotency key was spent elsewhere"),
    })),
  },
  "keys-of-visible-ascii": {
    openPoints: ["idempotency-key-characters"],
    what: "A key may contain only visible ASCII",
    replace: keying(KEYED_ROUTES, ({ refuse }) => ({
      refuse: (key) => refuse(key) ?? (/[^!-~]/.test(key ?? "") ? invalidKey("ascii") : undefined),
    })),
  },
  "keys-counted-in-bytes": {
    openPoints: ["idempotency-key-characters"],
    what: "The length of a key is counted in bytes",
    replace: keying(["createAccount", "withdrawals"], ({ refuse }) => ({
      refuse: (key) =>
        refuse(key) ??
        (Buffer.byteLength(key ?? "", "utf8") > LONGEST_KEY ? invalidKey("maxLength") : undefined),
    })),
  },
  "codes-only-where-named": {
    openPoints: ["refusals-without-code"],
    what: "Refusals for which the document names no code have none",
    replace: withoutFunds(() => message(422, "The wallet is too low")),
  },
  "codes-where-none-is-named": {
    openPoints: ["refusals-without-code"],
    what: "Invalid parameters of vendors and allocations also have a code",
    replace: inOrder(
      ...(["allocations", "createAccount"] as const).map((place) =>
        changingRefusal(place, "validation", (body) => {
          body["code"] = "E_VALIDATION";
        }),
      ),
    ),
  },
});
