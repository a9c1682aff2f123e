import { lineOn, outside } from "../../emulator/areas/account/wallets.ts";
import { acting } from "../connect/parts.ts";
import { named, part } from "../mutant.ts";

const A_DAY = 86_400_000;

export const mutants = named({
  "charge-available-a-day-late": {
    violates: ["charges/credit-is-available-from-available-at"],
    summary: "The credit of a charge becomes available a day after its date.",
    replace: acting("charges.capture", (decision) => ({
      ...decision,
      timers: (decision.timers ?? []).map((one) =>
        one.do === "schedule" ? { ...one, timer: { ...one.timer, at: one.timer.at + A_DAY } } : one,
      ),
    })),
  },
  "charge-available-at-once": {
    violates: ["charges/credit-is-pending-until-available-at"],
    summary: "The credit of a charge is available immediately, regardless of its date.",
    replace: part(["connect", "charges", "capture"], () => ({
      lines: (shares, vendor, marketplace) => [
        { account: outside.world, amount: -(shares.vendor + shares.marketplace + shares.service) },
        lineOn(vendor, "available", shares.vendor),
        lineOn(marketplace, "available", shares.marketplace),
        { account: outside.fees, amount: shares.service },
      ],
    })),
  },
});
