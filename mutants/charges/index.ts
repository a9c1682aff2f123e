import { activatedGuard } from "../../emulator/areas/connect/allocations.ts";
import type { ChargeParts } from "../../emulator/areas/connect/parts.ts";
import { charges } from "../../emulator/areas/connect/records.ts";
import { walletIn } from "../../emulator/areas/connect/wallets.ts";
import { coded, json, message, only } from "../../emulator/kernel/answers.ts";
import { connectMutant } from "../connect/mutant.ts";
import { connecting, crediting, refusing, without } from "../connect/parts.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";
import type { Body } from "../shared/answers.ts";
import { chargeOutageMutants } from "./outages.ts";
import { rareChargeMutants } from "./rare.ts";

type Create = ChargeParts["create"];

const creating =
  (change: (usual: Create) => Partial<Create>) =>
  ({ create }: ChargeParts): Partial<ChargeParts> => ({ create: { ...create, ...change(create) } });

const answering = (change: Partial<Create["refusals"]>) =>
  creating(({ refusals }) => ({ refusals: { ...refusals, ...change } }));

/** The refusal of a refund for lack of funds with another body. */
const telling = (fault: Fault, change: (body: Body) => void): Mutant =>
  connectMutant(fault, "refunds", ({ shortageRefusal }) => ({
    shortageRefusal: (shortage) => {
      const answer = shortageRefusal(shortage);
      const body = structuredClone(answer.body) as Body;
      change(body);
      return { ...answer, body };
    },
  }));

/** Charges and refunds with one thing wrong (§7.4, §7.5). */
export const chargeMutants: readonly Mutant[] = [
  connectMutant(
    {
      id: "charge-refused-for-its-vendor",
      violates: "charges/both-accepted",
      summary: "Every charge on behalf of a vendor is refused.",
    },
    "charges",
    creating(() => ({ incomplete: () => true })),
  ),
  connectMutant(
    {
      id: "charge-needs-no-rate",
      violates: "charges/vendor-without-rate-refused",
      summary: "A vendor without a rate is taken as a plain intent.",
    },
    "charges",
    creating(({ incomplete, concerns }) => ({
      incomplete: (vendor, rate) => rate !== undefined && incomplete(vendor, rate),
      concerns: (body) => concerns(body) && (body as Body)["application_fee_rate"] !== undefined,
    })),
  ),
  connectMutant(
    {
      id: "charge-without-rate-is-400",
      violates: "charges/vendor-without-rate-refused",
      summary: "A vendor without a rate is refused with 400.",
      subtle: true,
    },
    "charges",
    answering({ incomplete: () => coded(400, "connect.incomplete_request", "Give both") }),
  ),
  connectMutant(
    {
      id: "charge-needs-no-vendor",
      violates: "charges/rate-without-vendor-refused",
      summary: "A rate without a vendor is ignored.",
    },
    "charges",
    creating(({ concerns }) => ({
      concerns: (body) => concerns(body) && (body as Body)["on_behalf_of"] !== undefined,
    })),
  ),
  connectMutant(
    {
      id: "charge-commission-may-be-low",
      violates: "charges/commission-too-low-refused",
      summary: "A commission may be lower than the service's fees.",
    },
    "charges",
    creating(() => ({ tooLow: () => false })),
  ),
  connectMutant(
    {
      id: "charge-low-commission-is-422",
      violates: "charges/commission-too-low-refused",
      summary: "A commission below the service's fees is refused with 422.",
      subtle: true,
    },
    "charges",
    answering({ tooLow: () => coded(422, "connect.application_fee_too_low", "Too low") }),
  ),
  connectMutant(
    {
      id: "charge-commission-may-be-high",
      violates: "charges/commission-too-high-refused",
      summary: "A commission may be higher than the amount.",
    },
    "charges",
    creating(() => ({ tooHigh: () => false })),
  ),
  connectMutant(
    {
      id: "charge-high-commission-is-called-low",
      violates: "charges/commission-too-high-refused",
      summary: "A commission beyond the amount is refused as too low.",
      subtle: true,
    },
    "charges",
    answering({ tooHigh: () => coded(400, "connect.application_fee_too_low", "Too low") }),
  ),
  connectMutant(
    {
      id: "charge-without-connect",
      violates: "charges/not-activated-refused",
      summary: "A merchant without Connect charges on behalf of vendors.",
    },
    "charges",
    creating((usual) => without(usual, activatedGuard.name)),
  ),
  connectMutant(
    {
      id: "charge-without-connect-is-403",
      violates: "charges/not-activated-refused",
      summary: "A charge without Connect is forbidden.",
      subtle: true,
    },
    "charges",
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
  connectMutant(
    {
      id: "refused-charge-credits-the-vendor",
      violates: "charges/refused-charge-moves-no-money",
      summary: "A charge that is refused for its high commission credits the vendor a franc.",
      subtle: true,
    },
    "charges",
    creating((usual) =>
      refusing(usual, "commission-high", (refusal, input) => {
        const { state, command } = input;
        const named = (command.body as Body)["on_behalf_of"];
        const wallet = walletIn(state, String(named), command.caller.mode, "xaf");
        return crediting(refusal, wallet, input);
      }),
    ),
  ),
  connectMutant(
    {
      id: "refund-shortage-has-another-code",
      violates: "charges/refund-insufficient-refused",
      summary: "A refund that nobody can pay has the code of a reversal.",
    },
    "refunds",
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
  connectMutant(
    {
      id: "refund-shortage-of-parts-is-422",
      violates: "charges/refund-insufficient-refused",
      summary: "A partial refund that nobody can pay is refused with 422.",
      subtle: true,
    },
    "refunds",
    ({ shortageRefusal }) => ({
      shortageRefusal: (shortage) => ({
        ...shortageRefusal(shortage),
        ...(shortage.required % 5 === 0 ? {} : { status: 422 }),
      }),
    }),
  ),
  telling(
    {
      id: "refund-shortage-without-required",
      violates: "charges/refund-insufficient-required",
      summary: "The refusal of a refund does not say what is needed.",
    },
    (body) => {
      delete body["required"];
    },
  ),
  telling(
    {
      id: "refund-shortage-seller-as-text",
      violates: "charges/refund-insufficient-seller-available",
      summary: "The refusal of a refund reports the vendor's funds as text.",
    },
    (body) => {
      body["seller_available"] = String(body["seller_available"]);
    },
  ),
  telling(
    {
      id: "refund-shortage-without-shortfall",
      violates: "charges/refund-insufficient-shortfall",
      summary: "The refusal of a refund does not say what is missing.",
    },
    (body) => {
      delete body["shortfall"];
    },
  ),
  telling(
    {
      id: "refund-shortage-without-available",
      violates: "charges/refund-insufficient-available",
      summary: "The refusal of a refund does not say what is there.",
    },
    (body) => {
      delete body["available"];
    },
  ),
  telling(
    {
      id: "refund-shortage-without-marketplace",
      violates: "charges/refund-insufficient-marketplace-balance",
      summary: "The refusal of a refund hides the marketplace's balance.",
    },
    (body) => {
      body["marketplace_balance"] = null;
    },
  ),
  telling(
    {
      id: "refund-shortage-currency-as-number",
      violates: "charges/refund-insufficient-currency",
      summary: "The refusal of a refund reports the currency by its number.",
    },
    (body) => {
      body["currency"] = 950;
    },
  ),
  connectMutant(
    {
      id: "refused-refund-credits-the-vendor",
      violates: "charges/refund-insufficient-moves-no-money",
      summary: "A refund that is refused for lack of funds credits the vendor a franc.",
    },
    "refunds",
    (usual) =>
      refusing(usual, "funds", (refusal, input) => {
        const { state, command } = input;
        const [charge] = state.find(charges, "intent", command.params["id"] ?? "");
        const wallet =
          charge === undefined ? undefined : walletIn(state, charge.vendor, charge.mode, charge.currency);
        return crediting(refusal, wallet, input);
      }),
  ),
  connectMutant(
    {
      id: "refund-refused-for-ever",
      violates: "charges/refund-insufficient-then-funded",
      summary: "A refund that was refused once stays refused.",
    },
    "refunds",
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
  connectMutant(
    {
      id: "refund-of-exactly-what-is-there-refused",
      violates: "charges/refund-with-exact-funds",
      summary: "A refund for which the funds just suffice is refused.",
      subtle: true,
    },
    "refunds",
    ({ shortage }) => ({
      shortage: (amount, vendor, marketplace, currency) => {
        const short = shortage(amount, vendor, marketplace, currency);
        const exact = shortage(amount, vendor, marketplace - 1, currency);
        return short ?? (exact === undefined ? undefined : { ...exact, shortfall: 0 });
      },
    }),
  ),
  connectMutant(
    {
      id: "refund-by-the-vendor-alone",
      violates: "charges/marketplace-pays-last",
      summary: "Only the vendor pays a refund.",
    },
    "refunds",
    ({ shortage }) => ({
      shortage: (amount, vendor, _marketplace, currency) => shortage(amount, vendor, 0, currency),
    }),
  ),
  ...chargeOutageMutants,
  ...rareChargeMutants,
];
