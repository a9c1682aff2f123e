import { chargeOf } from "../emulator/areas/connect/captures.ts";
import type { FeePayer } from "../emulator/areas/connect/fees.ts";
import type { ConnectGuard, ConnectInput } from "../emulator/areas/connect/parts.ts";
import { coded, json, only } from "../emulator/kernel/answers.ts";
import { alsoRefusing, connectPart, readingAs, refusing } from "../mutants/connect/parts.ts";
import { type Handler, inOrder, named, part } from "../mutants/mutant.ts";
import type { Description, Variant } from "./variant.ts";
import { isObject } from "../mutants/shared/answers.ts";
import { changingBody, type Charges, charging } from "./parts.ts";

/** The rates in the profile: an ordinary one, one that is too low, and one that is too high. */
const rates =
  (...written: readonly string[]) =>
  (usual: Description): Description => ({
    ...usual,
    fixtures: { ...usual.fixtures, "commission-rates": written },
  });

const BOUNDS = ["commission-low", "commission-high", "net"];

/** Validates a bound of the commission again when the charge is captured. */
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

/** Validates the bounds of a commission only when the charge is captured. */
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

/** Moves the emulator's routes of charges to other paths. */
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

/** A refund whose shortfall excludes the commission that is returned. */
function lackingVendorsPart(input: ConnectInput): ConnectInput {
  const { refunds } = input.parts;
  const charge = chargeOf(input);
  if (charge === undefined) return input;
  const shortage: typeof refunds.shortage = (required, vendor, marketplace, currency) => {
    const short = refunds.shortage(required, vendor, marketplace, currency);
    const part = required - refunds.clawback(charge, required);
    return short && { ...short, shortfall: Math.max(0, part - vendor) };
  };
  return { ...input, parts: { ...input.parts, refunds: { ...refunds, shortage } } };
}

/** Other choices at the open points in `spec/areas/charges.yaml`. */
export const variants = named<Variant>({
  "available-is-the-marketplaces": {
    openPoints: ["refund-402-arithmetic", "refund-402-extras"],
    what: "`available` in a refund's refusal is only the marketplace's balance",
    replace: connectPart("refunds", (refunds) => ({
      shortageRefusal: (shortage) =>
        changingBody(refunds.shortageRefusal(shortage), (body) => {
          body["available"] = body["marketplace_balance"];
        }),
    })),
  },
  "shortfall-is-the-vendors": {
    openPoints: ["refund-402-arithmetic"],
    what: "The shortfall of a refund is the vendor's, regardless of the marketplace's balance",
    replace: connectPart("refunds", ({ shortage }) => ({
      shortage: (required, vendor, marketplace, currency) => {
        const short = shortage(required, vendor, marketplace, currency);
        return short && { ...short, shortfall: required - vendor };
      },
    })),
  },
  "shortfall-is-of-the-vendors-part": {
    openPoints: ["refund-402-arithmetic", "refund-split"],
    what: "The shortfall of a refund is the vendor's for its share; the marketplace returns its commission",
    // Combined with a shortfall of the full amount, this one has no effect.
    alone: true,
    replace: readingAs("refunds", lackingVendorsPart),
  },
  "charges-need-a-mode": {
    openPoints: ["charge-not-activated-code"],
    what: "Without Connect, a charge is refused with `connect.controller_mode_unset`",
    replace: refusing("charges.create", "activated", () =>
      only(coded(422, "connect.controller_mode_unset", "Connect is not activated for this account")),
    ),
  },
  "rates-are-fractions": {
    openPoints: ["charge-rate-unit"],
    what: "The rate of a commission is a fraction",
    alone: true,
    replace: charging(({ commission }) => ({
      commission: (amount, rate, payer) => commission(amount, rate * 100, payer),
    })),
    describe: rates("0.1", "0.01", "1.5"),
  },
  "rates-are-basis-points": {
    openPoints: ["charge-rate-unit"],
    what: "The rate of a commission is in basis points",
    alone: true,
    replace: charging(({ commission }) => ({
      commission: (amount, rate, payer) => commission(amount, rate / 100, payer),
    })),
    describe: rates("1000", "100", "15000"),
  },
  "service-takes-little": {
    openPoints: ["charge-service-fees"],
    what: "The service takes half a percent of a charge",
    alone: true,
    replace: charging(() => ({ serviceBasisPoints: 50 })),
    describe: rates("10", "0.2", "150"),
  },
  "commissions-judged-at-capture": {
    openPoints: ["charge-refusal-moment"],
    what: "Whether a commission is too low or too high is judged when the charge is captured",
    replace: judgedAtCapture,
  },
  "commissions-judged-at-an-unreported-capture": {
    openPoints: ["charge-refusal-moment"],
    what: "Commissions are judged when the charge is captured, which the profile does not describe",
    alone: true,
    replace: judgedAtCapture,
    describe: (usual) => {
      const { captureCharge: _unreported, ...ports } = usual.ports;
      return { ...usual, ports };
    },
  },
  "charges-captured-once-paid": {
    openPoints: ["charge-refusal-moment"],
    what: "Commissions are judged when the charge is captured, which requires that it is paid",
    alone: true,
    incomplete: "The profile's capture is refused, and nothing in the profile pays the charge.",
    replace: inOrder(
      judgedAtCapture,
      alsoRefusing("charges.capture", () => only(coded(409, "charge.not_paid", "Not paid yet"))),
    ),
  },
  "fees-by-brackets": {
    openPoints: ["charge-service-fees"],
    what: "The service's fees are 20 % for charges between 10,000 and 16,000 francs",
    alone: true,
    replace: charging(({ tooLow, serviceBasisPoints }) => ({
      tooLow: (commission, serviceFee) => {
        const amount = (serviceFee * 10_000) / serviceBasisPoints;
        return tooLow(commission, amount > 10_000 && amount < 16_000 ? amount / 5 : serviceFee);
      },
    })),
  },
  "charges-have-one-rate": {
    openPoints: ["charge-routes"],
    what: "The profile's charge has its own rate",
    alone: true,
    describe: (usual) => {
      const binding = usual.ports["createDirectCharge"];
      if (binding === undefined || !isObject(binding.body)) return usual;
      const body = { ...binding.body, application_fee_rate: 10 };
      return { ...usual, ports: { ...usual.ports, createDirectCharge: { ...binding, body } } };
    },
  },
  "charges-have-routes": {
    openPoints: ["charge-routes"],
    what: "Charges on behalf of vendors are created, captured and refunded by separate routes",
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
  "commission-refunded-first": {
    openPoints: ["refund-split"],
    what: "A refund returns the whole commission before the vendor is debited",
    replace: connectPart("refunds", () => ({
      clawback: ({ commission, clawed }, amount) => Math.min(commission - clawed, amount),
    })),
  },
  "marketplace-pays-whole-refunds": {
    openPoints: ["refund-split"],
    what: "Commissions are kept, and the marketplace pays the whole refund if the vendor cannot",
    // Without clawbacks, no rule about them is judged.
    alone: true,
    replace: connectPart("refunds", (refunds) => ({
      clawback: () => 0,
      split: (amount, clawed, vendor, marketplace) =>
        vendor < amount && marketplace >= amount
          ? { vendor: 0, marketplace: amount }
          : refunds.split(amount, clawed, vendor, marketplace),
    })),
  },
  "charges-refused-as-intents": {
    openPoints: ["cross-mode-charge-body"],
    what: "A charge for a vendor of the other mode is refused in the format of payment intents",
    replace: connectPart("targets", (targets) => ({
      createDirectCharge: {
        ...targets.createDirectCharge,
        answers: {
          ...targets.createDirectCharge.answers,
          otherMode: () => json(401, { error: "Unauthorized" }),
        },
      },
    })),
  },
});
