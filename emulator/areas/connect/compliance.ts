import { json } from "../../kernel/answers.ts";
import { type Presenter, present } from "../common/present.ts";
import type { ConnectRoute } from "./guard.ts";
import { outageGuard } from "./outages.ts";
import { inPath, reached, targetGuard } from "./targets.ts";
import type { Vendor } from "./vendor.ts";

/** The replaceable parts of `GET /v1/connect/accounts/{acct}/compliance` (§4.7). */
export interface ComplianceParts extends ConnectRoute {
  presenter: Presenter<Vendor>;
}

/** Compliance as documented: no file is nominal, and without a policy nothing is allowed (§2.10). */
export const createComplianceParts = (): ComplianceParts => ({
  guards: [targetGuard("retrieveAccountCompliance"), outageGuard("retrieveAccountCompliance")],
  act: (input) => ({
    answer: json(200, present(input.parts.compliance.presenter, reached(input.state, inPath(input)))),
  }),
  presenter: {
    object: () => "connect_compliance",
    account: (vendor) => vendor.id,
    verification_status: (vendor) => vendor.fileStatus,
    capabilities_enabled: (vendor) => vendor.policy !== null,
    allowed_operations: (vendor) => vendor.policy ?? [],
  },
});
