import { apiKeys, merchants } from "../../emulator/kernel/merchants.ts";
import type { Fault, Mutant } from "../mutant.ts";
import { authenticating, type Authentication } from "./authenticating.ts";

/** Keys that are compared otherwise than exactly: `same` says when a shown key passes for a known one. */
function comparing(fault: Fault, same: (known: string, shown: string) => boolean): Mutant {
  return authenticating(fault, (given) => ({
    callerOf: (state, key, operationId) =>
      given.callerOf(state, key, operationId) ?? state.all(apiKeys).find(({ id }) => same(id, key))?.caller,
  }));
}

/** Headers that are read otherwise than documented. */
function readingKeys(fault: Fault, read: (header: string) => string | undefined): Mutant {
  return authenticating(fault, (given) => ({
    readKey: (header, operationId) =>
      given.readKey(header, operationId) ?? (header === undefined ? undefined : read(header)),
  }));
}

/** Keys and headers that are taken although they are not right (§5). */
export const credentials: readonly Mutant[] = [
  comparing(
    {
      id: "key-in-any-casing",
      violates: "authentication/altered-key",
      summary: "Keys are compared without their casing.",
      subtle: true,
    },
    (known, shown) => known.toLowerCase() === shown.toLowerCase(),
  ),
  comparing(
    {
      id: "key-with-one-typing-error",
      violates: "authentication/altered-key",
      summary: "A key with one wrong character passes.",
    },
    (known, shown) =>
      known.length === shown.length && [...known].filter((letter, at) => letter !== shown[at]).length <= 1,
  ),
  comparing(
    {
      id: "key-cut-at-forty",
      violates: "authentication/lengthened-key",
      summary: "Only the first forty characters of a key are compared.",
      subtle: true,
    },
    (known, shown) => known.slice(0, 40) === shown.slice(0, 40),
  ),
  comparing(
    {
      id: "key-by-beginning",
      violates: "authentication/shortened-key",
      summary: "The beginning of a key passes for the key.",
    },
    (known, shown) => shown.startsWith("sk_") && known.startsWith(shown),
  ),
  comparing(
    {
      id: "key-without-last-character",
      violates: "authentication/shortened-key",
      summary: "A key passes without its last character.",
      subtle: true,
    },
    (known, shown) => known.slice(0, -1) === shown,
  ),
  comparing(
    {
      id: "key-without-prefix",
      violates: "authentication/key-without-prefix",
      summary: "The random part of a key passes for the key.",
    },
    (known, shown) => known.replace(/^sk_[a-z]+_/, "") === shown,
  ),
  comparing(
    {
      id: "key-with-any-prefix",
      violates: "authentication/key-with-other-prefix",
      summary: "The prefix of a key is not compared.",
    },
    (known, shown) => /^sk_live_/.test(shown) && known.slice(8) === shown.slice(8),
  ),
  readingKeys(
    {
      id: "key-without-scheme",
      violates: "authentication/key-without-scheme",
      summary: "A bare key passes in place of the header's scheme.",
    },
    (header) => header,
  ),
  readingKeys(
    {
      id: "key-under-any-scheme",
      violates: "authentication/wrong-scheme",
      summary: "The scheme of the header is not looked at.",
    },
    (header) => header.split(" ")[1],
  ),
  readingKeys(
    {
      id: "key-under-basic",
      violates: "authentication/wrong-scheme",
      summary: "A key passes as the user name of the Basic scheme.",
      subtle: true,
    },
    (header) =>
      Buffer.from(/^Basic (\S+)$/.exec(header)?.[1] ?? "", "base64")
        .toString()
        .split(":")[0],
  ),
  emptyKeyPasses(),
  authenticating(
    {
      id: "replaced-key-lives-on",
      violates: [
        "authentication/regenerated-key-stops-at-once",
        "authentication/regenerated-key-stops-on-checkout-host",
      ],
      summary: "A replaced key goes on to be accepted.",
    },
    () => ({ revoke: () => [] }),
  ),
  authenticating(
    {
      id: "replaced-key-still-reads",
      violates: "authentication/regenerated-key-stops-at-once",
      summary: "A replaced key may still read what it made.",
      subtle: true,
    },
    (given) => rememberingOldKeys(given, (operation) => operation.startsWith("retrieve")),
  ),
  authenticating(
    {
      id: "replaced-key-works-on-checkout-host",
      violates: "authentication/regenerated-key-stops-on-checkout-host",
      summary: "The checkout host does not hear of a replaced key.",
      subtle: true,
    },
    (given) => rememberingOldKeys(given, (operation) => operation === "createSession"),
  ),
  authenticating(
    {
      id: "successor-not-in-force",
      violates: "authentication/regenerated-key-successor-works",
      summary: "The key that a regeneration gives is not accepted.",
    },
    (given) => withoutSuccessors(given),
  ),
  authenticating(
    {
      id: "test-key-without-environment",
      violates: "authentication/test-key-prefix",
      summary: "Test keys begin with sk_ alone.",
    },
    (given) => ({ issue: (mode, ids) => given.issue(mode, ids).replace("sk_test_", "sk_") }),
  ),
  authenticating(
    {
      id: "live-key-called-production",
      violates: "authentication/live-key-prefix",
      summary: "Live keys begin with sk_prod_.",
    },
    (given) => ({ issue: (mode, ids) => given.issue(mode, ids).replace("sk_live_", "sk_prod_") }),
  ),
];

/** The scheme alone passes for the first merchant. */
function emptyKeyPasses(): Mutant {
  const empty = "nothing";
  const fault: Fault = {
    id: "scheme-alone-passes",
    violates: "authentication/scheme-without-key",
    summary: "The Bearer scheme without a key passes for the first merchant.",
  };
  return authenticating(fault, (given) => ({
    readKey: (header, operation) =>
      header !== undefined && /^Bearer\s*$/.test(header) ? empty : given.readKey(header, operation),
    callerOf: (state, key, operation) => {
      const [first] = state.all(merchants);
      if (key === empty && first !== undefined) return { accountId: first.id, mode: "test" };
      return given.callerOf(state, key, operation);
    },
  }));
}

/** Remembers whom each key stood for, and goes on to accept it for some operations. */
function rememberingOldKeys(
  given: Authentication,
  where: (operation: string) => boolean,
): Pick<Authentication, "callerOf"> {
  const seen = new Map<string, NonNullable<ReturnType<Authentication["callerOf"]>>>();
  return {
    callerOf: (state, key, operation) => {
      const caller = given.callerOf(state, key, operation);
      if (caller !== undefined) seen.set(key, caller);
      return caller ?? (where(operation) ? seen.get(key) : undefined);
    },
  };
}

/** Accepts each account's first test key only, for as long as it is in force. */
function withoutSuccessors(given: Authentication): Pick<Authentication, "callerOf"> {
  const firstKeys = new Map<string, string>();
  return {
    callerOf: (state, key, operation) => {
      const caller = given.callerOf(state, key, operation);
      if (caller === undefined) return undefined;
      const account = `${caller.accountId}/${caller.mode}`;
      const first = firstKeys.get(account) ?? key;
      firstKeys.set(account, first);
      return first === key ? caller : undefined;
    },
  };
}
