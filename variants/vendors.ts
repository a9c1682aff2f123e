import type { ConnectParts } from "../emulator/areas/connect/parts.ts";
import { vendors } from "../emulator/areas/connect/vendor.ts";
import type { Parts } from "../emulator/index.ts";
import { coded, only, validationFailed } from "../emulator/kernel/answers.ts";
import { ownerOf } from "../emulator/kernel/merchants.ts";
import type { Command } from "../emulator/kernel/request.ts";
import { alsoRefusing, readingAs, readingBody, without } from "../mutants/connect/parts.ts";
import { inOrder, named, part, type PartChange, perEmulator, type Replace } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { answering, isObject } from "../mutants/shared/answers.ts";
import { KEYED_ROUTES, keying, mismatch, naming, original } from "./parts.ts";

const A_MINUTE = 60_000;

/** The limit per minute (§8). */
const CREATIONS = 20;

type Rate = Parts["connect"]["createAccount"]["rate"];

const rated = (change: PartChange<Rate>): Replace =>
  part(["connect", "createAccount"], (createAccount) => ({
    rate: { ...createAccount.rate, ...change(createAccount.rate) },
  }));

type Listing = Parts["connect"]["listAccounts"];

const listing = (change: PartChange<Listing>): Replace => part(["connect", "listAccounts"], change);

/** Renames the query parameters of a list. */
const queried = (names: Readonly<Record<string, string>>): Replace =>
  inOrder(
    ...(["listAccounts", "listTransactions"] as const).map((place) =>
      readingAs(place, (input) => {
        const query = Object.fromEntries(
          Object.entries(input.command.query).map(([name, value]) => [names[name] ?? `other-${name}`, value]),
        );
        return { ...input, command: { ...input.command, query } };
      }),
    ),
  );

const STATUS_OPEN = /^\/v1\/(?:remittance\/[^/]+|connect\/accounts(?:\/[^/]+\/transactions)?)$/;

const SHOWN = ["createAccount", "listAccounts", "retrieveAccount"];

/** Changes every vendor in answers. */
const shown = (change: (vendor: Record<string, unknown>) => void): Replace =>
  inOrder(
    ...[200, 201].map((status) =>
      answering(SHOWN, status, (body) => {
        const listed = body["object"] === "list" ? body["data"] : [body];
        if (Array.isArray(listed)) for (const vendor of listed.filter(isObject)) change(vendor);
      }),
    ),
  );

/** Other choices at the open points in `spec/areas/vendors.yaml`. */
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
  "other-successes-of-reads": {
    openPoints: ["connect-list-statuses", "remittance-list-retrieve-status"],
    what: "The retrieval of a remittance and the lists of Connect return 203",
    wrap: (handler) => async (request) => {
      const answer = await handler(request);
      const isOpen = request.method === "GET" && STATUS_OPEN.test(new URL(request.url).pathname);
      return isOpen && answer.status === 200
        ? new Response(answer.body, { status: 203, headers: answer.headers })
        : answer;
    },
  },
  "cursors-are-numbers": {
    openPoints: ["vendor-list-cursor"],
    what: "The cursor of the list of vendors is a number",
    replace: perEmulator(() => {
      // The position of each vendor, by id, in the order of creation. The numeric cursor counts these.
      const positions = new Map<string, number>();
      return inOrder(
        listing(({ all }) => ({
          all: (input) => {
            const created = input.state.find(vendors, "owner", ownerOf(input.command.caller));
            for (const [at, { id }] of created.entries()) positions.set(id, at + 1);
            return all(input);
          },
        })),
        readingAs("listAccounts", (input) => {
          const { query, caller } = input.command;
          const [cursor] = query["cursor"] ?? [];
          const found = input.state.find(vendors, "owner", ownerOf(caller))[Number(cursor) - 1];
          return found === undefined
            ? input
            : { ...input, command: { ...input.command, query: { ...query, cursor: [found.id] } } };
        }),
        answering(["listAccounts"], 200, (body) => {
          const cursor = body["next_cursor"];
          if (typeof cursor === "string") body["next_cursor"] = positions.get(cursor) ?? cursor;
        }),
      );
    }),
  },
  "cursor-on-the-last-page-too": {
    openPoints: ["vendor-list-cursor"],
    what: "The last page of vendors has a cursor as well",
    replace: listing(() => ({ cursor: ({ entries }) => entries.at(-1)?.id ?? "end" })),
  },
  "no-cursor-on-the-last-page": {
    openPoints: ["vendor-list-cursor"],
    what: "The last page of vendors has no `next_cursor`",
    replace: answering(["listAccounts"], 200, (body) => {
      if (body["has_more"] === false) delete body["next_cursor"];
    }),
  },
  "deleted-vendors-listed": {
    openPoints: ["vendor-list-deleted"],
    what: "The list shows deleted vendors",
    replace: listing(() => ({
      all: ({ state, command }) => state.find(vendors, "owner", ownerOf(command.caller)).toReversed(),
    })),
  },
  "vendors-of-both-environments-listed": {
    openPoints: ["vendor-list-modes"],
    what: "Every key lists the vendors of both environments",
    replace: listing(() => ({
      all: ({ state, command: { caller } }) =>
        (["live", "test"] as const)
          .flatMap((mode) => state.find(vendors, "owner", ownerOf({ ...caller, mode })))
          .filter(({ deletedAt }) => deletedAt === null)
          .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1)),
    })),
  },
  "three-vendors-a-page": {
    openPoints: ["vendor-list-page-size"],
    what: "A page has at most three vendors, oldest first",
    replace: listing(({ all }) => ({
      usualSize: 3,
      largestSize: 3,
      all: (input) => all(input).toReversed(),
    })),
  },
  "lists-with-other-parameters": {
    openPoints: ["vendor-list-parameters", "transaction-list-parameters"],
    what: "The parameters of the lists have other names",
    alone: true,
    replace: queried({ starting_after: "cursor", per_page: "limit", p: "page" }),
    describe: naming({
      "accounts-cursor-parameter": "starting_after",
      "accounts-limit-parameter": "per_page",
      "transactions-page-parameter": "p",
      "transactions-limit-parameter": "per_page",
    }),
  },
  "lists-of-one-size": {
    openPoints: ["vendor-list-parameters", "transaction-list-parameters"],
    what: "The page size cannot be set",
    alone: true,
    replace: queried({ cursor: "cursor", page: "page" }),
    describe: naming({}, ["accounts-limit-parameter", "transactions-limit-parameter"]),
  },
  "vendors-in-other-words": {
    openPoints: ["vendor-field-names", "vendor-name-spelling"],
    what: "A vendor's trading name, contact and state are in separate objects",
    alone: true,
    replace: shown((vendor) => {
      const { name, email, controller, organisation, state, mode, created_at } = vendor;
      for (const field of ["name", "email", "controller", "organisation", "state", "mode", "created_at"])
        delete vendor[field];
      Object.assign(vendor, {
        legal: { trading_name: name, contact: email, body: organisation },
        run_by: controller,
        lifecycle: { state, environment: mode, opened: created_at },
      });
    }),
    describe: naming({
      "vendor-name": "/legal/trading_name",
      "vendor-email": "/legal/contact",
      "vendor-organisation": "/legal/body",
      "vendor-controller": "/run_by",
      "vendor-state": "/lifecycle/state",
      "vendor-mode": "/lifecycle/environment",
      "vendor-created": "/lifecycle/opened",
    }),
  },
  "legal-names-reported": {
    openPoints: ["vendor-name-spelling"],
    what: "A vendor that is read alone has its legal name, which derives from the trading name",
    replace: answering(["retrieveAccount"], 200, (body) => {
      body["name"] = `${String(body["name"])} SARL`;
    }),
  },
  "vendor-states-not-reported": {
    openPoints: ["vendor-state-words"],
    what: "The state of a vendor is null",
    replace: shown((vendor) => {
      if ("state" in vendor) vendor["state"] = null;
    }),
  },
  "vendors-are-onboarding": {
    openPoints: ["vendor-state-words"],
    what: "The state of every vendor is `onboarding`",
    replace: shown((vendor) => {
      if ("state" in vendor) vendor["state"] = "onboarding";
    }),
  },
  "balances-in-other-words": {
    openPoints: ["vendor-balance-fields"],
    what: "A vendor's balances are nested by currency",
    alone: true,
    replace: answering(["retrieveAccount"], 200, (body) => {
      const { balances } = body;
      if (!Array.isArray(balances)) return;
      body["balances"] = balances.filter(isObject).map(({ currency, pending, available }) => ({
        ccy: currency,
        money: { ready: available, unripe: pending },
      }));
    }),
    describe: naming({
      "balance-currency": "/ccy",
      "balance-available": "/money/ready",
      "balance-pending": "/money/unripe",
    }),
  },
  "balances-in-two-currencies": {
    openPoints: ["vendor-balance-fields"],
    what: "A vendor has a balance in dollars too, and the profile does not locate the currency of a balance",
    alone: true,
    replace: answering(["retrieveAccount"], 200, (body) => {
      const { balances } = body;
      if (!Array.isArray(balances) || balances.length === 0) return;
      body["balances"] = [{ currency: "USD", pending: 40, available: 2 }, ...(balances as unknown[])];
    }),
    describe: naming({}, ["balance-currency"]),
  },
  "fees-on-the-other-side": {
    openPoints: ["vendor-fee-payer-mapping"],
    what: "The vendors of marketplaces pay the fees, those of platforms do not",
    replace: part(["connect"], ({ fees, charges }): Partial<ConnectParts> => ({
      fees: { ...fees, payers: { marketplace: "account", platform: "controller" } },
      charges: {
        // The commission does not depend on the fee payer: a marketplace takes one, a platform none.
        create: {
          ...charges.create,
          commission: (amount, rate, payer) => (payer === "account" ? Math.round((amount * rate) / 100) : 0),
          bounded: (payer) => payer === "account",
        },
        capture: {
          ...charges.capture,
          shares: ({ amount, commission, serviceFee, feePayer }) =>
            feePayer === "account"
              ? { vendor: amount - commission, marketplace: commission - serviceFee, service: serviceFee }
              : { vendor: amount - serviceFee, marketplace: 0, service: serviceFee },
        },
      },
    })),
  },
  "vendors-deleted-elsewhere": {
    openPoints: ["vendor-deletion"],
    what: "Vendors are deleted in the dashboard only",
    wrap: (handler) => (request) =>
      request.method === "DELETE" && /^\/v1\/connect\/accounts\/[^/]+$/.test(new URL(request.url).pathname)
        ? Promise.resolve(Response.json({ message: "Method not allowed" }, { status: 405 }))
        : handler(request),
  },
  "vendors-without-what-they-lack": {
    openPoints: ["vendor-field-names"],
    what: "Members of a vendor that would be null are absent",
    replace: shown((vendor) => {
      for (const name of ["organisation", "email", "state", "created_at"])
        if (vendor[name] === null) delete vendor[name];
    }),
  },
});
