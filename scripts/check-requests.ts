/**
 * Records how many requests each check sends, for the plan before a run: judges the emulator twice, with different numbers of runs of a
 * property. Writes spec/check-requests.json.
 *
 *   npm run check-requests
 *
 * A stale entry makes an estimate wrong, never a verdict.
 */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../cli/api.ts";
import type { RuleResult, RunResult } from "../harness/results.ts";

const RUNS = [5, 20] as const;
/** A difference of fewer requests is a poll more or less. */
const LEAST_SLOPE = 0.3;

interface Sent {
  readonly own: number;
  /** Of exchanges that other checks have, too: they share the result that these made. */
  readonly shared: readonly number[];
}

/** By check, what it sent; requests of a result that several checks share are none of its own. */
function sentBy(rules: readonly RuleResult[]): ReadonlyMap<string, Sent> {
  const owners = new Map<number, string[]>();
  for (const { id, transcript } of rules)
    for (const { sequence } of transcript) owners.set(sequence, [...(owners.get(sequence) ?? []), id]);
  return new Map(
    rules.map(({ id, exchanges, transcript }) => {
      const shared = transcript
        .map(({ sequence }) => sequence)
        .filter((one) => (owners.get(one)?.length ?? 0) > 1);
      return [id, { own: exchanges - shared.length, shared }];
    }),
  );
}

/** Exchanges by the checks that share them: the checks, by position in the catalogue, and how many. */
function groupsOf(
  sent: ReadonlyMap<string, Sent>,
): readonly (readonly [ids: readonly string[], requests: number])[] {
  const ids = new Map<number, string[]>();
  for (const [id, { shared }] of sent) for (const one of shared) ids.set(one, [...(ids.get(one) ?? []), id]);
  const groups = new Map<string, number>();
  for (const owners of ids.values()) groups.set(owners.join(" "), (groups.get(owners.join(" ")) ?? 0) + 1);
  return [...groups].map(([owners, requests]) => [owners.split(" "), requests]);
}

const results: RunResult[] = [];
for (const runs of RUNS) results.push(await run({ seed: 1, runs, allowLiveKey: true }));
const [few, many] = results.map((result) =>
  result.rules.filter(({ kind, verdict }) => kind !== "passive" && verdict === "passed"),
);
if (few === undefined || many === undefined) throw new Error("a run is missing");
const [fewSent, manySent] = [sentBy(few), sentBy(many)];
const lines = many.map(({ id }) => {
  const { own } = manySent.get(id) ?? { own: 0 };
  const slope = (own - (fewSent.get(id)?.own ?? own)) / (RUNS[1] - RUNS[0]);
  const perRun = slope < LEAST_SLOPE ? 0 : Math.round(slope * 100) / 100;
  return `${JSON.stringify(id)}: ${JSON.stringify(perRun === 0 ? [own] : [Math.max(0, Math.round(own - perRun * RUNS[1])), perRun])}`;
});
const groups = groupsOf(manySent);
writeFileSync(
  join(dirname(fileURLToPath(import.meta.url)), "../spec/check-requests.json"),
  `{\n"checks": {\n${lines.join(",\n")}\n},\n"shared": [\n${groups.map(([ids, requests]) => JSON.stringify([requests, ...ids])).join(",\n")}\n]\n}\n`,
);
const known =
  [...manySent.values()].reduce((sum, { own }) => sum + own, 0) +
  groups.reduce((sum, [, requests]) => sum + requests, 0);
console.log(
  `${many.length} checks, ${groups.length} groups; ${known} of ${results[1]?.requests ?? 0} requests belong to a check`,
);
