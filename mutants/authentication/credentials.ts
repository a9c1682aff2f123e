import { apiKeys, merchants } from "../../emulator/kernel/merchants.ts";
import type { RuleId } from "../../spec/index.ts";
import { byId, type Mutant, named, type Replace } from "../mutant.ts";
import { authenticating, ONE_OF_EACH_KIND } from "../shared/authentication.ts";

/** Compares keys with `same` instead of exactly. */
function comparing(same: (known: string, shown: string) => boolean): Replace {
  return authenticating((given) => ({
    callerOf: (state, key, operationId) =>
      given.callerOf(state, key, operationId) ?? state.all(apiKeys).find(({ id }) => same(id, key))?.caller,
  }));
}

/** Also accepts keys that another parser reads from the header. */
function readingKeys(read: (header: string) => string | undefined): Replace {
  return authenticating((given) => ({
    readKey: (header, operationId) =>
      given.readKey(header, operationId) ?? (header === undefined ? undefined : read(header)),
  }));
}

/** Accepts the scheme without a key, for the first merchant. */
function emptyKeyPasses(): Replace {
  const empty = "nothing";
  return authenticating((given) => ({
    readKey: (header, operation) =>
      header !== undefined && /^Bearer\s*$/.test(header) ? empty : given.readKey(header, operation),
    callerOf: (state, key, operation) => {
      const [first] = state.all(merchants);
      if (key === empty && first !== undefined) return { accountId: first.id, mode: "test" };
      return given.callerOf(state, key, operation);
    },
  }));
}

/** Operations that accept an invalid key (§5), one of each kind. */
const oneRouteMutants: readonly Mutant[] = ONE_OF_EACH_KIND.flatMap(
  ([operation, what]): readonly Mutant[] => {
    const fault = (how: string, violates: RuleId, summary: string) => ({
      id: `${how}-for-${operation}`,
      violates: [violates],
      summary: `For ${what} ${summary}`,
    });
    return [
      {
        ...fault("bare-key", "authentication/every-route-wants-the-scheme", "the bare key will do."),
        replace: authenticating((given) => ({
          readKey: (header, at) => given.readKey(header, at) ?? (at === operation ? header : undefined),
        })),
      },
      {
        ...fault(
          "cut-key",
          "authentication/every-route-wants-the-whole-key",
          "a key without its last character will do.",
        ),
        replace: authenticating((given) => ({
          callerOf: (state, key, at) =>
            given.callerOf(state, key, at) ??
            (at === operation
              ? state.all(apiKeys).find(({ id }) => id.slice(0, -1) === key)?.caller
              : undefined),
        })),
      },
    ];
  },
);

export const mutants = named({
  "key-in-any-casing": {
    violates: ["authentication/altered-key"],
    summary: "Keys are compared case-insensitively.",
    replace: comparing((known, shown) => known.toLowerCase() === shown.toLowerCase()),
  },
  "key-with-one-typing-error": {
    violates: ["authentication/altered-key"],
    summary: "A key with one wrong character is accepted.",
    replace: comparing(
      (known, shown) =>
        known.length === shown.length && [...known].filter((letter, at) => letter !== shown[at]).length <= 1,
    ),
  },
  "key-cut-at-forty": {
    violates: ["authentication/lengthened-key"],
    summary: "Only the first forty characters of a key are compared.",
    replace: comparing((known, shown) => known.slice(0, 40) === shown.slice(0, 40)),
  },
  "key-by-beginning": {
    violates: ["authentication/shortened-key"],
    summary: "The beginning of a key is accepted as the key.",
    replace: comparing((known, shown) => shown.startsWith("sk_") && known.startsWith(shown)),
  },
  "key-without-last-character": {
    violates: ["authentication/shortened-key"],
    summary: "A key is accepted without its last character.",
    replace: comparing((known, shown) => known.slice(0, -1) === shown),
  },
  "key-without-prefix": {
    violates: ["authentication/key-without-prefix"],
    summary: "The random part of a key is accepted as the key.",
    replace: comparing((known, shown) => known.replace(/^sk_[a-z]+_/, "") === shown),
  },
  "key-with-any-prefix": {
    violates: ["authentication/key-with-other-prefix"],
    summary: "The prefix of a key is not compared.",
    replace: comparing((known, shown) => /^sk_live_/.test(shown) && known.slice(8) === shown.slice(8)),
  },
  "key-with-its-prefix-in-any-casing": {
    violates: ["authentication/key-with-other-prefix"],
    summary: "The casing of the prefix of a key is not compared.",
    replace: comparing(
      (known, shown) => shown.slice(0, 8).toLowerCase() + shown.slice(8) === known && shown !== known,
    ),
  },
  "key-without-scheme": {
    violates: ["authentication/key-without-scheme"],
    summary: "A key without a scheme is accepted.",
    replace: readingKeys((header) => header),
  },
  "key-under-any-scheme": {
    violates: ["authentication/wrong-scheme"],
    summary: "The scheme of the header is ignored.",
    replace: readingKeys((header) => header.split(" ")[1]),
  },
  "key-under-basic": {
    violates: ["authentication/wrong-scheme"],
    summary: "A key is accepted as the user name of the Basic scheme.",
    replace: readingKeys(
      (header) =>
        Buffer.from(/^Basic (\S+)$/.exec(header)?.[1] ?? "", "base64")
          .toString()
          .split(":")[0],
    ),
  },
  "scheme-alone-passes": {
    violates: ["authentication/scheme-without-key"],
    summary: "The Bearer scheme without a key authenticates the first merchant.",
    replace: emptyKeyPasses(),
  },
  ...byId(oneRouteMutants),
});
