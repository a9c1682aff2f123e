import { allocations } from "../../emulator/areas/connect/records.ts";
import { currencyOf, heldIn, lineOn, outside, walletIn } from "../../emulator/areas/connect/wallets.ts";
import type { Parts } from "../../emulator/index.ts";
import { coded, json, message, only, validationFailed } from "../../emulator/kernel/answers.ts";
import { acting, answered, connecting, readingAs, refusing, reversing, withBody } from "../connect/parts.ts";
import type { Variant } from "../mutant.ts";
import { type Body, isObject } from "../shared/answers.ts";
import { variant } from "./parts/variant.ts";

/** Reversals that read their body otherwise. */
const reading = (parts: Parts, change: (body: Body) => void): Parts =>
  reversing(parts, (usual) => readingAs(usual, (input) => withBody(input, change)));

/** The two refusals for lack of funds with their amounts told otherwise. */
const short = (parts: Parts, change: (body: Body) => void): Parts =>
  connecting(parts, ({ reversals, refunds }) => ({
    reversals: {
      ...reversals,
      shortageRefusal: (shortage) => changed(reversals.shortageRefusal(shortage), change),
    },
    refunds: {
      ...refunds,
      shortageRefusal: (shortage) => changed(refunds.shortageRefusal(shortage), change),
    },
  }));

function changed<A extends { body: unknown }>(answer: A, change: (body: Body) => void): A {
  if (!isObject(answer.body)) return answer;
  const body = { ...answer.body };
  change(body);
  return { ...answer, body };
}

/** Open points about reversals and refusals for lack of funds (§2.6, §4.5, §7.3–7.5). */
export const reversalVariants: readonly Variant[] = [
  variant(
    "odd-reversals-take-all",
    "reversal-amount-bounds",
    "A reversal of zero, of a negative amount or of a fraction is one without an amount",
    (parts) =>
      reading(parts, (body) => {
        const { amount } = body;
        if (typeof amount === "number" && !(Number.isSafeInteger(amount) && amount > 0))
          delete body["amount"];
      }),
  ),
  variant(
    "null-reverses-all",
    "reversal-null-amount",
    "A null amount of a reversal is an absent one",
    (parts) =>
      reading(parts, (body) => {
        if (body["amount"] === null) delete body["amount"];
      }),
  ),
  variant(
    "deleted-vendors-reversed",
    "reversal-deleted-vendor",
    "An allocation to a vendor that was deleted since is reversed",
    (parts) =>
      connecting(parts, ({ targets }) => {
        const usual = targets.createAllocationReversal;
        return {
          targets: {
            ...targets,
            createAllocationReversal: {
              ...usual,
              classify: (state, caller, id) => {
                const cause = usual.classify(state, caller, id);
                return cause === "deleted" ? undefined : cause;
              },
            },
          },
        };
      }),
  ),
  variant(
    "fees-given-back",
    "reversal-fee-return",
    "A reversal gives the marketplace its share of the surcharge back",
    (parts) =>
      reversing(parts, (usual) =>
        acting(usual, (decision, { state, command, now, ids, parts: { fees } }) => {
          const allocation = state.get(allocations, command.params["allocationId"] ?? "");
          const { body } = decision.answer;
          if (allocation === undefined || !isObject(body) || fees === undefined) return decision;
          const { accountId, mode, currency, amount, fee } = allocation;
          const wallet = walletIn(state, accountId, mode, currencyOf(state, accountId));
          const share = (total: number): number => Math.floor((fee * total) / amount);
          const total = Number(body["reversed_total"]);
          const returned = share(total) - share(total - Number(body["amount"]));
          if (wallet === undefined || returned === 0) return decision;
          const entry = {
            id: ids.id("entry_"),
            at: now,
            kind: "fee.return",
            currency,
            lines: [lineOn(wallet, "available", returned), { account: outside.fees, amount: -returned }],
          };
          return { ...decision, postings: [...(decision.postings ?? []), entry] };
        }),
      ),
  ),
  variant(
    "nothing-to-reverse-is-409",
    "reversal-of-nothing",
    "A reversal without an amount is refused with 409 when nothing remains",
    (parts) =>
      reversing(parts, (usual) =>
        refusing(usual, "remainder", (refusal, { command }) =>
          isObject(command.body) && command.body["amount"] !== undefined
            ? refusal
            : only(coded(409, "connect.nothing_left", "Everything is reversed already")),
        ),
      ),
  ),
  variant(
    "unknown-allocations-are-404",
    "reversal-unknown-allocation",
    "An allocation that the caller does not have is not found",
    (parts) => reversing(parts, () => ({ unknown: () => message(404, "allocation not found") })),
  ),
  variant(
    "unknown-allocations-are-gone",
    "reversal-unknown-allocation",
    "An allocation that the caller does not have is answered 410",
    (parts) => reversing(parts, () => ({ unknown: () => message(410, "Gone") })),
  ),
  variant(
    "unknown-allocations-are-422",
    "reversal-unknown-allocation",
    "An allocation that the caller does not have is an invalid parameter",
    (parts) =>
      reversing(parts, () => ({
        unknown: () =>
          validationFailed(422, [{ rule: "exists", field: "allocationId", message: "exists failed" }]),
      })),
  ),
  variant(
    "funds-before-remainder",
    "reversal-precedence",
    "A vendor's lack of funds is told before the remainder is looked at",
    (parts) => reversing(parts, ({ guards }) => ({ guards: guards.toReversed() })),
  ),
  variant(
    "only-the-available-is-told",
    "seller-available-scope",
    "seller_available is the available balance alone, though the pending one is drawn on as well",
    (parts) =>
      reversing(parts, (usual) =>
        refusing(usual, "funds", (refusal, { state, command }) => {
          const allocation = state.get(allocations, command.params["allocationId"] ?? "");
          if (allocation === undefined) return refusal;
          const { vendor, mode, currency } = allocation;
          const seller_available = heldIn(state, walletIn(state, vendor, mode, currency)).available;
          return {
            ...answered(refusal, (body) => Object.assign(body, { seller_available })),
            events: (refusal.events ?? []).map((event) => ({
              ...event,
              data: { ...event.data, seller_available },
            })),
          };
        }),
      ),
  ),
  variant(
    "shortages-in-capitals",
    "refusal-currency-casing",
    "The currency of a refusal for lack of funds is in capital letters",
    (parts) =>
      short(parts, (body) => {
        body["currency"] = String(body["currency"]).toUpperCase();
      }),
  ),
  variant(
    "available-is-the-marketplaces",
    ["refund-402-arithmetic", "refund-402-extras"],
    "What is available for a refund is the marketplace's balance alone",
    (parts) =>
      connecting(parts, ({ refunds }) => ({
        refunds: {
          ...refunds,
          shortageRefusal: (shortage) =>
            changed(refunds.shortageRefusal(shortage), (body) => {
              body["available"] = body["marketplace_balance"];
            }),
        },
      })),
  ),
  variant(
    "unknown-allocations-told-apart",
    "reversal-unknown-allocation",
    "A malformed identifier of an allocation is answered 400",
    (parts) =>
      reversing(parts, (usual) =>
        refusing(usual, "allocation", (refusal, { command }) =>
          /^ctr_\w+$/.test(command.params["allocationId"] ?? "")
            ? refusal
            : only(json(400, { message: "This is no allocation" })),
        ),
      ),
  ),
];
