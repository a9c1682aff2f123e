import { inPath, reached } from "../../emulator/areas/connect/named-vendor.ts";
import { message, only } from "../../emulator/kernel/answers.ts";
import { alsoRefusing } from "../connect/parts.ts";
import { perEmulator } from "../mutant.ts";
import { named } from "../named.ts";
import { showing } from "./parts.ts";

export const mutants = named({
  "compliance-status-is-a-number": {
    violates: ["compliance/status-text-or-null"],
    summary: "A file's state is a number.",
    replace: showing({ verification_status: () => 3 }),
  },
  "compliance-status-of-rejected-is-false": {
    violates: ["compliance/status-text-or-null"],
    summary: "The state of a rejected file is false.",
    replace: showing({
      verification_status: ({ fileStatus }) => (fileStatus === "rejected" ? false : fileStatus),
    }),
  },
  "compliance-status-verified": {
    violates: ["compliance/status-documented"],
    summary: "An approved file is reported as verified.",
    replace: showing({
      verification_status: ({ fileStatus }) => (fileStatus === "approved" ? "verified" : fileStatus),
    }),
  },
  "compliance-capability-as-text": {
    violates: ["compliance/capability-is-boolean"],
    summary: "The capability flag is a string.",
    replace: showing({ capabilities_enabled: ({ policy }) => String(policy !== null) }),
  },
  "compliance-capability-counts": {
    violates: ["compliance/capability-is-boolean"],
    summary: "The capability flag counts the allowed operations.",
    replace: showing({ capabilities_enabled: ({ policy }) => policy?.length ?? false }),
  },
  "compliance-operations-in-an-object": {
    violates: ["compliance/operations-are-an-array"],
    summary: "The allowed operations are the members of an object.",
    replace: showing({
      allowed_operations: ({ policy }) => Object.fromEntries((policy ?? []).map((one) => [one, true])),
    }),
  },
  "compliance-operations-null-without-policy": {
    violates: ["compliance/operations-are-an-array"],
    summary: "Without a policy the allowed operations are null.",
    replace: showing({ allowed_operations: ({ policy }) => policy }),
  },
  "compliance-no-file-not-found": {
    violates: ["compliance/no-file-is-nominal"],
    summary: "The compliance of a vendor without a file is not found.",
    replace: alsoRefusing("compliance", (input) =>
      reached(input.state, inPath(input)).fileStatus === null
        ? only(message(404, "Compliance file not found"))
        : undefined,
    ),
  },
  "compliance-no-file-is-created": {
    violates: ["compliance/no-file-status-is-null"],
    summary: "A vendor without a file is in the state created.",
    replace: showing({ verification_status: ({ fileStatus }) => fileStatus ?? "created" }),
  },
  "compliance-capable-without-policy": {
    violates: ["compliance/no-policy-no-capability"],
    summary: "A vendor without a policy has a true capability flag.",
    replace: showing({ capabilities_enabled: () => true }),
  },
  "compliance-capability-stays": {
    violates: ["compliance/no-policy-no-capability"],
    summary: "A capability flag that was once returned as true stays true.",
    replace: perEmulator(() => {
      const capable = new Set<string>();
      return showing({
        capabilities_enabled: ({ id, policy }) => {
          if (policy !== null) capable.add(id);
          return capable.has(id);
        },
      });
    }),
  },
  "compliance-approved-is-capable": {
    violates: ["compliance/no-policy-no-capability"],
    summary: "A vendor with an approved file and no policy has a true capability flag.",
    replace: showing({
      capabilities_enabled: ({ policy, fileStatus }) => policy !== null || fileStatus === "approved",
    }),
  },
  "compliance-operations-of-the-rejected": {
    violates: ["compliance/no-capability-no-operations"],
    summary: "A vendor with a rejected file and no policy may collect.",
    replace: showing({
      allowed_operations: ({ policy, fileStatus }) =>
        policy ?? (fileStatus === "rejected" ? ["collect"] : []),
    }),
  },
  "compliance-operations-without-policy": {
    violates: ["compliance/no-capability-no-operations"],
    summary: "A vendor without a policy may collect.",
    replace: showing({ allowed_operations: ({ policy }) => policy ?? ["collect"] }),
  },
  "compliance-operations-of-the-suspended": {
    violates: ["compliance/no-capability-no-operations"],
    summary: "A suspended vendor has all operations.",
    replace: showing({
      allowed_operations: ({ policy, fileStatus }) =>
        fileStatus === "suspended" ? ["collect", "withdraw"] : (policy ?? []),
    }),
  },
  "compliance-every-file-is-pending": {
    violates: ["compliance/every-status-is-reported"],
    summary: "Every file is reported as pending.",
    replace: showing({ verification_status: ({ fileStatus }) => (fileStatus === null ? null : "pending") }),
  },
  "compliance-needs-info-is-pending": {
    violates: ["compliance/every-status-is-reported"],
    summary: "A file that needs information is reported as pending.",
    replace: showing({
      verification_status: ({ fileStatus }) => (fileStatus === "needs_info" ? "pending" : fileStatus),
    }),
  },
  "compliance-every-policy-allows-all": {
    violates: ["compliance/operations-follow-the-policy"],
    summary: "Every policy is said to allow both operations.",
    replace: showing({
      allowed_operations: ({ policy }) => (policy === null ? [] : ["collect", "withdraw"]),
    }),
  },
  "compliance-one-operation-at-most": {
    violates: ["compliance/operations-follow-the-policy"],
    summary: "Only one of two allowed operations is reported.",
    replace: showing({ allowed_operations: ({ policy }) => (policy ?? []).slice(0, 1) }),
  },
  "compliance-policy-of-two-shows-one": {
    violates: ["compliance/operations-follow-the-policy"],
    summary: "A policy that allows only payouts is reported as one that allows only collecting.",
    replace: showing({
      allowed_operations: ({ policy }) =>
        policy?.length === 1 && policy[0] === "withdraw" ? ["collect"] : (policy ?? []),
    }),
  },
});
