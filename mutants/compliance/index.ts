import { inPath, reached } from "../../emulator/areas/connect/named-vendor.ts";
import type { ComplianceParts } from "../../emulator/areas/connect/parts.ts";
import { coded, json, message, only } from "../../emulator/kernel/answers.ts";
import { connectMutant } from "../connect/mutant.ts";
import { alsoRefusing, refusing } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";

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
  connectMutant(
    {
      id: "compliance-status-is-a-number",
      violates: "compliance/status-text-or-null",
      summary: "A file's state is a number.",
    },
    "compliance",
    showing({ verification_status: () => 3 }),
  ),
  connectMutant(
    {
      id: "compliance-status-of-rejected-is-false",
      violates: "compliance/status-text-or-null",
      summary: "The state of a rejected file is false.",
      subtle: true,
    },
    "compliance",
    showing({ verification_status: ({ fileStatus }) => (fileStatus === "rejected" ? false : fileStatus) }),
  ),
  connectMutant(
    {
      id: "compliance-status-verified",
      violates: "compliance/status-documented",
      summary: "An approved file is said to be verified.",
    },
    "compliance",
    showing({
      verification_status: ({ fileStatus }) => (fileStatus === "approved" ? "verified" : fileStatus),
    }),
  ),
  connectMutant(
    {
      id: "compliance-capability-as-text",
      violates: "compliance/capability-is-boolean",
      summary: "The capability flag is a text.",
    },
    "compliance",
    showing({ capabilities_enabled: ({ policy }) => String(policy !== null) }),
  ),
  connectMutant(
    {
      id: "compliance-capability-counts",
      violates: "compliance/capability-is-boolean",
      summary: "The capability flag counts the allowed operations.",
      subtle: true,
    },
    "compliance",
    showing({ capabilities_enabled: ({ policy }) => policy?.length ?? false }),
  ),
  connectMutant(
    {
      id: "compliance-operations-in-an-object",
      violates: "compliance/operations-are-an-array",
      summary: "The allowed operations are members of an object.",
    },
    "compliance",
    showing({
      allowed_operations: ({ policy }) => Object.fromEntries((policy ?? []).map((one) => [one, true])),
    }),
  ),
  connectMutant(
    {
      id: "compliance-operations-null-without-policy",
      violates: "compliance/operations-are-an-array",
      summary: "Without a policy the allowed operations are null.",
    },
    "compliance",
    showing({ allowed_operations: ({ policy }) => policy }),
  ),
  connectMutant(
    {
      id: "compliance-no-file-not-found",
      violates: "compliance/no-file-is-nominal",
      summary: "The compliance of a vendor without a file is not found.",
    },
    "compliance",
    (usual) =>
      alsoRefusing(usual, (input) =>
        reached(input.state, inPath(input)).fileStatus === null
          ? only(message(404, "Compliance file not found"))
          : undefined,
      ),
  ),
  connectMutant(
    {
      id: "compliance-no-file-is-created",
      violates: "compliance/no-file-status-is-null",
      summary: "A vendor without a file is in the state created.",
    },
    "compliance",
    showing({ verification_status: ({ fileStatus }) => fileStatus ?? "created" }),
  ),
  connectMutant(
    {
      id: "compliance-capable-without-policy",
      violates: "compliance/no-policy-no-capability",
      summary: "A vendor without a policy has a true capability flag.",
    },
    "compliance",
    showing({ capabilities_enabled: () => true }),
  ),
  connectMutant(
    {
      id: "compliance-operations-without-policy",
      violates: "compliance/no-capability-no-operations",
      summary: "A vendor without a policy may collect.",
    },
    "compliance",
    showing({ allowed_operations: ({ policy }) => policy ?? ["collect"] }),
  ),
  connectMutant(
    {
      id: "compliance-operations-of-the-suspended",
      violates: "compliance/no-capability-no-operations",
      summary: "A suspended vendor is shown with all operations.",
      subtle: true,
    },
    "compliance",
    showing({
      allowed_operations: ({ policy, fileStatus }) =>
        fileStatus === "suspended" ? ["collect", "withdraw"] : (policy ?? []),
    }),
  ),
  connectMutant(
    {
      id: "compliance-every-file-is-pending",
      violates: "compliance/every-status-is-reported",
      summary: "Every file is said to be pending.",
    },
    "compliance",
    showing({ verification_status: ({ fileStatus }) => (fileStatus === null ? null : "pending") }),
  ),
  connectMutant(
    {
      id: "compliance-needs-info-is-pending",
      violates: "compliance/every-status-is-reported",
      summary: "A file that needs information is said to be pending.",
      subtle: true,
    },
    "compliance",
    showing({
      verification_status: ({ fileStatus }) => (fileStatus === "needs_info" ? "pending" : fileStatus),
    }),
  ),
  connectMutant(
    {
      id: "compliance-every-policy-allows-all",
      violates: "compliance/operations-follow-the-policy",
      summary: "Every policy is said to allow both operations.",
    },
    "compliance",
    showing({ allowed_operations: ({ policy }) => (policy === null ? [] : ["collect", "withdraw"]) }),
  ),
  connectMutant(
    {
      id: "compliance-one-operation-at-most",
      violates: "compliance/operations-follow-the-policy",
      summary: "Of two allowed operations one is reported.",
      subtle: true,
    },
    "compliance",
    showing({ allowed_operations: ({ policy }) => (policy ?? []).slice(0, 1) }),
  ),
  connectMutant(
    {
      id: "compliance-outage-with-another-code",
      violates: "compliance/outage-refused",
      summary: "While verification is out, the refusal has the code of another service.",
    },
    "compliance",
    telling(() => coded(503, "E_SERVICE_UNAVAILABLE", "Out").body),
  ),
  connectMutant(
    {
      id: "compliance-outage-is-409",
      violates: "compliance/outage-refused",
      summary: "While verification is out, the refusal is a 409.",
      subtle: true,
    },
    "compliance",
    telling((body) => body, 409),
  ),
  connectMutant(
    {
      id: "compliance-outage-tells-a-null-file",
      violates: "compliance/outage-has-no-verification",
      summary: "The refusal while verification is out reports a null state.",
    },
    "compliance",
    telling((body) => ({ ...body, verification_status: null })),
  ),
  connectMutant(
    {
      id: "compliance-outage-tells-no-capability",
      violates: "compliance/outage-has-no-capabilities",
      summary: "The refusal while verification is out reports a false capability flag.",
    },
    "compliance",
    telling((body) => ({ ...body, capabilities_enabled: false })),
  ),
  connectMutant(
    {
      id: "compliance-outage-tells-no-operations",
      violates: "compliance/outage-has-no-capabilities",
      summary: "The refusal while verification is out reports an empty array of operations.",
      subtle: true,
    },
    "compliance",
    telling((body) => ({ ...body, allowed_operations: [] })),
  ),
  connectMutant(
    {
      id: "compliance-outage-never-ends",
      violates: "compliance/outage-recovery",
      summary: "What was refused of a vendor while verification was out stays refused.",
    },
    "compliance",
    (usual) => {
      const refused = new Map<unknown, ReturnType<Parameters<typeof alsoRefusing>[1]>>();
      const remembering = refusing(usual, "outage", (refusal, { command }) => {
        refused.set(command.params["acct"], refusal);
        return refusal;
      });
      return alsoRefusing({ ...usual, ...remembering }, ({ command }) => refused.get(command.params["acct"]));
    },
  ),
  connectMutant(
    {
      id: "compliance-no-policy-of-suspended-allows",
      violates: "compliance/operation-documented",
      summary: "A policy that allows payouts names them by another word.",
      subtle: true,
    },
    "compliance",
    showing({
      allowed_operations: ({ policy }) =>
        (policy ?? []).map((one) => (one === "withdraw" && policy?.length === 1 ? "payout" : one)),
    }),
  ),
  connectMutant(
    {
      id: "compliance-operation-in-an-object-when-alone",
      violates: "compliance/operation-text",
      summary: "A single allowed operation is an object.",
      subtle: true,
    },
    "compliance",
    showing({
      allowed_operations: ({ policy }) => (policy?.length === 1 ? [{ name: policy[0] }] : (policy ?? [])),
    }),
  ),
  connectMutant(
    {
      id: "compliance-policy-of-two-shows-one",
      violates: "compliance/operations-follow-the-policy",
      summary: "A policy that allows payouts alone is shown as one that allows collecting alone.",
      subtle: true,
    },
    "compliance",
    showing({
      allowed_operations: ({ policy }) =>
        policy?.length === 1 && policy[0] === "withdraw" ? ["collect"] : (policy ?? []),
    }),
  ),
  connectMutant(
    {
      id: "compliance-outage-unnoticed-without-file",
      violates: "compliance/outage-refused-without-file",
      summary: "While verification is out, a vendor without a file is reported as without capabilities.",
      subtle: true,
    },
    "compliance",
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
