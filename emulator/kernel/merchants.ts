import { createHash } from "node:crypto";
import type { Caller, Mode } from "./request.ts";
import { table } from "./table.ts";

/** An account that has API keys. */
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

/** A new merchant with its keys. */
export interface MadeMerchant {
  accountId: string;
  keys: { test: string; live: string };
}

/** An API key in force. */
export interface ApiKey {
  /** The key, or its hash if the state was read from a folder or a snapshot. */
  readonly id: string;
  readonly caller: Caller;
}

/** All merchants. */
export const merchants = table<Merchant>("merchants");

/** The hash of a key, which is kept instead of the key. A hash is returned unchanged. */
export const hashOfKey = (key: string): string =>
  key.startsWith("sha256:") ? key : `sha256:${createHash("sha256").update(key).digest("hex")}`;

/** All keys in force. Regenerating a key deletes the old one, so it is invalid immediately (§5.3). */
export const apiKeys = table<ApiKey>("apiKeys", { account: (key) => key.caller.accountId }, hashOfKey);

/** The account and environment of an object in one text, for indexes. */
export const ownerOf = ({ accountId, mode }: { accountId: string; mode: Mode }): string => {
  if (accountId !== latest.accountId || mode !== latest.mode)
    latest = { accountId, mode, text: `${accountId}/${mode}` };
  return latest.text;
};

/** Consecutive objects often have the same owner, so they share its text. */
let latest = { accountId: "", mode: "test", text: "/test" };

/** Whether an object belongs to the caller's account and environment. */
export const owns = (caller: Caller, owner: { accountId: string; mode: Mode }): boolean =>
  owner.accountId === caller.accountId && owner.mode === caller.mode;
