import { inPath, reached } from "../../emulator/areas/connect/named-vendor.ts";
import type { ComplianceParts } from "../../emulator/areas/connect/parts.ts";
import { coded, json, message, only } from "../../emulator/kernel/answers.ts";
import { liesAbout } from "../connect/lies.ts";
import { alsoRefusing, refusing } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";

const { plain, subtle } = liesAbout("compliance");

type Shown = ComplianceParts["presenter"];

const showing =
  (change: Partial<Shown>) =>
  ({ presenter }: ComplianceParts): Partial<ComplianceParts> => ({
    presenter: { ...presenter, ...change } as Shown,
  });

/** The refusal while verification is out, in other words. */
const telling =
  (change: (body: object) => unknown, status = 503) =>
  (usual: ComplianceParts): Partial<ComplianceParts> =>
    refusing(usual, "outage", ({ answer }) => only(json(status, change(answer.body as object))));

/** Compliance with one thing wrong (§2.10, §4.7, §7.7). */
export const complianceMutants: readonly Mutant[] = [
  plain(
    "compliance-status-is-a-number",
    "compliance/status-text-or-null",
    "A file's state is a number.",
    showing({ verification_status: () => 3 }),
  ),
  subtle(
    "compliance-status-of-rejected-is-false",
    "compliance/status-text-or-null",
    "The state of a rejected file is false.",
    showing({ verification_status: ({ fileStatus }) => (fileStatus === "rejected" ? false : fileStatus) }),
  ),
  plain(
    "compliance-status-verified",
    "compliance/status-documented",
    "An approved file is said to be verified.",
    showing({
      verification_status: ({ fileStatus }) => (fileStatus === "approved" ? "verified" : fileStatus),
    }),
  ),
  plain(
    "compliance-capability-as-text",
    "compliance/capability-is-boolean",
    "The capability flag is a text.",
    showing({ capabilities_enabled: ({ policy }) => String(policy !== null) }),
  ),
  subtle(
    "compliance-capability-counts",
    "compliance/capability-is-boolean",
    "The capability flag counts the allowed operations.",
    showing({ capabilities_enabled: ({ policy }) => policy?.length ?? false }),
  ),
  plain(
    "compliance-operations-in-an-object",
    "compliance/operations-are-an-array",
    "The allowed operations are members of an object.",
    showing({
      allowed_operations: ({ policy }) => Object.fromEntries((policy ?? []).map((one) => [one, true])),
    }),
  ),
  plain(
    "compliance-operations-null-without-policy",
    "compliance/operations-are-an-array",
    "Without a policy the allowed operations are null.",
    showing({ allowed_operations: ({ policy }) => policy }),
  ),
  plain(
    "compliance-no-file-not-found",
    "compliance/no-file-is-nominal",
    "The compliance of a vendor without a file is not found.",
    (usual) =>
      alsoRefusing(usual, (input) =>
        reached(input.state, inPath(input)).fileStatus === null
          ? only(message(404, "Compliance file not found"))
          : undefined,
      ),
  ),
  plain(
    "compliance-no-file-is-created",
    "compliance/no-file-status-is-null",
    "A vendor without a file is in the state created.",
    showing({ verification_status: ({ fileStatus }) => fileStatus ?? "created" }),
  ),
  plain(
    "compliance-capable-without-policy",
    "compliance/no-policy-no-capability",
    "A vendor without a policy has a true capability flag.",
    showing({ capabilities_enabled: () => true }),
  ),
  plain(
    "compliance-operations-without-policy",
    "compliance/no-capability-no-operations",
    "A vendor without a policy may collect.",
    showing({ allowed_operations: ({ policy }) => policy ?? ["collect"] }),
  ),
  subtle(
    "compliance-operations-of-the-suspended",
    "compliance/no-capability-no-operations",
    "A suspended vendor is shown with all operations.",
    showing({
      allowed_operations: ({ policy, fileStatus }) =>
        fileStatus === "suspended" ? ["collect", "withdraw"] : (policy ?? []),
    }),
  ),
  plain(
    "compliance-every-file-is-pending",
    "compliance/every-status-is-reported",
    "Every file is said to be pending.",
    showing({ verification_status: ({ fileStatus }) => (fileStatus === null ? null : "pending") }),
  ),
  subtle(
    "compliance-needs-info-is-pending",
    "compliance/every-status-is-reported",
    "A file that needs information is said to be pending.",
    showing({
      verification_status: ({ fileStatus }) => (fileStatus === "needs_info" ? "pending" : fileStatus),
    }),
  ),
  plain(
    "compliance-every-policy-allows-all",
    "compliance/operations-follow-the-policy",
    "Every policy is said to allow both operations.",
    showing({ allowed_operations: ({ policy }) => (policy === null ? [] : ["collect", "withdraw"]) }),
  ),
  subtle(
    "compliance-one-operation-at-most",
    "compliance/operations-follow-the-policy",
    "Of two allowed operations one is told.",
    showing({ allowed_operations: ({ policy }) => (policy ?? []).slice(0, 1) }),
  ),
  plain(
    "compliance-outage-with-another-code",
    "compliance/outage-refused",
    "While verification is out, the refusal has the code of another service.",
    telling(() => coded(503, "E_SERVICE_UNAVAILABLE", "Out").body),
  ),
  subtle(
    "compliance-outage-is-409",
    "compliance/outage-refused",
    "While verification is out, the refusal is a 409.",
    telling((body) => body, 409),
  ),
  plain(
    "compliance-outage-tells-a-null-file",
    "compliance/outage-has-no-verification",
    "The refusal while verification is out tells a null state.",
    telling((body) => ({ ...body, verification_status: null })),
  ),
  plain(
    "compliance-outage-tells-no-capability",
    "compliance/outage-has-no-capabilities",
    "The refusal while verification is out tells a false capability flag.",
    telling((body) => ({ ...body, capabilities_enabled: false })),
  ),
  subtle(
    "compliance-outage-tells-no-operations",
    "compliance/outage-has-no-capabilities",
    "The refusal while verification is out tells an empty array of operations.",
    telling((body) => ({ ...body, allowed_operations: [] })),
  ),
  plain(
    "compliance-outage-never-ends",
    "compliance/outage-recovery",
    "What was refused of a vendor while verification was out stays refused.",
    (usual) => {
      const refused = new Map<unknown, ReturnType<Parameters<typeof alsoRefusing>[1]>>();
      const remembering = refusing(usual, "outage", (refusal, { command }) => {
        refused.set(command.params["acct"], refusal);
        return refusal;
      });
      return alsoRefusing({ ...usual, ...remembering }, ({ command }) => refused.get(command.params["acct"]));
    },
  ),
  subtle(
    "compliance-no-policy-of-suspended-allows",
    "compliance/operation-documented",
    "A policy that allows payouts names them by another word.",
    showing({
      allowed_operations: ({ policy }) =>
        (policy ?? []).map((one) => (one === "withdraw" && policy?.length === 1 ? "payout" : one)),
    }),
  ),
  subtle(
    "compliance-operation-in-an-object-when-alone",
    "compliance/operation-text",
    "A single allowed operation is an object.",
    showing({
      allowed_operations: ({ policy }) => (policy?.length === 1 ? [{ name: policy[0] }] : (policy ?? [])),
    }),
  ),
  subtle(
    "compliance-policy-of-two-shows-one",
    "compliance/operations-follow-the-policy",
    "A policy that allows payouts alone is shown as one that allows collecting alone.",
    showing({
      allowed_operations: ({ policy }) =>
        policy?.length === 1 && policy[0] === "withdraw" ? ["collect"] : (policy ?? []),
    }),
  ),
  subtle(
    "compliance-outage-unnoticed-without-file",
    "compliance/outage-refused-without-file",
    "While verification is out, a vendor without a file is reported as without capabilities.",
    (usual) => ({
      guards: usual.guards.map((guard) =>
        guard.name === "outage"
          ? {
              ...guard,
              refuse: (input) =>
                reached(input.state, inPath(input)).fileStatus === null ? undefined : guard.refuse(input),
            }
          : guard,
      ),
    }),
  ),
];
