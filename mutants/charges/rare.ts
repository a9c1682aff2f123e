import { charges } from "../../emulator/areas/connect/records.ts";
import { heldIn, lineOn, outside, walletIn } from "../../emulator/areas/connect/wallets.ts";
import { liesAbout } from "../connect/lies.ts";
import { crediting, refusing } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { type Body, isObject } from "../shared/answers.ts";

const charge = liesAbout("charges");
const refund = liesAbout("refunds");

/** The refusal of a refund tells one figure otherwise where the vendor has nothing. */
const toldOfThePoor = (
  id: string,
  violates: Parameters<typeof refund.subtle>[1],
  summary: string,
  change: (body: Body) => void,
): Mutant =>
  refund.subtle(id, violates, summary, ({ shortageRefusal }) => ({
    shortageRefusal: (shortage) => {
      const answer = shortageRefusal(shortage);
      if (shortage.sellerAvailable > 0) return answer;
      const body = structuredClone(answer.body) as Body;
      change(body);
      return { ...answer, body };
    },
  }));

/** Charges and refunds that are wrong at a boundary, of some vendors, or the second time (§7.4, §7.5). */
export const rareChargeMutants: readonly Mutant[] = [
  refund.subtle(
    "refund-by-the-marketplace-first",
    "charges/vendor-pays-first",
    "The vendor pays what the marketplace cannot, and not the other way round.",
    () => ({
      split: (amount, _clawed, _vendor, marketplace) => {
        const share = Math.min(amount, marketplace);
        return { vendor: amount - share, marketplace: share };
      },
    }),
  ),
  refund.subtle(
    "refused-refund-takes-what-the-marketplace-has",
    "charges/refund-insufficient-leaves-the-marketplace",
    "A refund that is refused for lack of funds takes what the marketplace has.",
    (usual) =>
      refusing(usual, "funds", (refusal, { state, command, now, ids }) => {
        const { accountId, mode } = command.caller;
        const wallet = walletIn(state, accountId, mode, "xaf");
        const { available } = heldIn(state, wallet);
        if (wallet === undefined || available === 0) return refusal;
        return {
          ...refusal,
          postings: [
            {
              id: ids.id("entry_"),
              at: now,
              kind: "refund",
              currency: wallet.currency,
              lines: [lineOn(wallet, "available", -available), { account: outside.world, amount: available }],
            },
          ],
        };
      }),
  ),
  charge.subtle(
    "charge-at-no-rate-incomplete",
    "charges/commission-too-low-refused",
    "A rate of zero counts as none.",
    ({ create }) => ({
      create: {
        ...create,
        incomplete: (vendor, rate) => create.incomplete(vendor, rate === 0 ? undefined : rate),
      },
    }),
  ),
  refund.subtle(
    "refund-marketplace-pays-small-sums",
    "charges/marketplace-pays-last",
    "The marketplace pays nothing where it would have to pay more than a hundred francs.",
    ({ shortage }) => ({
      shortage: (amount, vendor, marketplace, currency) =>
        shortage(amount, vendor, amount - vendor > 100 ? 0 : marketplace, currency),
    }),
  ),
  refund.subtle(
    "refund-refused-to-vendors-with-a-little",
    "charges/marketplace-pays-last",
    "The marketplace pays for vendors that have nothing, and for no other.",
    ({ shortage }) => ({
      shortage: (amount, vendor, marketplace, currency) =>
        shortage(amount, vendor, vendor > 0 ? 0 : marketplace, currency),
    }),
  ),
  refund.subtle(
    "refund-shortage-in-another-currency",
    "charges/refund-insufficient-currency-of-the-charge",
    "The refusal of a refund and its event count in the other CFA franc.",
    ({ shortage }) => ({
      shortage: (amount, vendor, marketplace) => shortage(amount, vendor, marketplace, "xof"),
    }),
  ),
  refund.plain(
    "refund-shortage-seller-has-what-both-have",
    "charges/refund-insufficient-seller-available-is-held",
    "The refusal of a refund takes what the marketplace has for the vendor's.",
    ({ shortage }) => ({
      shortage: (...facts) => {
        const short = shortage(...facts);
        return short === undefined ? undefined : { ...short, sellerAvailable: short.available };
      },
    }),
  ),
  refund.subtle(
    "refund-shortage-seller-has-nothing",
    "charges/refund-insufficient-seller-available-is-held",
    "The refusal of a refund says of every vendor that it has nothing.",
    ({ shortage }) => ({
      shortage: (...facts) => {
        const short = shortage(...facts);
        return short === undefined ? undefined : { ...short, sellerAvailable: 0 };
      },
    }),
  ),
  toldOfThePoor(
    "refund-shortage-of-the-poor-without-seller",
    "charges/refund-insufficient-seller-available",
    "Where the vendor has nothing, the refusal of a refund does not say so.",
    (body) => delete body["seller_available"],
  ),
  toldOfThePoor(
    "refund-shortage-of-the-poor-in-text",
    "charges/refund-insufficient-shortfall",
    "Where the vendor has nothing, the shortfall is told as text.",
    (body) => (body["shortfall"] = `${String(body["shortfall"])} xaf`),
  ),
  refund.subtle(
    "refund-refused-again-credits-the-vendor",
    "charges/refund-insufficient-moves-no-money",
    "The second refusal of a refund credits the vendor a franc.",
    (usual) => {
      const refused = new Set<string>();
      return refusing(usual, "funds", (refusal, input) => {
        const { state, command } = input;
        const id = command.params["id"] ?? "";
        const [found] = state.find(charges, "intent", id);
        const wallet =
          found === undefined ? undefined : walletIn(state, found.vendor, found.mode, found.currency);
        if (!refused.has(id) || wallet === undefined) {
          refused.add(id);
          return refusal;
        }
        return crediting(refusal, wallet, input);
      });
    },
  ),
  charge.subtle(
    "refused-low-charge-credits-the-vendor",
    "charges/refused-charge-moves-no-money",
    "A charge that is refused for its low commission credits the vendor a franc.",
    ({ create }) => ({
      create: {
        ...create,
        ...refusing(create, "commission-low", (refusal, input) => {
          const { state, command } = input;
          const named = isObject(command.body) ? String(command.body["on_behalf_of"]) : "";
          const wallet = walletIn(state, named, command.caller.mode, "xaf");
          return crediting(refusal, wallet, input);
        }),
      },
    }),
  ),
];
