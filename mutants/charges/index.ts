import { activatedGuard } from "../../emulator/areas/connect/allocations.ts";
import type { ChargeParts } from "../../emulator/areas/connect/parts.ts";
import { charges } from "../../emulator/areas/connect/records.ts";
import { walletIn } from "../../emulator/areas/connect/wallets.ts";
import { coded, json, message, only } from "../../emulator/kernel/answers.ts";
import { liesAbout } from "../connect/lies.ts";
import { connecting, crediting, refusing, without } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { type Body, mutant } from "../shared/answers.ts";
import { chargeOutageMutants } from "./outages.ts";
import { rareChargeMutants } from "./rare.ts";

const { plain, subtle } = liesAbout("charges");
const refund = liesAbout("refunds");

type Create = ChargeParts["create"];

const creating =
  (change: (usual: Create) => Partial<Create>) =>
  ({ create }: ChargeParts): Partial<ChargeParts> => ({ create: { ...create, ...change(create) } });

const answering = (change: Partial<Create["refusals"]>) =>
  creating(({ refusals }) => ({ refusals: { ...refusals, ...change } }));

/** The refusal of a refund for lack of funds with another body. */
const telling = (
  id: string,
  violates: Parameters<typeof refund.plain>[1],
  summary: string,
  change: (body: Body) => void,
): Mutant =>
  refund.plain(id, violates, summary, ({ shortageRefusal }) => ({
    shortageRefusal: (shortage) => {
      const answer = shortageRefusal(shortage);
      const body = structuredClone(answer.body) as Body;
      change(body);
      return { ...answer, body };
    },
  }));

/** Charges and refunds with one thing wrong (§7.4, §7.5). */
export const chargeMutants: readonly Mutant[] = [
  plain(
    "charge-refused-for-its-vendor",
    "charges/both-accepted",
    "Every charge on behalf of a vendor is refused.",
    creating(() => ({ incomplete: () => true })),
  ),
  plain(
    "charge-needs-no-rate",
    "charges/vendor-without-rate-refused",
    "A vendor without a rate is taken as a plain intent.",
    creating(({ incomplete, concerns }) => ({
      incomplete: (vendor, rate) => rate !== undefined && incomplete(vendor, rate),
      concerns: (body) => concerns(body) && (body as Body)["application_fee_rate"] !== undefined,
    })),
  ),
  subtle(
    "charge-without-rate-is-400",
    "charges/vendor-without-rate-refused",
    "A vendor without a rate is refused with 400.",
    answering({ incomplete: () => coded(400, "connect.incomplete_request", "Give both") }),
  ),
  plain(
    "charge-needs-no-vendor",
    "charges/rate-without-vendor-refused",
    "A rate without a vendor is ignored.",
    creating(({ concerns }) => ({
      concerns: (body) => concerns(body) && (body as Body)["on_behalf_of"] !== undefined,
    })),
  ),
  plain(
    "charge-commission-may-be-low",
    "charges/commission-too-low-refused",
    "A commission may be lower than the service's fees.",
    creating(() => ({ tooLow: () => false })),
  ),
  subtle(
    "charge-low-commission-is-422",
    "charges/commission-too-low-refused",
    "A commission below the service's fees is refused with 422.",
    answering({ tooLow: () => coded(422, "connect.application_fee_too_low", "Too low") }),
  ),
  plain(
    "charge-commission-may-be-high",
    "charges/commission-too-high-refused",
    "A commission may be higher than the amount.",
    creating(() => ({ tooHigh: () => false })),
  ),
  subtle(
    "charge-high-commission-is-called-low",
    "charges/commission-too-high-refused",
    "A commission beyond the amount is refused as too low.",
    answering({ tooHigh: () => coded(400, "connect.application_fee_too_low", "Too low") }),
  ),
  plain(
    "charge-without-connect",
    "charges/not-activated-refused",
    "A merchant without Connect charges on behalf of vendors.",
    creating((usual) => without(usual, activatedGuard.name)),
  ),
  subtle(
    "charge-without-connect-is-403",
    "charges/not-activated-refused",
    "A charge without Connect is forbidden.",
    creating((usual) => refusing(usual, activatedGuard.name, () => only(message(403, "Forbidden")))),
  ),
  mutant(
    {
      id: "intent-needs-a-vendor",
      violates: "charges/neither-accepted",
      summary: "An intent without a vendor is refused by a merchant with Connect.",
    },
    (parts) =>
      connecting(parts, ({ charges: usual }) => ({
        charges: {
          ...usual,
          create: { ...usual.create, concerns: () => true, incomplete: (vendor) => vendor === undefined },
        },
      })),
  ),
  subtle(
    "refused-charge-credits-the-vendor",
    "charges/refused-charge-moves-no-money",
    "A charge that is refused for its high commission credits the vendor a franc.",
    creating((usual) =>
      refusing(usual, "commission-high", (refusal, input) => {
        const { state, command } = input;
        const named = (command.body as Body)["on_behalf_of"];
        const wallet = walletIn(state, String(named), command.caller.mode, "xaf");
        return crediting(refusal, wallet, input);
      }),
    ),
  ),
  refund.plain(
    "refund-shortage-has-another-code",
    "charges/refund-insufficient-refused",
    "A refund that nobody can pay has the code of a reversal.",
    ({ shortageRefusal }) => ({
      shortageRefusal: (shortage) => ({
        ...shortageRefusal(shortage),
        body: {
          ...(shortageRefusal(shortage).body as object),
          code: "connect.insufficient_funds_for_reversal",
        },
      }),
    }),
  ),
  refund.subtle(
    "refund-shortage-of-parts-is-422",
    "charges/refund-insufficient-refused",
    "A partial refund that nobody can pay is refused with 422.",
    ({ shortageRefusal }) => ({
      shortageRefusal: (shortage) => ({
        ...shortageRefusal(shortage),
        ...(shortage.required % 5 === 0 ? {} : { status: 422 }),
      }),
    }),
  ),
  telling(
    "refund-shortage-without-required",
    "charges/refund-insufficient-required",
    "The refusal of a refund does not say what is needed.",
    (body) => {
      delete body["required"];
    },
  ),
  telling(
    "refund-shortage-seller-as-text",
    "charges/refund-insufficient-seller-available",
    "The refusal of a refund tells the vendor's funds as text.",
    (body) => {
      body["seller_available"] = String(body["seller_available"]);
    },
  ),
  telling(
    "refund-shortage-without-shortfall",
    "charges/refund-insufficient-shortfall",
    "The refusal of a refund does not say what is missing.",
    (body) => {
      delete body["shortfall"];
    },
  ),
  telling(
    "refund-shortage-without-available",
    "charges/refund-insufficient-available",
    "The refusal of a refund does not say what is there.",
    (body) => {
      delete body["available"];
    },
  ),
  telling(
    "refund-shortage-without-marketplace",
    "charges/refund-insufficient-marketplace-balance",
    "The refusal of a refund hides the marketplace's balance.",
    (body) => {
      body["marketplace_balance"] = null;
    },
  ),
  telling(
    "refund-shortage-currency-as-number",
    "charges/refund-insufficient-currency",
    "The refusal of a refund tells the currency by its number.",
    (body) => {
      body["currency"] = 950;
    },
  ),
  refund.plain(
    "refused-refund-credits-the-vendor",
    "charges/refund-insufficient-moves-no-money",
    "A refund that is refused for lack of funds credits the vendor a franc.",
    (usual) =>
      refusing(usual, "funds", (refusal, input) => {
        const { state, command } = input;
        const [charge] = state.find(charges, "intent", command.params["id"] ?? "");
        const wallet =
          charge === undefined ? undefined : walletIn(state, charge.vendor, charge.mode, charge.currency);
        return crediting(refusal, wallet, input);
      }),
  ),
  refund.plain(
    "refund-refused-for-ever",
    "charges/refund-insufficient-then-funded",
    "A refund that was refused once stays refused.",
    (usual) => {
      const refused = new Set<string>();
      const remembering = refusing(usual, "funds", (refusal, { command }) => {
        refused.add(command.params["id"] ?? "");
        return refusal;
      });
      return {
        guards: [
          {
            name: "memory",
            refuse: ({ command }) =>
              refused.has(command.params["id"] ?? "")
                ? only(json(422, { code: "connect.refund_refused" }))
                : undefined,
          },
          ...remembering.guards,
        ],
      };
    },
  ),
  refund.subtle(
    "refund-of-exactly-what-is-there-refused",
    "charges/refund-with-exact-funds",
    "A refund for which the funds just suffice is refused.",
    ({ shortage }) => ({
      shortage: (amount, vendor, marketplace, currency) => {
        const short = shortage(amount, vendor, marketplace, currency);
        const exact = shortage(amount, vendor, marketplace - 1, currency);
        return short ?? (exact === undefined ? undefined : { ...exact, shortfall: 0 });
      },
    }),
  ),
  refund.plain(
    "refund-by-the-vendor-alone",
    "charges/marketplace-pays-last",
    "Only the vendor pays a refund.",
    ({ shortage }) => ({
      shortage: (amount, vendor, _marketplace, currency) => shortage(amount, vendor, 0, currency),
    }),
  ),
  ...chargeOutageMutants,
  ...rareChargeMutants,
];
