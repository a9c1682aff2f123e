import { vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Parts } from "../../emulator/index.ts";
import { coded, only, validationFailed } from "../../emulator/kernel/answers.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import type { Command } from "../../emulator/kernel/request.ts";
import { alsoRefusing, readingBody, without } from "../connect/parts.ts";
import type { Replace, Variant } from "../mutant.ts";
import { named } from "../named.ts";
import { isObject } from "../shared/answers.ts";
import { KEYED_ROUTES, keying, mismatch, original } from "./parts/idempotency.ts";
import { type PartChange, part } from "../part.ts";

const A_MINUTE = 60_000;

/** The limit per minute (§8). */
const CREATIONS = 20;

type Rate = Parts["connect"]["createAccount"]["rate"];

const rated = (change: PartChange<Rate>): Replace =>
  part(["connect", "createAccount"], (createAccount) => ({
    rate: { ...createAccount.rate, ...change(createAccount.rate) },
  }));

/** Other choices at the open points in `spec/areas/vendors.yaml`: how vendors are created, and how often. */
export const variants = named<Variant>({
  "refused-creations-are-free": {
    openPoints: ["rate-refusals-count"],
    what: "Only successful creations count towards the rate limit",
    replace: rated(() => ({ counted: ({ status }) => status === 201 })),
  },
  "rate-without-hint": {
    openPoints: ["rate-retry-after"],
    what: "A 429 has no `Retry-After`",
    replace: rated(({ refuse }) => ({ refuse: (wait) => ({ ...refuse(wait), headers: {} }) })),
  },
  "rate-by-the-clock": {
    openPoints: ["rate-window"],
    what: "The rate limit uses fixed minutes",
    replace: rated(() => ({
      counts: (at, now) => Math.floor(at / A_MINUTE) === Math.floor(now / A_MINUTE),
    })),
  },
  "rate-before-the-service": {
    openPoints: ["rate-window"],
    what: "A gateway counts creations by key, in real time, independent of the merchant's clock",
    replace: rated(() => ({ limit: Number.POSITIVE_INFINITY })),
    wrap: (handler) => {
      const arrivals = new Map<string, number[]>();
      return async (request) => {
        if (request.method !== "POST" || new URL(request.url).pathname !== "/v1/connect/accounts")
          return handler(request);
        const key = request.headers.get("authorization") ?? "";
        const now = performance.now();
        const recent = (arrivals.get(key) ?? []).filter((at) => at > now - A_MINUTE);
        if (recent.length >= CREATIONS)
          return Response.json({ code: "E_TOO_MANY_REQUESTS", message: "Slower" }, { status: 429 });
        arrivals.set(key, [...recent, now]);
        return handler(request);
      };
    },
  },
  "vendor-replayed-as-it-was": {
    openPoints: ["vendor-creation-replay"],
    what: "A creation repeated with its key gets the first answer again",
    replace: keying(["createAccount"], original),
  },
  "refusals-use-keys-up": {
    openPoints: ["idempotency-key-after-refusal", "pricing-outage-key"],
    what: "A key whose request was refused gets the same refusal again",
    replace: keying(KEYED_ROUTES, (usual) => ({
      keeps: () => true,
      replay: (record, command, now) =>
        record.answer !== undefined && record.answer.status >= 400
          ? record.answer
          : usual.replay(record, command, now),
    })),
  },
  "keys-of-everybody": {
    openPoints: ["idempotency-key-scope"],
    what: "A key that any merchant used for an allocation, a withdrawal or a vendor is used for all merchants",
    // It replaces the scope of keys, on which other variants rely.
    alone: true,
    replace: keying(["allocations", "withdrawals", "createAccount"], (usual) => {
      const first = new Map<string, string>();
      return {
        scope: ({ caller, operationId, params }, key) => {
          const id = JSON.stringify([operationId, key]);
          const owner = JSON.stringify([caller.accountId, params["acct"] ?? null]);
          if (!first.has(id)) first.set(id, owner);
          return id;
        },
        replay: (record, command, now) =>
          first.get(record.id) === JSON.stringify([command.caller.accountId, command.params["acct"] ?? null])
            ? usual.replay(record, command, now)
            : coded(409, "E_DUPLICATE_OPERATION", "This idempotency key was spent"),
      };
    }),
  },
  "keys-of-everybody-bound": {
    openPoints: ["idempotency-key-scope"],
    what: "A key is bound to the first request of any merchant, and invalid with another one",
    // It replaces the scope of keys, on which other variants rely.
    alone: true,
    replace: keying(["allocations", "withdrawals", "createAccount"], (usual) => {
      const first = new Map<string, string>();
      const said = ({ caller, params, body }: Pick<Command, "caller" | "params" | "body">): string =>
        JSON.stringify([caller.accountId, params["acct"] ?? null, body]);
      return {
        scope: (command, key) => {
          const id = JSON.stringify([command.operationId, key]);
          if (!first.has(id)) first.set(id, said(command));
          return id;
        },
        replay: (record, command, now) =>
          first.get(record.id) === said(command) ? usual.replay(record, command, now) : mismatch(),
      };
    }),
  },
  "keys-bound-to-requests": {
    openPoints: ["idempotency-key-after-refusal", "idempotency-key-other-route", "allocation-other-body"],
    what: "A key is bound to its first request, even a refused one, and invalid with another one",
    // It replaces the scope of keys, on which other variants rely.
    alone: true,
    replace: keying(["allocations", "createAccount"], (usual) => {
      const first = new Map<string, string>();
      const said = (operationId: string, body: unknown): string => JSON.stringify([operationId, body]);
      return {
        keeps: () => true,
        scope: ({ caller, operationId, body }, key) => {
          const id = JSON.stringify([caller.accountId, caller.mode, key]);
          if (!first.has(id)) first.set(id, said(operationId, body));
          return id;
        },
        replay: (record, command, now) =>
          first.get(record.id) !== said(command.operationId, command.body)
            ? mismatch()
            : record.answer !== undefined && record.answer.status >= 400
              ? record.answer
              : usual.replay(record, command, now),
      };
    }),
  },
  "short-names-only": {
    openPoints: ["vendor-creation-parameters"],
    what: "A vendor's name has at most forty characters",
    alone: true,
    replace: alsoRefusing("createAccount", ({ command }) =>
      isObject(command.body) && typeof command.body["name"] === "string" && command.body["name"].length > 40
        ? only(validationFailed(422, [{ rule: "maxLength", field: "name", message: "Too long" }]))
        : undefined,
    ),
  },
  "vendors-are-unique": {
    openPoints: ["vendor-uniqueness"],
    what: "Vendors of a marketplace must have different names and e-mail addresses, whose local part has at most 64 characters",
    replace: alsoRefusing("createAccount", ({ state, command: { body, caller } }) => {
      if (!isObject(body)) return undefined;
      const { name, email } = body;
      const others = state.find(vendors, "owner", ownerOf(caller));
      if (others.some((vendor) => vendor.name === name || (vendor.email !== null && vendor.email === email)))
        return only(coded(409, "connect.vendor_exists", "There is such a vendor already"));
      return typeof email === "string" && email.indexOf("@") > 64
        ? only(validationFailed(422, [{ rule: "email", field: "email", message: "No address" }]))
        : undefined;
    }),
  },
  "vendors-made-of-other-fields": {
    openPoints: ["vendor-creation-parameters"],
    what: "The creation of a vendor has a trade name and a contact address",
    alone: true,
    replace: readingBody("createAccount", (body) => {
      body["name"] = body["trade_name"];
      body["email"] = body["contact_email"] ?? null;
    }),
    describe: (usual) => {
      const binding = usual.ports["createVendor"];
      if (binding === undefined) return usual;
      const { name, email, ...rest } = binding.body as Record<string, unknown>;
      const body = { ...rest, trade_name: name, contact_email: email };
      return { ...usual, ports: { ...usual.ports, createVendor: { ...binding, body } } };
    },
  },
  "vendors-before-connect": {
    openPoints: ["vendor-creation-not-activated"],
    what: "A merchant without Connect creates vendors, whose fee_payer is null",
    replace: without("createAccount", "mode"),
  },
});
