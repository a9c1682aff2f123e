import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { connectPart } from "../connect/parts.ts";
import { named } from "../mutant.ts";

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

/** Figures that are wrong for what is long past, or once there is much of it (§2.9). */
export const mutants = named({
  "overview-forgets-charges-of-a-year": {
    violates: ["overview/adds-up-over-a-history"],
    summary:
      "Charges no longer count in the reference once the latest one is more than a year and a half later.",
    replace: connectPart("overview", ({ volume }) => ({
      volume: (state, caller) => {
        const counted = volume(state, caller);
        const latest = Math.max(...counted.map(({ at }) => at));
        return counted.filter(({ at }) => latest - at <= 1.5 * YEAR);
      },
    })),
  },
  "overview-counts-a-vendor-once-a-year": {
    violates: ["overview/adds-up-over-a-history"],
    summary: "A second charge of a vendor within a year counts for the first charge's time.",
    replace: connectPart("overview", ({ volume }) => ({
      volume: (state, caller) => {
        const first = new Map<string, number>();
        return volume(state, caller).map((one) => {
          const known = first.get(one.vendor);
          if (known !== undefined && one.at - known < YEAR) return { ...one, at: known };
          first.set(one.vendor, one.at);
          return one;
        });
      },
    })),
  },
  "overview-forgets-vendors-beside-deleted-ones": {
    violates: ["overview/adds-up-over-a-history"],
    summary:
      "Of vendors that were created within an hour of each other, a deletion takes all off the figure.",
    replace: connectPart("overview", ({ newAccounts }) => ({
      newAccounts: (state, caller) => {
        const gone = state
          .find(vendors, "owner", ownerOf(caller))
          .filter(({ deletedAt }) => deletedAt !== null);
        return newAccounts(state, caller).filter(
          ({ at }) => !gone.some(({ createdAt }) => Math.abs(createdAt - at) < HOUR),
        );
      },
    })),
  },
});
