import { beforeAll, describe, expect, test } from "vitest";
import { inSimulatedTime } from "../../cli/in-process/simulated-time.ts";
import { inProcessTransport } from "../../harness/http/in-process.ts";
import { type ProfileInput, withDefaults } from "../../harness/profile/defaults.ts";
import { resolveKeys } from "../../harness/profile/secrets.ts";
import type { RuleResult } from "../../harness/results.ts";
import { catalogue } from "../../spec/index.ts";
import { differences, readLock, RETIRED, UNOBSERVABLE, writeLock } from "../../scripts/frozen.ts";
import { root } from "../cli/command-line.ts";
import { judgeUrl } from "../harness/judge-url.ts";
import { openSecondServer, type SecondServer, startSecondServer } from "../second-server/index.ts";
import { environmentOf, profileOf } from "../second-server/profile.ts";

/**
 * The second server conforms and decides the open points differently: no rule may report a violation on it.
 * Its verdicts are recorded, so that no rule silently stops being judged on it.
 *
 * `npm run freeze` sets FREEZE, so that the verdicts are written: "all", or the ids of the rules that are new.
 */
const frozen = process.env["FREEZE"];
const newRules = frozen === undefined || frozen === "all" ? null : frozen.split(" ");

/** What its user's profile says about it. */
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

/** Parts of a run over sockets, each with a server for itself: what they wait for, they wait for at the same time. */
const PARTS = 6;
/** Creates enough accounts to wait twice for the limit of creations per minute. */
const CROWDED = "vendors";
const AREAS = [...new Set(catalogue.map(({ area }) => area))].filter((area) => area !== CROWDED);

type Results = ReadonlyMap<string, RuleResult>;
const judged = new Map<Given, Results>();

type Options = Pick<Parameters<typeof judgeUrl>[0], "patterns" | "transport">;

async function judgeServer(server: SecondServer, given: Given, options: Options): Promise<Results> {
  try {
    const env = environmentOf(server);
    const profile = profiles[given](server);
    const whole = given === "a whole profile";
    const { results } = await judgeUrl({
      ...options,
      profile,
      keys: whole ? resolveKeys(withDefaults(profile), { env, folder: ".", live: true }) : {},
      testKey: server.testKey,
      liveKeyAllowed: whole,
      env,
    });
    return results;
  } finally {
    await server.close();
  }
}

/** In real time, as a user's server is judged. */
const overSocket = async (given: Given, options: Options): Promise<Results> =>
  judgeServer(await startSecondServer(), given, options);

/**
 * Without a socket, in simulated time: without vendors the run has to create many, too. What only a socket shows is judged over one.
 */
async function withoutWaiting(given: Given, rules: readonly string[]): Promise<Results> {
  const results = await inSimulatedTime({ seed: 1 }, () => {
    const server = openSecondServer();
    const transport = inProcessTransport({ [server.baseUrl]: server.fetch });
    return judgeServer(server, given, { transport, patterns: rules });
  });
  const left = [...results.values()].filter(({ reason }) => reason === "only a real socket shows this");
  const patterns = left.map(({ id }) => id);
  return new Map([...results, ...(patterns.length === 0 ? [] : await overSocket(given, { patterns }))]);
}

beforeAll(async () => {
  if (newRules !== null) {
    for (const given of GIVEN) judged.set(given, await withoutWaiting(given, newRules));
    return;
  }
  const parts = await Promise.all(
    Array.from({ length: PARTS }, (_unused, part) =>
      overSocket("a whole profile", { patterns: AREAS.filter((_area, index) => index % PARTS === part) }),
    ),
  );
  parts.push(await withoutWaiting("a whole profile", [CROWDED]));
  judged.set("a whole profile", new Map(parts.flatMap((part) => [...part])));
  for (const given of ["URL and key", "URL, key and vendor ids"] as const)
    judged.set(given, await withoutWaiting(given, []));
});

const reasons = (results: Results, verdict: "violated" | "broken"): readonly string[] =>
  [...results.values()]
    .filter((rule) => rule.verdict === verdict)
    .map(({ id, reason }) => `${id}: ${reason}`);

describe.each(GIVEN)("with %s", (given) => {
  test("no rule is violated, and none is broken", () => {
    const results = judged.get(given) ?? new Map<string, RuleResult>();
    expect(results.size).toBeGreaterThanOrEqual(newRules?.length ?? 1000);
    expect(reasons(results, "violated")).toEqual([]);
    expect(reasons(results, "broken")).toEqual([]);
  });
});

test("each rule has the verdicts that are recorded", () => {
  const recorded = readLock(root);
  const now = new Map(
    [...recorded].map(([id, entry]) => {
      const results = GIVEN.flatMap((given) => judged.get(given)?.get(id) ?? []);
      const isRule = id.includes("/") && ![RETIRED, UNOBSERVABLE].includes(entry.verdicts[0] ?? "");
      const isJudged = newRules?.includes(id) ?? isRule;
      return [id, isJudged ? { ...entry, verdicts: results.map(({ verdict }) => verdict) } : entry];
    }),
  );
  const changes = differences(recorded, now);
  if (frozen !== undefined) {
    writeLock(root, now);
    for (const change of changes) console.log(change);
    return;
  }
  const why = (change: string): string =>
    GIVEN.map(
      (given) =>
        `\n  with ${given}: ${judged.get(given)?.get(change.split(":")[0] ?? "")?.reason ?? "no reason"}`,
    ).join("");
  const explained = changes.map((change) => `${change}${why(change)}`);
  expect(explained.join("\n"), "if this is meant, `npm run freeze` records it; read the diff").toBe("");
});
