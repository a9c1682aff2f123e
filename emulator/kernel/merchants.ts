import { createHash } from "node:crypto";
import type { Caller, Mode } from "./request.ts";
import { table } from "./table.ts";

/** An account that holds keys. */
export interface Merchant {
  /** `acct_…` */
  readonly id: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2, uppercase. */
  readonly country: string;
  /** Lowercase code. */
  readonly currency: string;
  readonly createdAt: number;
}

/** A secret key that is in force. */
export interface ApiKey {
  /** The key itself; its hash once the state has been on a disk. */
  readonly id: string;
  readonly caller: Caller;
}

/** All merchants. */
export const merchants = table<Merchant>("merchants");

/** All keys in force; a regenerated key is deleted, hence invalid immediately (§5.3). */
export const apiKeys = table<ApiKey>("apiKeys", {
  account: (key) => key.caller.accountId,
});

/** What is kept of a key where the state leaves the memory. */
export const hashOfKey = (key: string): string =>
  key.startsWith("sha256:") ? key : `sha256:${createHash("sha256").update(key).digest("hex")}`;

/** Which account and environment an object belongs to, as one text for indexes. */
export const ownerOf = ({ accountId, mode }: { accountId: string; mode: Mode }): string => {
  if (accountId !== latest.accountId || mode !== latest.mode)
    latest = { accountId, mode, text: `${accountId}/${mode}` };
  return latest.text;
};

/** Many objects in a row are of one owner; they share the text. */
let latest = { accountId: "", mode: "test", text: "/test" };

/** Whether an object belongs to the caller: same account, same environment. */
export const owns = (caller: Caller, owner: { accountId: string; mode: Mode }): boolean =>
  owner.accountId === caller.accountId && owner.mode === caller.mode;
