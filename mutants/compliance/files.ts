import { inPath, reached } from "../../emulator/areas/connect/named-vendor.ts";
import type { Vendor } from "../../emulator/areas/connect/vendor.ts";
import { message, only } from "../../emulator/kernel/answers.ts";
import { alsoRefusing } from "../connect/parts.ts";
import { type Mutant, named } from "../mutant.ts";
import { where } from "../faults/fields.ts";
import { as, asText, constantly } from "../faults/values.ts";
import { file, payoutOnly } from "./parts.ts";

const STATUS = "verification_status";
const CAPABLE = "capabilities_enabled";
const OPERATIONS = "allowed_operations";

const inStatus = (status: Vendor["fileStatus"], words = `of ${String(status)} files`) =>
  where(words, ({ fileStatus }: Vendor) => fileStatus === status);
const withFile = where("of a vendor with a file", ({ fileStatus }: Vendor) => fileStatus !== null);
const withoutFile = inStatus(null, "of a vendor without a file");
const rejected = inStatus("rejected");
const withoutPolicy = where("without a policy", ({ policy }: Vendor) => policy === null);
const withPolicy = where("with a policy", ({ policy }: Vendor) => policy !== null);
const rejectedWithoutPolicy = where(
  "of rejected files without a policy",
  ({ policy, fileStatus }: Vendor) => policy === null && fileStatus === "rejected",
);

const itsNumber = as<Vendor>("the number of operations", (_usual, { policy }) => policy?.length ?? false);
const itsMembers = as<unknown>("the members of an object", (operations) =>
  Object.fromEntries((operations as readonly string[]).map((one) => [one, true])),
);
const oneAtMost = as<unknown>("one at most", (operations) => (operations as readonly string[]).slice(0, 1));
const BOTH = constantly(["collect", "withdraw"]);
const COLLECT = constantly(["collect"]);

export const mutants: readonly Mutant[] = [
  file.gives(STATUS, "status-text-or-null", constantly(3)),
  file.gives(STATUS, "status-text-or-null", constantly(false), rejected),
  file.gives(STATUS, "status-documented", constantly("verified"), inStatus("approved")),
  file.gives(STATUS, "no-file-status-is-null", constantly("created"), withoutFile),
  file.gives(STATUS, "every-status-is-reported", constantly("pending"), withFile),
  file.gives(STATUS, "every-status-is-reported", constantly("pending"), inStatus("needs_info")),
  file.gives(CAPABLE, "capability-is-boolean", asText),
  file.gives(CAPABLE, "capability-is-boolean", itsNumber),
  file.gives(CAPABLE, "no-policy-no-capability", constantly(true)),
  file.gives(CAPABLE, "no-policy-no-capability", constantly(true), inStatus("approved")),
  file.remembers(CAPABLE, "no-policy-no-capability", "true once it was true", () => {
    const capable = new Set<string>();
    return (usual, { id }) => {
      if (usual === true) capable.add(id);
      return capable.has(id);
    };
  }),
  file.gives(OPERATIONS, "operations-are-an-array", itsMembers),
  file.gives(OPERATIONS, "operations-are-an-array", constantly(null), withoutPolicy),
  file.gives(OPERATIONS, "no-capability-no-operations", COLLECT, rejectedWithoutPolicy),
  file.gives(OPERATIONS, "no-capability-no-operations", COLLECT, withoutPolicy),
  file.gives(OPERATIONS, "no-capability-no-operations", BOTH, inStatus("suspended")),
  file.gives(OPERATIONS, "operations-follow-the-policy", BOTH, withPolicy),
  file.gives(OPERATIONS, "operations-follow-the-policy", oneAtMost),
  file.gives(OPERATIONS, "operations-follow-the-policy", COLLECT, payoutOnly),
  ...named({
    "compliance-no-file-not-found": {
      violates: ["compliance/no-file-is-nominal"],
      summary: "The compliance of a vendor without a file is not found.",
      replace: alsoRefusing("compliance", (input) =>
        reached(input.state, inPath(input)).fileStatus === null
          ? only(message(404, "Compliance file not found"))
          : undefined,
      ),
    },
  }),
];
