import { isDown, type Service } from "../../emulator/areas/common/outages.ts";
import type { ConnectGuard, ConnectParts, ConnectRoute } from "../../emulator/areas/connect/parts.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { coded, only } from "../../emulator/kernel/answers.ts";
import { valueAt } from "../../emulator/kernel/validate.ts";
import { ruleIdOf } from "../../spec/index.ts";
import { alsoRefusing, connecting } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";

type Change = (route: ConnectRoute) => { guards: readonly ConnectGuard[] };

/** Each route that names a vendor, with a service that it may need and one guard more. */
const routes: readonly {
  readonly name: string;
  readonly service: Service;
  readonly what: string;
  readonly with: (connect: ConnectParts, change: Change) => Partial<ConnectParts>;
}[] = [
  {
    name: "account-read",
    service: "upstream",
    what: "The reading of an account",
    with: ({ retrieveAccount: usual }, change) => ({ retrieveAccount: { ...usual, ...change(usual) } }),
  },
  {
    name: "transactions",
    service: "upstream",
    what: "The listing of transactions",
    with: ({ listTransactions: usual }, change) => ({ listTransactions: { ...usual, ...change(usual) } }),
  },
  {
    name: "compliance",
    service: "identity",
    what: "The reading of compliance",
    with: ({ compliance: usual }, change) => ({ compliance: { ...usual, ...change(usual) } }),
  },
  {
    name: "withdrawal",
    service: "upstream",
    what: "A withdrawal",
    with: ({ withdrawals: usual }, change) => ({ withdrawals: { ...usual, ...change(usual) } }),
  },
  {
    name: "allocation",
    service: "pricing",
    what: "An allocation",
    with: ({ allocations: usual }, change) => ({ allocations: { ...usual, ...change(usual) } }),
  },
  {
    name: "onboarding-link",
    service: "sso",
    what: "An onboarding link",
    with: ({ onboarding: usual }, change) => ({ onboarding: { ...usual, ...change(usual) } }),
  },
  {
    name: "charge",
    service: "availability-delay",
    what: "A charge",
    with: ({ charges }, change) => ({
      charges: { ...charges, create: { ...charges.create, ...change(charges.create) } },
    }),
  },
];

/** The outage is reported before anybody asks whose vendor it is, but only of vendors that exist (§7.3, §7.7). */
const outageDisclosureMutants: readonly Mutant[] = routes.map(
  ({ name, service, what, with: changed }): Mutant => ({
    id: `${name}-outage-discloses`,
    violates: [ruleIdOf(`connect-targets/${name}-outage-reveals-nothing`)],
    summary: `${what} returns the error of an outage of ${service} for vendors that exist, and 403 for others.`,
    subtle: true,
    replace: (parts) =>
      connecting(parts, (connect) =>
        changed(connect, (route) =>
          alsoRefusing(route, ({ state, command }) => {
            const { body, params, caller } = command;
            const named = params["acct"] ?? valueAt(body, "destination") ?? valueAt(body, "on_behalf_of");
            const vendor = state.get(vendors, String(named));
            return vendor !== undefined &&
              vendor.accountId !== caller.accountId &&
              isDown(state, caller.accountId, service)
              ? only(coded(503, "E_SERVICE_UNAVAILABLE", "Out"))
              : undefined;
          }),
        ),
      ),
  }),
);

export const mutants: readonly Mutant[] = [...outageDisclosureMutants];
