import { activatedGuard } from "../../emulator/areas/connect/allocations.ts";
import type { ChargeParts } from "../../emulator/areas/connect/parts.ts";
import { only } from "../../emulator/kernel/answers.ts";
import { alsoRefusing, without } from "../connect/parts.ts";
import { refusalFaults, refusalMoving } from "../faults/guards.ts";
import { constantly } from "../faults/values.ts";
import { byId, named, part, type PartChange, type Replace } from "../mutant.ts";
import { type Body, isObject } from "../shared/answers.ts";

type Create = ChargeParts["create"];

const creating = (change: PartChange<Create>): Replace => part(["connect", "charges", "create"], change);

const refusal = (name: string, guard: string) => refusalFaults(name, ["charges.create", guard], "charges/");

export const mutants = named({
  ...byId([
    refusal("incomplete charge", "complete").gives("status", "vendor-without-rate-refused", constantly(400)),
    refusal("cheap charge", "commission-low").gives("status", "commission-too-low-refused", constantly(422)),
    refusal("dear charge", "commission-high").gives(
      "code",
      "commission-too-high-refused",
      constantly("connect.application_fee_too_low"),
    ),
    ...["commission-low", "commission-high"].map((guard) =>
      refusalMoving(["charges.create", guard], "credits the vendor", "charges/refused-charge-moves-no-money"),
    ),
    refusal("charge without Connect", activatedGuard.name).gives(
      "status",
      "not-activated-refused",
      constantly(403),
    ),
  ]),
  "charge-refused-for-its-vendor": {
    violates: ["charges/both-accepted"],
    summary: "Every charge on behalf of a vendor is refused.",
    replace: creating(() => ({ incomplete: () => true })),
  },
  "charge-in-lowercase-only": {
    violates: ["charges/both-accepted"],
    summary: "A charge whose currency is not in lowercase is refused as one in another currency.",
    replace: alsoRefusing("charges.create", ({ command, parts }) => {
      const code = isObject(command.body) ? command.body["currency"] : undefined;
      return typeof code === "string" && code !== code.toLowerCase()
        ? only(parts.allocations.refusals.currencyMismatch())
        : undefined;
    }),
  },
  "charge-needs-no-rate": {
    violates: ["charges/vendor-without-rate-refused"],
    summary: "A vendor without a rate creates a plain intent.",
    replace: creating(({ incomplete, concerns }) => ({
      incomplete: (vendor, rate) => rate !== undefined && incomplete(vendor, rate),
      concerns: (body) => concerns(body) && (body as Body)["application_fee_rate"] !== undefined,
    })),
  },
  "charge-needs-no-vendor": {
    violates: ["charges/rate-without-vendor-refused"],
    summary: "A rate without a vendor is ignored.",
    replace: creating(({ concerns }) => ({
      concerns: (body) => concerns(body) && (body as Body)["on_behalf_of"] !== undefined,
    })),
  },
  "charge-at-no-rate-needs-no-vendor": {
    violates: ["charges/rate-without-vendor-refused"],
    summary: "A rate of zero without a vendor counts as no rate.",
    replace: creating(({ concerns }) => ({
      concerns: (body) =>
        concerns(body) &&
        ((body as Body)["on_behalf_of"] !== undefined ||
          Number((body as Body)["application_fee_rate"]) !== 0),
    })),
  },
  "charge-commission-may-be-low": {
    violates: ["charges/commission-too-low-refused"],
    summary: "A commission may be lower than the service's fees.",
    replace: creating(() => ({ tooLow: () => false })),
  },
  "charge-commission-may-be-high": {
    violates: ["charges/commission-too-high-refused"],
    summary: "A commission may be higher than the amount.",
    replace: creating(() => ({ tooHigh: () => false })),
  },
  "charge-without-connect": {
    violates: ["charges/not-activated-refused"],
    summary: "A merchant without Connect charges on behalf of vendors.",
    replace: without("charges.create", activatedGuard.name),
  },
  "intent-needs-a-vendor": {
    violates: ["charges/neither-accepted"],
    summary: "An intent without a vendor is refused by a merchant with Connect.",
    replace: creating(() => ({ concerns: () => true, incomplete: (vendor) => vendor === undefined })),
  },
  "charge-at-no-rate-incomplete": {
    violates: ["charges/commission-too-low-refused"],
    summary: "A rate of zero counts as no rate.",
    replace: part(["connect", "charges", "create"], (create) => ({
      incomplete: (vendor, rate) => create.incomplete(vendor, rate === 0 ? undefined : rate),
    })),
  },
});
