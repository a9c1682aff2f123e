import { isDown, type Service } from "../../emulator/areas/common/outages.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { coded, only } from "../../emulator/kernel/answers.ts";
import { valueAt } from "../../emulator/kernel/validate.ts";
import { ruleIdOf } from "../../spec/index.ts";
import { alsoRefusing, type RoutePlace } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";

/** Each route that names a vendor, with a service on which it may depend. */
const routes: readonly (readonly [name: string, Service, what: string, RoutePlace])[] = [
  ["account-read", "upstream", "The reading of an account", "retrieveAccount"],
  ["transactions", "upstream", "The listing of transactions", "listTransactions"],
  ["compliance", "identity", "The reading of compliance", "compliance"],
  ["withdrawal", "upstream", "A withdrawal", "withdrawals"],
  ["allocation", "pricing", "An allocation", "allocations"],
  ["onboarding-link", "sso", "An onboarding link", "onboarding"],
  ["charge", "availability-delay", "A charge", "charges.create"],
];

/** Reports an outage before the owner of the vendor is checked, but only for vendors that exist (§7.3, §7.7). */
export const mutants: readonly Mutant[] = routes.map(([name, service, what, place]): Mutant => ({
  id: `${name}-outage-discloses`,
  violates: [ruleIdOf(`connect-targets/${name}-outage-reveals-nothing`)],
  summary: `${what} returns the error of an outage of ${service} for vendors that exist, and 403 for others.`,
  replace: alsoRefusing(place, ({ state, command }) => {
    const { body, params, caller } = command;
    const named = params["acct"] ?? valueAt(body, "destination") ?? valueAt(body, "on_behalf_of");
    const vendor = state.get(vendors, String(named));
    return vendor !== undefined &&
      vendor.accountId !== caller.accountId &&
      isDown(state, caller.accountId, service)
      ? only(coded(503, "E_SERVICE_UNAVAILABLE", "Out"))
      : undefined;
  }),
}));
