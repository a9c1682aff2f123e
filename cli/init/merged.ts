import type { ProfileInput } from "../../harness/profile/defaults.ts";

/** Merges profiles recursively; later ones take precedence. */
export function merged(profiles: readonly ProfileInput[]): ProfileInput {
  return profiles.reduce((all, one) => mergedPair(all, one) as ProfileInput, {});
}

function mergedPair(all: unknown, one: unknown): unknown {
  if (!isMapping(all) || !isMapping(one)) return one;
  const names = new Set([...Object.keys(all), ...Object.keys(one)]);
  return Object.fromEntries(
    [...names].map((name) => [name, name in one ? mergedPair(all[name], one[name]) : all[name]]),
  );
}

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
