import { coded } from "../../emulator/kernel/answers.ts";
import { connectPart } from "../connect/parts.ts";
import { named } from "../mutant.ts";

export const mutants = named({
  "charge-outage-has-a-gateway-status": {
    violates: ["charges/outage-refused"],
    summary: "A charge without a price is refused with 504.",
    replace: connectPart("outages", (outages) => ({
      createDirectCharge: (outages["createDirectCharge"] ?? []).map((one) =>
        one.service === "pricing" ? { ...one, refuse: () => ({ ...one.refuse(), status: 504 }) } : one,
      ),
    })),
  },
  "charge-outage-reported-otherwise": {
    violates: ["charges/outage-refused"],
    summary: "A charge without a delay of availability is refused with another code of the family.",
    replace: connectPart("outages", (outages) => ({
      createDirectCharge: (outages["createDirectCharge"] ?? []).map((one) =>
        one.service === "availability-delay"
          ? { ...one, refuse: () => coded(503, "E_CONNECT_DELAY_UNSET", "No delay") }
          : one,
      ),
    })),
  },
});
