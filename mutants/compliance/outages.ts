import { inPath, reached } from "../../emulator/areas/connect/named-vendor.ts";
import { refusing, refusingForEver } from "../connect/parts.ts";
import { refusalFaults } from "../faults/guards.ts";
import { constantly, nothing } from "../faults/values.ts";
import { byId, named } from "../mutant.ts";

const refusal = refusalFaults("reading of compliance", ["compliance", "outage"], "compliance/");

export const mutants = named({
  ...byId([
    refusal.gives("code", "outage-refused", constantly("E_SERVICE_UNAVAILABLE")),
    refusal.gives("status", "outage-refused", constantly(409)),
    refusal.gives("verification_status", "outage-has-no-verification", nothing),
    refusal.gives("capabilities_enabled", "outage-has-no-capabilities", constantly(false)),
    refusal.gives("allowed_operations", "outage-has-no-capabilities", constantly([])),
  ]),
  "compliance-outage-never-ends": {
    violates: ["compliance/outage-recovery"],
    summary: "A vendor that was refused while verification was out stays refused.",
    replace: refusingForEver("compliance", "outage", ({ command }) => command.params["acct"]),
  },
  "compliance-outage-unnoticed-without-file": {
    violates: ["compliance/outage-refused-without-file"],
    summary: "While verification is out, a vendor without a file is reported as without capabilities.",
    replace: refusing("compliance", "outage", (refusal, input) =>
      reached(input.state, inPath(input)).fileStatus === null ? undefined : refusal,
    ),
  },
});
