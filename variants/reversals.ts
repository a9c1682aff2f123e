import { currencyOf, heldIn, lineOn, outside, walletIn } from "../emulator/areas/account/wallets.ts";
import { allocations } from "../emulator/areas/connect/records.ts";
import { coded, only } from "../emulator/kernel/answers.ts";
import { newEntry } from "../emulator/kernel/ledger.ts";
import { acting, connectPart, readingBody, refusing, withAnswer } from "../mutants/connect/parts.ts";
import { inOrder, named, part, type Replace } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { type Body, isObject } from "../mutants/shared/answers.ts";
import { changingBody, deciding } from "./parts.ts";

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

/** Changes the body before a reversal reads it. */
const reading = (change: (body: Body) => void): Replace => readingBody("reversals", change);

/** Changes the amounts in both refusals for insufficient funds. */
const short = (change: (body: Body) => void): Replace =>
  inOrder(
    connectPart("reversals", ({ shortageRefusal }) => ({
      shortageRefusal: (shortage) => changingBody(shortageRefusal(shortage), change),
    })),
    connectPart("refunds", ({ shortageRefusal }) => ({
      shortageRefusal: (shortage) => changingBody(shortageRefusal(shortage), change),
    })),
  );

/** Other choices at the open points in `spec/areas/reversals.yaml`. */
export const variants = named<Variant>({
  "connect-refuses-backwards": {
    openPoints: ["reversal-precedence", "withdrawal-precedence", "refusal-precedence"],
    what: "Connect's guards run in the opposite order",
    replace: part(
      ["connect"],
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
  },
  "keys-on-reversals": {
    openPoints: ["reversal-key"],
    what: "A reversal repeated with its key gets the first answer again",
    wrap: (handler) => {
      const answers = new Map<string, { status: number; headers: Headers; text: string }>();
      return async (request) => {
        const { pathname } = new URL(request.url);
        const key = request.headers.get("idempotency-key");
        if (key === null || key === "" || !/^\/v1\/connect\/allocations\/[^/]+\/reversals$/.test(pathname))
          return handler(request);
        const id = JSON.stringify([request.headers.get("authorization"), pathname, key]);
        const known = answers.get(id);
        if (known !== undefined) return new Response(known.text, known);
        const answer = await handler(request);
        const text = await answer.text();
        if (answer.status === 201) answers.set(id, { status: 201, headers: answer.headers, text });
        return new Response(text, { status: answer.status, headers: answer.headers });
      };
    },
  },
  "keys-on-reversals-used-up": {
    openPoints: ["reversal-key"],
    what: "A reversal with a used key is refused as a duplicate",
    replace: deciding({ reversalKeys: "honoured" }),
  },
  "reversals-of-fractions-rounded": {
    openPoints: ["reversal-amount-bounds"],
    what: "A fraction in the amount of a reversal is rounded up to whole francs",
    replace: reading((body) => {
      const { amount } = body;
      if (typeof amount === "number") body["amount"] = Math.ceil(amount);
    }),
  },
  "null-reverses-all": {
    openPoints: ["reversal-null-amount"],
    what: "A null amount of a reversal counts as absent",
    replace: reading((body) => {
      if (body["amount"] === null) delete body["amount"];
    }),
  },
  "deleted-vendors-reversed": {
    openPoints: ["reversal-deleted-vendor"],
    what: "An allocation can be reversed after its vendor was deleted",
    replace: part(["connect", "targets", "createAllocationReversal"], ({ classify }) => ({
      classify: (state, caller, id) => {
        const cause = classify(state, caller, id);
        return cause === "deleted" ? undefined : cause;
      },
    })),
  },
  "fees-given-back": {
    openPoints: ["reversal-fee-return"],
    what: "A reversal returns its share of the surcharge to the marketplace",
    replace: acting("reversals", (decision, { state, command, now, ids, parts: { fees } }) => {
      const allocation = state.get(allocations, command.params["allocationId"] ?? "");
      const { body } = decision.answer;
      if (allocation === undefined || !isObject(body) || fees === undefined) return decision;
      const { accountId, mode, currency, amount, fee } = allocation;
      const wallet = walletIn(state, accountId, mode, currencyOf(state, accountId));
      const share = (total: number): number => Math.floor((fee * total) / amount);
      const total = Number(body["reversed_total"]);
      const returned = share(total) - share(total - Number(body["amount"]));
      if (wallet === undefined || returned === 0) return decision;
      const lines = [lineOn(wallet, "available", returned), { account: outside.fees, amount: -returned }];
      const entry = newEntry(ids, { at: now, kind: "fee.return", book: { mode, currency }, lines });
      return { ...decision, postings: [...(decision.postings ?? []), entry] };
    }),
  },
  "nothing-to-reverse-is-409": {
    openPoints: ["reversal-of-nothing"],
    what: "A reversal without an amount is refused with 409 when nothing remains",
    replace: refusing("reversals", "remainder", (refusal, { command }) =>
      isObject(command.body) && command.body["amount"] !== undefined
        ? refusal
        : only(coded(409, "connect.nothing_left", "Everything is reversed already")),
    ),
  },
  "nothing-to-reverse-is-reversed": {
    openPoints: ["reversal-of-nothing"],
    what: "A reversal without an amount reverses 0 when nothing remains",
    replace: refusing("reversals", "remainder", (refusal, { command }) =>
      isObject(command.body) && command.body["amount"] !== undefined ? refusal : undefined,
    ),
  },
  "funds-before-remainder": {
    openPoints: ["reversal-precedence"],
    what: "Insufficient funds take precedence over an exceeded remainder",
    replace: connectPart("reversals", ({ guards }) => ({ guards: guards.toReversed() })),
  },
  "only-the-available-is-reported": {
    openPoints: ["seller-available-scope"],
    what: "seller_available is only the available balance, although the pending one is drawn on as well",
    replace: refusing("reversals", "funds", (refusal, { state, command }) => {
      const allocation = state.get(allocations, command.params["allocationId"] ?? "");
      if (allocation === undefined) return refusal;
      const { vendor, mode, currency } = allocation;
      const seller_available = heldIn(state, walletIn(state, vendor, mode, currency)).available;
      return {
        ...withAnswer(refusal, (body) => Object.assign(body, { seller_available })),
        events: (refusal.events ?? []).map((event) => ({
          ...event,
          data: { ...event.data, seller_available },
        })),
      };
    }),
  },
  "shortages-in-capitals": {
    openPoints: ["refusal-currency-casing"],
    what: "The currency of a refusal for insufficient funds is in uppercase",
    replace: short((body) => {
      body["currency"] = String(body["currency"]).toUpperCase();
    }),
  },
});
