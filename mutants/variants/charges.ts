import { chargeOf } from "../../emulator/areas/connect/captures.ts";
import type { FeePayer } from "../../emulator/areas/connect/fees.ts";
import type { ConnectGuard } from "../../emulator/areas/connect/parts.ts";
import { coded, json, only } from "../../emulator/kernel/answers.ts";
import { alsoRefusing, connectPart, refusing } from "../connect/parts.ts";
import { type Description, type Handler, inOrder, type Variant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { changingBody } from "./parts/answers.ts";
import { type Charges, charging } from "./parts/charges.ts";
import { variant } from "./parts/variant.ts";
import { part } from "../part.ts";

/** The rates of the profile: an ordinary one, one too low, one too high. */
const rates =
  (...written: readonly string[]) =>
  (usual: Description): Description => ({
    ...usual,
    fixtures: { ...usual.fixtures, "commission-rates": written },
  });

const BOUNDS = ["commission-low", "commission-high", "net"];

/** A bound of the commission, looked at again when the charge is captured. */
const atCapture = (
  name: string,
  refuse: (
    create: Charges["create"],
    charge: { commission: number; serviceFee: number; amount: number; feePayer: FeePayer },
  ) => ReturnType<typeof only> | undefined,
): ConnectGuard => ({
  name,
  refuse: (input) => {
    const charge = chargeOf(input);
    return charge === undefined
      ? undefined
      : refuse(input.parts.charges.create, { ...charge, feePayer: charge.feePayer as FeePayer });
  },
});

/** The bounds of a commission, looked at when the charge is captured and not before. */
const judgedAtCapture = inOrder(
  charging(({ guards }) => ({ guards: guards.filter(({ name }) => !BOUNDS.includes(name)) })),
  part(["connect", "charges", "capture"], ({ guards }) => ({
    guards: [
      ...guards,
      atCapture("low", ({ bounded, tooLow, refusals }, { commission, serviceFee, feePayer }) =>
        bounded(feePayer) && tooLow(commission, serviceFee)
          ? only(refusals.tooLow(commission, serviceFee))
          : undefined,
      ),
      atCapture("high", ({ bounded, tooHigh, refusals }, { commission, amount, feePayer }) =>
        bounded(feePayer) && tooHigh(commission, amount)
          ? only(refusals.tooHigh(commission, amount))
          : undefined,
      ),
    ],
  })),
);

const OWN_ROUTES: Readonly<Record<string, string>> = {
  createDirectCharge: "/v1/till/charges",
  captureCharge: "/v1/till/charges/{chargeId}/take",
  refundCharge: "/v1/till/charges/{chargeId}/return",
};

/** The emulator's routes of charges under other names. */
function rerouted(handler: Handler): Handler {
  return (request) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith("/v1/till/charges")) return handler(request);
    url.pathname = url.pathname
      .replace("/v1/till/charges", "/v1/payment-intents")
      .replace(/\/take$/, "/capture")
      .replace(/\/return$/, "/refunds");
    return handler(new Request(url, request));
  };
}

/** Other choices at the open points in `spec/areas/charges.yaml`. */
export const chargesVariants: readonly Variant[] = [
  variant(
    "available-is-the-marketplaces",
    ["refund-402-arithmetic", "refund-402-extras"],
    "What is available for a refund is the marketplace's balance alone",
    connectPart("refunds", (refunds) => ({
      shortageRefusal: (shortage) =>
        changingBody(refunds.shortageRefusal(shortage), (body) => {
          body["available"] = body["marketplace_balance"];
        }),
    })),
  ),
  variant(
    "shortfall-is-the-vendors",
    "refund-402-arithmetic",
    "What is missing for a refund is what the vendor lacks, whatever the marketplace has",
    connectPart("refunds", ({ shortage }) => ({
      shortage: (required, vendor, marketplace, currency) => {
        const short = shortage(required, vendor, marketplace, currency);
        return short && { ...short, shortfall: required - vendor };
      },
    })),
  ),
  variant(
    "charges-need-a-mode",
    "charge-not-activated-code",
    "A charge without Connect is refused for the missing mode of the controller",
    charging((create) =>
      refusing(create, "activated", () =>
        only(coded(422, "connect.controller_mode_unset", "Connect is not activated for this account")),
      ),
    ),
  ),
  {
    ...variant(
      "rates-are-fractions",
      "charge-rate-unit",
      "The rate of a commission is a fraction",
      charging(({ commission }) => ({
        commission: (amount, rate, payer) => commission(amount, rate * 100, payer),
      })),
    ),
    alone: true,
    describe: rates("0.1", "0.01", "1.5"),
  },
  {
    ...variant(
      "rates-are-basis-points",
      "charge-rate-unit",
      "The rate of a commission is in hundredths of a percent",
      charging(({ commission }) => ({
        commission: (amount, rate, payer) => commission(amount, rate / 100, payer),
      })),
    ),
    alone: true,
    describe: rates("1000", "100", "15000"),
  },
  {
    ...variant(
      "service-takes-little",
      "charge-service-fees",
      "The service takes half a percent of a charge",
      charging(() => ({ serviceBasisPoints: 50 })),
    ),
    alone: true,
    describe: rates("10", "0.2", "150"),
  },
  variant(
    "commissions-judged-at-capture",
    "charge-refusal-moment",
    "Whether a commission is too low or too high is judged when the charge is captured",
    judgedAtCapture,
  ),
  {
    ...variant(
      "commissions-judged-at-an-untold-capture",
      "charge-refusal-moment",
      "Commissions are judged when the charge is captured, and nothing says how that is done",
      judgedAtCapture,
    ),
    alone: true,
    describe: (usual) => {
      const { captureCharge: _unreported, ...ports } = usual.ports;
      return { ...usual, ports };
    },
  },
  {
    ...variant(
      "charges-captured-once-paid",
      "charge-refusal-moment",
      "Commissions are judged at the capture, for which a charge has to be paid",
      inOrder(
        judgedAtCapture,
        part(["connect", "charges"], (charges) => ({
          capture: {
            ...charges.capture,
            ...alsoRefusing(charges.capture, () => only(coded(409, "charge.not_paid", "Not paid yet"))),
          },
        })),
      ),
    ),
    alone: true,
  },
  {
    ...variant(
      "fees-by-brackets",
      "charge-service-fees",
      "The service's fees are a fifth of what is charged between ten and sixteen thousand francs",
      charging(({ tooLow, serviceBasisPoints }) => ({
        tooLow: (commission, serviceFee) => {
          const amount = (serviceFee * 10_000) / serviceBasisPoints;
          return tooLow(commission, amount > 10_000 && amount < 16_000 ? amount / 5 : serviceFee);
        },
      })),
    ),
    alone: true,
  },
  {
    id: "charges-have-one-rate",
    ambiguities: ["charge-routes"],
    what: "The profile's charge has a vendor's rate of its own",
    alone: true,
    describe: (usual) => {
      const binding = usual.ports["createDirectCharge"];
      if (binding === undefined || !isObject(binding.body)) return usual;
      const body = { ...binding.body, application_fee_rate: 10 };
      return { ...usual, ports: { ...usual.ports, createDirectCharge: { ...binding, body } } };
    },
  },
  {
    id: "charges-have-routes",
    ambiguities: ["charge-routes"],
    what: "Charges on behalf of vendors are made, captured and refunded by routes of their own",
    alone: true,
    wrap: (handler) => rerouted(handler),
    describe: (usual) => {
      const moved = { ...usual.ports };
      for (const [port, path] of Object.entries(OWN_ROUTES)) {
        const binding = moved[port];
        if (binding !== undefined) moved[port] = { ...binding, path };
      }
      return { ...usual, ports: moved };
    },
  },
  variant(
    "commission-refunded-first",
    "refund-split",
    "A refund takes the whole commission back before the vendor pays",
    connectPart("refunds", () => ({
      clawback: ({ commission, clawed }, amount) => Math.min(commission - clawed, amount),
    })),
  ),
  {
    ...variant(
      "marketplace-pays-whole-refunds",
      "refund-split",
      "Commissions are kept, and a refund that the vendor cannot pay by itself is paid by the marketplace alone",
      connectPart("refunds", (refunds) => ({
        clawback: () => 0,
        split: (amount, clawed, vendor, marketplace) =>
          vendor < amount && marketplace >= amount
            ? { vendor: 0, marketplace: amount }
            : refunds.split(amount, clawed, vendor, marketplace),
      })),
    ),
    // Where no commission comes back, nothing of clawbacks is judged.
    alone: true,
  },
  variant(
    "charges-refused-as-intents",
    "cross-mode-charge-body",
    "A charge for a vendor of the other environment is refused as payment intents are",
    connectPart("targets", (targets) => ({
      createDirectCharge: {
        ...targets.createDirectCharge,
        answers: {
          ...targets.createDirectCharge.answers,
          otherMode: () => json(401, { error: "Unauthorized" }),
        },
      },
    })),
  ),
];
