import { inPath, reached } from "../../emulator/areas/connect/named-vendor.ts";
import { coded, json, only } from "../../emulator/kernel/answers.ts";
import { refusing, refusingForEver } from "../connect/parts.ts";
import { named, type Replace } from "../mutant.ts";

/** Changes the refusal during an outage of verification. */
const refusingWith = (change: (body: object) => unknown, status = 503): Replace =>
  refusing("compliance", "outage", ({ answer }) => only(json(status, change(answer.body as object))));

export const mutants = named({
  "compliance-outage-with-another-code": {
    violates: ["compliance/outage-refused"],
    summary: "While verification is out, the refusal has the code of another service.",
    replace: refusingWith(() => coded(503, "E_SERVICE_UNAVAILABLE", "Out").body),
  },
  "compliance-outage-is-409": {
    violates: ["compliance/outage-refused"],
    summary: "While verification is out, the refusal is a 409.",
    replace: refusingWith((body) => body, 409),
  },
  "compliance-outage-reports-a-null-file": {
    violates: ["compliance/outage-has-no-verification"],
    summary: "The refusal while verification is out reports a null state.",
    replace: refusingWith((body) => ({ ...body, verification_status: null })),
  },
  "compliance-outage-reports-no-capability": {
    violates: ["compliance/outage-has-no-capabilities"],
    summary: "The refusal while verification is out reports a false capability flag.",
    replace: refusingWith((body) => ({ ...body, capabilities_enabled: false })),
  },
  "compliance-outage-reports-no-operations": {
    violates: ["compliance/outage-has-no-capabilities"],
    summary: "The refusal while verification is out reports an empty array of operations.",
    replace: refusingWith((body) => ({ ...body, allowed_operations: [] })),
  },
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
