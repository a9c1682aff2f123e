import { ownerOf } from "../../kernel/merchants.ts";
import { type Mode, modes } from "../../kernel/request.ts";
import type { State } from "../../kernel/state.ts";
import { table } from "../../kernel/table.ts";
import { accountSettingsOf } from "../account/settings.ts";

/** The states of a compliance file (§3). */
export const fileStatuses = [
  "created",
  "pending",
  "documents_submitted",
  "in_review",
  "approved",
  "rejected",
  "needs_info",
  "suspended",
] as const;

type FileStatus = (typeof fileStatuses)[number];

/** The operations that a vendor's policy can allow (§2.10). */
export const capabilities = ["collect", "withdraw"] as const;

export type Capability = (typeof capabilities)[number];

/** A connected account as it is stored (§2.10). */
export interface Vendor {
  readonly id: string;
  /** The marketplace that controls it; never changes. */
  readonly accountId: string;
  /** The environment of the key that created it. */
  readonly mode: Mode;
  readonly name: string;
  readonly organisation: string | null;
  readonly email: string | null;
  /** ISO 3166-1 alpha-2, uppercase. */
  readonly country: string | null;
  /** Lowercase code. */
  readonly currency: string | null;
  /** The number of the mobile-money account that receives withdrawals, in digits. */
  readonly payoutPhone: string | null;
  readonly fileStatus: FileStatus | null;
  /** The allowed operations; null while no policy is attached. */
  readonly policy: readonly Capability[] | null;
  readonly deletedAt: number | null;
  readonly createdAt: number;
}

/** All vendors, deleted ones included. */
export const vendors = table<Vendor>("vendors", { owner: ownerOf });

/** The vendors of a merchant in both environments, deleted ones included. */
export const vendorsOf = (state: State, accountId: string): readonly Vendor[] =>
  modes.flatMap((mode) => state.find(vendors, "owner", ownerOf({ accountId, mode })));

/** Whether a vendor's policy allows an operation, or the merchant's settings do not enforce policies. */
export const isAllowed = (state: State, { accountId, policy }: Vendor, operation: Capability): boolean =>
  accountSettingsOf(state, accountId).capabilities === "decorative" || (policy?.includes(operation) ?? false);
