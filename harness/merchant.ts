import type { Api } from "./api.ts";

/** A merchant account, with the keys that the run has for it. */
export interface Merchant {
  readonly accountId: string;
  readonly testKey: string;
  readonly liveKey: string | null;
  /** Operations with the test key. */
  readonly api: Api;
  /** Whether no other check uses it. */
  readonly own: boolean;
}
