import { hashOfKey } from "../kernel/merchants.ts";

/** Why a request has no known key. */
export function whyNoKey(authorization: string | null, replaced: ReadonlySet<string>): string {
  if (authorization === null) return "there is no Authorization header";
  const [, scheme = "", key = ""] = /^(\S*)\s*(\S*)/.exec(authorization) ?? [];
  if (/^sk_/.test(scheme)) return "the Authorization header has the key only: write `Bearer` before it";
  if (scheme.toLowerCase() !== "bearer") return "the scheme of the Authorization header must be Bearer";
  if (!/^sk_(test|live)_/.test(key)) return "this is no secret key: they begin with sk_test_ or sk_live_";
  return replaced.has(hashOfKey(key)) ? "the key was replaced by a new one" : "no merchant has this key";
}
