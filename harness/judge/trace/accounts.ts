import { readBody } from "../../event.ts";
import { isObject } from "../../../spec/json.ts";
import { type Call, effectOf } from "./calls.ts";

export type Mode = "test" | "live";

/** Whose key made a call. */
export interface Caller {
  /** The account; null if nothing has said whose key it is. */
  readonly account: string | null;
  readonly mode: Mode;
  /** Equal for the calls of one merchant in one mode, as far as is known. */
  readonly scope: string;
  /** Whether everything that happened to the account was seen: control created it in this trace. */
  readonly isWhole: boolean;
}

/** Which account each key belongs to. What a target says of it in documented answers is judged, so only control and the profile count. */
export class Accounts {
  readonly #byKey = new Map<string, string>();
  readonly #whole = new Set<string>();
  /** Callers by key, as far as is known: each rule asks for them at each call. */
  readonly #callers = new Map<string, Caller | null>();

  learn(key: string, account: string): void {
    this.#byKey.set(key, account);
    this.#callers.delete(key);
  }

  /** Learns keys from what control answered. */
  observe(call: Call): void {
    if (call.control === null || effectOf(call) !== "made") return;
    const read = readBody(call.exchange?.answer?.body ?? new Uint8Array());
    if (read.kind !== "json" || !isObject(read.value)) return;
    const stated = read.value["accountId"];
    const account = call.path["accountId"] ?? (typeof stated === "string" ? stated : null);
    if (account === null) return;
    if (call.control === "createMerchant") this.#whole.add(account);
    for (const key of keysIn(read.value)) this.learn(key, account);
  }

  /** The caller; null without a key of one of the two modes. */
  callerOf({ key }: Pick<Call, "key">): Caller | null {
    if (key === null) return null;
    const known = this.#callers.get(key);
    if (known !== undefined) return known;
    const caller = this.#callerWith(key);
    this.#callers.set(key, caller);
    return caller;
  }

  #callerWith(key: string): Caller | null {
    const mode = key.startsWith("sk_test_") ? "test" : key.startsWith("sk_live_") ? "live" : null;
    if (mode === null) return null;
    const account = this.#byKey.get(key) ?? null;
    const isWhole = account !== null && this.#whole.has(account);
    return { account, mode, scope: `${mode} ${account ?? key}`, isWhole };
  }
}

function keysIn(value: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.values(value).flatMap((member) => {
    if (typeof member === "string") return /^sk_(test|live)_./.test(member) ? [member] : [];
    return isObject(member) ? keysIn(member) : [];
  });
}
