import { json } from "../../kernel/answers.ts";
import { present } from "../common/present.ts";
import { outageGuard } from "./guard.ts";
import { inPath, reached, targetGuard } from "./named-vendor.ts";
import type { ComplianceParts } from "./parts.ts";

/** Compliance as documented: a vendor may have no file, and without a policy nothing is allowed (§2.10). */
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
