import { charges } from "../../emulator/areas/connect/records.ts";
import { heldIn, lineOn, outside, walletIn } from "../../emulator/areas/connect/wallets.ts";
import { connectMutant } from "../connect/mutant.ts";
import { crediting, refusing } from "../connect/parts.ts";
import type { Fault, Mutant } from "../mutant.ts";
import { type Body, isObject } from "../shared/answers.ts";

/** The refusal of a refund reports one figure otherwise where the vendor has nothing. */
const toldOfThePoor = (fault: Fault, change: (body: Body) => void): Mutant =>
  connectMutant({ ...fault, subtle: true }, "refunds", ({ shortageRefusal }) => ({
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
  connectMutant(
    {
      id: "refund-by-the-marketplace-first",
      violates: "charges/vendor-pays-first",
      summary: "The vendor pays what the marketplace cannot, and not the other way round.",
      subtle: true,
    },
    "refunds",
    () => ({
      split: (amount, _clawed, _vendor, marketplace) => {
        const share = Math.min(amount, marketplace);
        return { vendor: amount - share, marketplace: share };
      },
    }),
  ),
  connectMutant(
    {
      id: "refused-refund-takes-what-the-marketplace-has",
      violates: "charges/refund-insufficient-leaves-the-marketplace",
      summary: "A refund that is refused for lack of funds takes what the marketplace has.",
      subtle: true,
    },
    "refunds",
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
  connectMutant(
    {
      id: "charge-at-no-rate-incomplete",
      violates: "charges/commission-too-low-refused",
      summary: "A rate of zero counts as none.",
      subtle: true,
    },
    "charges",
    ({ create }) => ({
      create: {
        ...create,
        incomplete: (vendor, rate) => create.incomplete(vendor, rate === 0 ? undefined : rate),
      },
    }),
  ),
  connectMutant(
    {
      id: "refund-marketplace-pays-small-sums",
      violates: "charges/marketplace-pays-last",
      summary: "The marketplace pays nothing where it would have to pay more than a hundred francs.",
      subtle: true,
    },
    "refunds",
    ({ shortage }) => ({
      shortage: (amount, vendor, marketplace, currency) =>
        shortage(amount, vendor, amount - vendor > 100 ? 0 : marketplace, currency),
    }),
  ),
  connectMutant(
    {
      id: "refund-refused-to-vendors-with-a-little",
      violates: "charges/marketplace-pays-last",
      summary: "The marketplace pays for vendors that have nothing, and for no other.",
      subtle: true,
    },
    "refunds",
    ({ shortage }) => ({
      shortage: (amount, vendor, marketplace, currency) =>
        shortage(amount, vendor, vendor > 0 ? 0 : marketplace, currency),
    }),
  ),
  connectMutant(
    {
      id: "refund-shortage-in-another-currency",
      violates: "charges/refund-insufficient-currency-of-the-charge",
      summary: "The refusal of a refund and its event count in the other CFA franc.",
      subtle: true,
    },
    "refunds",
    ({ shortage }) => ({
      shortage: (amount, vendor, marketplace) => shortage(amount, vendor, marketplace, "xof"),
    }),
  ),
  connectMutant(
    {
      id: "refund-shortage-seller-has-what-both-have",
      violates: "charges/refund-insufficient-seller-available-is-held",
      summary: "The refusal of a refund takes what the marketplace has for the vendor's.",
    },
    "refunds",
    ({ shortage }) => ({
      shortage: (...facts) => {
        const short = shortage(...facts);
        return short === undefined ? undefined : { ...short, sellerAvailable: short.available };
      },
    }),
  ),
  connectMutant(
    {
      id: "refund-shortage-seller-has-nothing",
      violates: "charges/refund-insufficient-seller-available-is-held",
      summary: "The refusal of a refund says of every vendor that it has nothing.",
      subtle: true,
    },
    "refunds",
    ({ shortage }) => ({
      shortage: (...facts) => {
        const short = shortage(...facts);
        return short === undefined ? undefined : { ...short, sellerAvailable: 0 };
      },
    }),
  ),
  toldOfThePoor(
    {
      id: "refund-shortage-of-the-poor-without-seller",
      violates: "charges/refund-insufficient-seller-available",
      summary: "Where the vendor has nothing, the refusal of a refund does not say so.",
    },
    (body) => delete body["seller_available"],
  ),
  toldOfThePoor(
    {
      id: "refund-shortage-of-the-poor-in-text",
      violates: "charges/refund-insufficient-shortfall",
      summary: "Where the vendor has nothing, the shortfall is reported as text.",
    },
    (body) => (body["shortfall"] = `${String(body["shortfall"])} xaf`),
  ),
  connectMutant(
    {
      id: "refund-refused-again-credits-the-vendor",
      violates: "charges/refund-insufficient-moves-no-money",
      summary: "The second refusal of a refund credits the vendor a franc.",
      subtle: true,
    },
    "refunds",
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
  connectMutant(
    {
      id: "refused-low-charge-credits-the-vendor",
      violates: "charges/refused-charge-moves-no-money",
      summary: "A charge that is refused for its low commission credits the vendor a franc.",
      subtle: true,
    },
    "charges",
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
