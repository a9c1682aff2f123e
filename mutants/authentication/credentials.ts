import { apiKeys, merchants } from "../../emulator/kernel/merchants.ts";
import type { RuleId } from "../../spec/index.ts";
import type { Fault, Mutant } from "../mutant.ts";
import { authenticating, ONE_OF_EACH_KIND } from "../shared/authentication.ts";

/** A mutant that compares keys by `same` instead of exactly. */
function comparing(fault: Fault, same: (known: string, shown: string) => boolean): Mutant {
  return authenticating(fault, (given) => ({
    callerOf: (state, key, operationId) =>
      given.callerOf(state, key, operationId) ?? state.all(apiKeys).find(({ id }) => same(id, key))?.caller,
  }));
}

/** A mutant that changes how the header is read. */
function readingKeys(fault: Fault, read: (header: string) => string | undefined): Mutant {
  return authenticating(fault, (given) => ({
    readKey: (header, operationId) =>
      given.readKey(header, operationId) ?? (header === undefined ? undefined : read(header)),
  }));
}

/** The scheme alone passes for the first merchant. */
function emptyKeyPasses(): Mutant {
  const empty = "nothing";
  const fault: Fault = {
    id: "scheme-alone-passes",
    violates: "authentication/scheme-without-key",
    summary: "The Bearer scheme without a key authenticates the first merchant.",
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

/** One route that takes what is no key (§5). */
const oneRouteMutants: readonly Mutant[] = ONE_OF_EACH_KIND.flatMap(
  ([operation, what]): readonly Mutant[] => {
    const fault = (how: string, violates: RuleId, summary: string) => ({
      id: `${how}-for-${operation}`,
      violates,
      summary: `For ${what} ${summary}`,
      subtle: true,
    });
    return [
      authenticating(
        fault("bare-key", "authentication/every-route-wants-the-scheme", "the bare key will do."),
        (given) => ({
          readKey: (header, at) => given.readKey(header, at) ?? (at === operation ? header : undefined),
        }),
      ),
      authenticating(
        fault(
          "cut-key",
          "authentication/every-route-wants-the-whole-key",
          "a key without its last character will do.",
        ),
        (given) => ({
          callerOf: (state, key, at) =>
            given.callerOf(state, key, at) ??
            (at === operation
              ? state.all(apiKeys).find(({ id }) => id.slice(0, -1) === key)?.caller
              : undefined),
        }),
      ),
    ];
  },
);

/** Mutants of the rules that `suites/authentication/credentials.ts` judges. */
export const authenticationCredentialsMutants: readonly Mutant[] = [
  comparing(
    {
      id: "key-in-any-casing",
      violates: "authentication/altered-key",
      summary: "Keys are compared case-insensitively.",
      subtle: true,
    },
    (known, shown) => known.toLowerCase() === shown.toLowerCase(),
  ),
  comparing(
    {
      id: "key-with-one-typing-error",
      violates: "authentication/altered-key",
      summary: "A key with one wrong character is accepted.",
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
      summary: "The beginning of a key is accepted as the key.",
    },
    (known, shown) => shown.startsWith("sk_") && known.startsWith(shown),
  ),
  comparing(
    {
      id: "key-without-last-character",
      violates: "authentication/shortened-key",
      summary: "A key is accepted without its last character.",
      subtle: true,
    },
    (known, shown) => known.slice(0, -1) === shown,
  ),
  comparing(
    {
      id: "key-without-prefix",
      violates: "authentication/key-without-prefix",
      summary: "The random part of a key is accepted as the key.",
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
      summary: "A key without a scheme is accepted.",
    },
    (header) => header,
  ),
  readingKeys(
    {
      id: "key-under-any-scheme",
      violates: "authentication/wrong-scheme",
      summary: "The scheme of the header is ignored.",
    },
    (header) => header.split(" ")[1],
  ),
  readingKeys(
    {
      id: "key-under-basic",
      violates: "authentication/wrong-scheme",
      summary: "A key is accepted as the user name of the Basic scheme.",
      subtle: true,
    },
    (header) =>
      Buffer.from(/^Basic (\S+)$/.exec(header)?.[1] ?? "", "base64")
        .toString()
        .split(":")[0],
  ),
  emptyKeyPasses(),
  ...oneRouteMutants,
];
