import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type ProfileInput, withDefaults } from "../../harness/profile/defaults.ts";
import { resolveKeys } from "../../harness/profile/load.ts";
import type { RuleResult } from "../../harness/results.ts";
import { differences } from "../../scripts/frozen/compare.ts";
import { recordedLines } from "../../scripts/frozen/files.ts";
import { root } from "../cli/command-line.ts";
import { judgeUrl } from "../harness/judge-url.ts";
import { type SecondServer, startSecondServer } from "../second-server/index.ts";
import { environmentOf, profileOf } from "../second-server/profile.ts";

/**
 * The second server conforms and chose otherwise at the open points: no rule may accuse it. Its verdicts are recorded, so that a rule
 * cannot silently stop being judged on somebody else's server.
 */
const LOCK = "spec/second-server.lock";

/** What its user's profile tells of it. */
const profiles = {
  "URL and key": ({ baseUrl }) => ({ target: { baseUrl } }),
  "URL, key and vendor ids": (server) => {
    const { fixtures } = profileOf(server);
    const vendors = Object.entries(fixtures).filter(([name]) => name.startsWith("vendor-"));
    return { target: { baseUrl: server.baseUrl }, fixtures: Object.fromEntries(vendors) };
  },
  "a whole profile": (server) => profileOf(server),
} satisfies Record<string, (server: SecondServer) => ProfileInput>;

type Given = keyof typeof profiles;
const GIVEN = Object.keys(profiles) as readonly Given[];

/**
 * Parts of a run, each with a server for itself: what they wait for, such as the limit of account creations by the minute, they wait
 * for at the same time. With few fixtures, areas need what others exchange, so that run has no parts.
 */
const PARTS: Readonly<Record<Given, number>> = {
  "URL and key": 1,
  "URL, key and vendor ids": 1,
  "a whole profile": 6,
};

type Results = ReadonlyMap<string, RuleResult>;
const judged = new Map<Given, Results>();

async function judgePart(given: Given, shard: { index: number; count: number }): Promise<Results> {
  const server = await startSecondServer();
  try {
    const env = environmentOf(server);
    const profile = profiles[given](server);
    const whole = given === "a whole profile";
    const { results } = await judgeUrl({
      profile,
      keys: whole ? resolveKeys(withDefaults(profile), { env, folder: "." }) : {},
      testKey: server.testKey,
      liveKeyAllowed: whole,
      env,
      shard,
    });
    return results;
  } finally {
    await server.close();
  }
}

beforeAll(async () => {
  await Promise.all(
    GIVEN.map(async (given) => {
      const count = PARTS[given];
      const parts = await Promise.all(
        Array.from({ length: count }, (_unused, part) => judgePart(given, { index: part + 1, count })),
      );
      judged.set(given, new Map(parts.flatMap((part) => [...part])));
    }),
  );
});

const reasons = (results: Results, verdict: "violated" | "broken"): readonly string[] =>
  [...results.values()]
    .filter((rule) => rule.verdict === verdict)
    .map(({ id, reason }) => `${id}: ${reason}`);

describe.each(GIVEN)("with %s", (given) => {
  test("nothing is accused, and nothing breaks", () => {
    const results = judged.get(given) ?? new Map<string, RuleResult>();
    expect(results.size).toBeGreaterThan(1000);
    expect(reasons(results, "violated")).toEqual([]);
    expect(reasons(results, "broken")).toEqual([]);
  });
});

test("each rule has the verdicts that are recorded", () => {
  const ids = [...new Set(GIVEN.flatMap((given) => [...(judged.get(given)?.keys() ?? [])]))].sort();
  const verdict = (id: string, given: Given): string => judged.get(given)?.get(id)?.verdict ?? "unjudged";
  const lines = ids.map((id) => [id, ...GIVEN.map((given) => verdict(id, given))].join("\t"));
  if (process.env["FREEZE"] === "1") writeFileSync(join(root, LOCK), `${lines.join("\n")}\n`);
  const changes = differences({ path: LOCK, what: "rule" }, recordedLines(root, LOCK), lines);
  const why = (id: string): string =>
    GIVEN.map((given) => `\n  with ${given}: ${judged.get(given)?.get(id)?.reason ?? "no reason"}`).join("");
  const explained = changes.map(
    (change) =>
      `${change}${ids
        .filter((id) => change.includes(` ${id}:`))
        .map(why)
        .join("")}`,
  );
  expect(explained, "if this is meant, `npm run freeze` records it; read the diff").toEqual([]);
});
