// Made by `npm run generate` from spec/rules and spec/ambiguities; not to be edited.

/** Ids of the rule catalogue. */
export type RuleId =
  never;

/** Ids of the ambiguity register. */
export type AmbiguityId =
  never;
