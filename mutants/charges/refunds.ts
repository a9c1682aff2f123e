import { charges } from "../../emulator/areas/connect/records.ts";
import { walletIn } from "../../emulator/areas/account/wallets.ts";
import { connectPart, crediting, refusing, refusingForEver } from "../connect/parts.ts";
import { where } from "../faults/fields.ts";
import { type OfRequest, refusalFaults, refusalMoving } from "../faults/guards.ts";
import { as, asText, constantly, nothing } from "../faults/values.ts";
import { byId, named, part, perEmulator } from "../mutant.ts";
import { firsts } from "../shared/firsts.ts";

const refusal = refusalFaults("refund", ["refunds", "funds"], "charges/refund-insufficient-");
const withoutFunds = where(
  "of a vendor without funds",
  ({ body }: OfRequest) => Number(body["seller_available"]) <= 0,
);
const ofOddAmounts = where("of no round amount", ({ body }: OfRequest) => Number(body["required"]) % 5 !== 0);
const withItsCurrency = as("a text with its currency", (amount) => `${String(amount)} xaf`);

export const mutants = named({
  "intent-of-a-refunded-charge-is-reversed": {
    violates: ["charges/refunded-intent-has-a-status"],
    summary: "The intent of a charge that was refunded completely has the status `reversed`.",
    replace: part(["paymentIntents", "retrieve"], ({ find }) => ({
      find: (context) => {
        const intent = find(context);
        const [charge] = intent === undefined ? [] : context.state.find(charges, "intent", intent.id);
        if (intent === undefined || charge?.refunded !== charge?.amount) return intent;
        return { ...intent, status: charge === undefined ? intent.status : ("reversed" as "failed") };
      },
    })),
  },
  ...byId([
    refusal.gives("status", "refused", constantly(422), ofOddAmounts),
    refusal.gives("code", "refused", constantly("connect.insufficient_funds_for_reversal")),
    refusal.drops("required", "required"),
    refusal.gives("seller_available", "seller-available", asText),
    refusal.drops("seller_available", "seller-available", withoutFunds),
    refusal.drops("shortfall", "shortfall"),
    refusal.gives("shortfall", "shortfall", withItsCurrency, withoutFunds),
    refusal.drops("available", "available"),
    refusal.gives("marketplace_balance", "marketplace-balance", nothing),
    refusal.gives("currency", "currency", constantly(950)),
    refusalMoving(["refunds", "funds"], "credits the vendor", "charges/refund-insufficient-moves-no-money"),
    refusalMoving(
      ["refunds", "funds"],
      "takes what the marketplace has",
      "charges/refund-insufficient-leaves-the-marketplace",
    ),
  ]),
  "refund-refused-for-ever": {
    violates: ["charges/refund-insufficient-then-funded"],
    summary: "A refund that was refused once stays refused.",
    replace: refusingForEver("refunds", "funds", ({ command }) => command.params["id"]),
  },
  "refund-of-exactly-what-is-there-refused": {
    violates: ["charges/refund-with-exact-funds"],
    summary: "A refund of exactly the available funds is refused.",
    replace: connectPart("refunds", ({ shortage }) => ({
      shortage: (amount, vendor, marketplace, currency) => {
        const short = shortage(amount, vendor, marketplace, currency);
        const exact = shortage(amount, vendor, marketplace - 1, currency);
        return short ?? (exact === undefined ? undefined : { ...exact, shortfall: 0 });
      },
    })),
  },
  "refund-by-the-vendor-alone": {
    violates: ["charges/marketplace-pays-last"],
    summary: "Only the vendor pays a refund.",
    replace: connectPart("refunds", ({ shortage }) => ({
      shortage: (amount, vendor, _marketplace, currency) => shortage(amount, vendor, 0, currency),
    })),
  },
  "refund-by-the-marketplace-first": {
    violates: ["charges/vendor-pays-first"],
    summary: "The vendor pays what the marketplace cannot, instead of the reverse.",
    replace: connectPart("refunds", () => ({
      split: (amount, _clawed, _vendor, marketplace) => {
        const share = Math.min(amount, marketplace);
        return { vendor: amount - share, marketplace: share };
      },
    })),
  },
  "refund-marketplace-pays-small-sums": {
    violates: ["charges/marketplace-pays-last"],
    summary: "The marketplace does not pay more than a hundred francs.",
    replace: connectPart("refunds", ({ shortage }) => ({
      shortage: (amount, vendor, marketplace, currency) =>
        shortage(amount, vendor, amount - vendor > 100 ? 0 : marketplace, currency),
    })),
  },
  "refund-refused-to-vendors-with-a-little": {
    violates: ["charges/marketplace-pays-last"],
    summary: "The marketplace pays for vendors that have nothing, and for no other.",
    replace: connectPart("refunds", ({ shortage }) => ({
      shortage: (amount, vendor, marketplace, currency) =>
        shortage(amount, vendor, vendor > 0 ? 0 : marketplace, currency),
    })),
  },
  "refund-shortage-in-another-currency": {
    violates: ["charges/refund-insufficient-currency-of-the-charge"],
    summary: "The refusal of a refund and its event report the currency XOF.",
    replace: connectPart("refunds", ({ shortage }) => ({
      shortage: (amount, vendor, marketplace) => shortage(amount, vendor, marketplace, "xof"),
    })),
  },
  "refund-shortage-seller-has-what-both-have": {
    violates: ["charges/refund-insufficient-seller-available-is-held"],
    summary: "The refusal of a refund reports the marketplace's funds as the vendor's.",
    replace: connectPart("refunds", ({ shortage }) => ({
      shortage: (...facts) => {
        const short = shortage(...facts);
        return short === undefined ? undefined : { ...short, sellerAvailable: short.available };
      },
    })),
  },
  "refund-shortage-seller-has-nothing": {
    violates: ["charges/refund-insufficient-seller-available-is-held"],
    summary: "The refusal of a refund reports zero as every vendor's funds.",
    replace: connectPart("refunds", ({ shortage }) => ({
      shortage: (...facts) => {
        const short = shortage(...facts);
        return short === undefined ? undefined : { ...short, sellerAvailable: 0 };
      },
    })),
  },
  "refund-refused-again-credits-the-vendor": {
    violates: ["charges/refund-insufficient-moves-no-money"],
    summary: "The second refusal of a refund credits the vendor a franc.",
    replace: perEmulator(() => {
      const isFirst = firsts();
      return refusing("refunds", "funds", (refusal, input) => {
        const { state, command } = input;
        const id = command.params["id"] ?? "";
        const [found] = state.find(charges, "intent", id);
        const wallet =
          found === undefined ? undefined : walletIn(state, found.vendor, found.mode, found.currency);
        return isFirst(id) ? refusal : crediting(refusal, wallet, input);
      });
    }),
  },
});
