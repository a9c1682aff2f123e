import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { pointed } from "../../harness/ports.ts";
import type { Vendor } from "../connect/given.ts";

/** What the profile points to in a compliance answer (§2.10). */
export type Attribute = "status" | "capability" | "operations";

/** A vendor's compliance; whatever comes is the caller's to judge. */
export function complianceOf({ acct, merchant }: Vendor): Promise<Answer> {
  return merchant.api.retrieveAccountCompliance({ path: { acct } });
}

/** An attribute of a compliance answer, undefined where there is none; of what is null as a whole, null. */
export function attributeOf(check: Check, attribute: Attribute, answer: Answer): unknown {
  const value = ownAttributeOf(check, attribute, answer);
  return value === undefined && isWithinNull(answer.body, pointerOf(check, attribute)) ? null : value;
}

/** An attribute of a compliance answer, undefined where there is none. */
export function ownAttributeOf(check: Check, attribute: Attribute, answer: Answer): unknown {
  return pointed(answer.body, pointerOf(check, attribute));
}

function pointerOf(check: Check, attribute: Attribute): string {
  return check.profile.fields[`compliance-${attribute}`] ?? "";
}

function isWithinNull(body: unknown, pointer: string): boolean {
  const parent = pointer.slice(0, pointer.lastIndexOf("/"));
  if (!parent.startsWith("/")) return false;
  return pointed(body, parent) === null || isWithinNull(body, parent);
}

/** The eight states of a file (§3). */
export const STATUSES = [
  "created",
  "pending",
  "documents_submitted",
  "in_review",
  "approved",
  "rejected",
  "needs_info",
  "suspended",
] as const;

/** Replaces a vendor's file and policy by control; null for no policy. */
export async function setFile(
  check: Check,
  { acct, merchant }: Vendor,
  file: { readonly status: string | null; readonly allowedOperations: readonly string[] | null },
): Promise<void> {
  await check.control.call("setComplianceFile", {
    path: { accountId: merchant.accountId, id: acct },
    json: file,
  });
}
