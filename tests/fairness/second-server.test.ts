import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProfileInput } from "../../harness/profile/defaults.ts";
import { withDefaults } from "../../harness/profile/defaults.ts";
import { resolveKeys } from "../../harness/profile/load.ts";
import { type Judged, judgeUrl } from "../harness/judge-url.ts";
import { type SecondServer, startSecondServer } from "../second-server/index.ts";
import { environmentOf, profileOf } from "../second-server/profile.ts";

/** The limit of account creations keeps a whole run waiting: it is counted by the minute. */

/**
 * The second server conforms and chose otherwise at the open points: no rule may accuse it. What is judged on it is
 * frozen, so that a rule cannot silently stop being judged on somebody else's server.
 */
let server: SecondServer;
beforeAll(async () => {
  server = await startSecondServer();
});
afterAll(() => server.close());

async function judgeWith(profile: ProfileInput): Promise<Judged> {
  const env = environmentOf(server);
  Object.assign(process.env, env);
  const keys = resolveKeys(withDefaults({ ...profile, keys: profileOf(server).keys }), { env, folder: "." });
  return judgeUrl({
    profile,
    keys: profile.keys === undefined ? {} : keys,
    testKey: server.testKey,
    liveKeyAllowed: profile.keys !== undefined,
  });
}

const frozen = (file: string): string => join(import.meta.dirname, file);

const reasons = (judged: Judged, verdict: "violated" | "broken"): readonly string[] =>
  judged.by(verdict).map((id) => `${id}: ${judged.results.get(id)?.reason ?? ""}`);

const bare = (): ProfileInput => ({ target: { baseUrl: server.baseUrl } });
const withVendors = (): ProfileInput => {
  const { fixtures } = profileOf(server);
  const vendors = Object.fromEntries(Object.entries(fixtures).filter(([name]) => name.startsWith("vendor-")));
  return { ...bare(), fixtures: vendors };
};

const cases = [
  { what: "URL and key", file: "judged-with-url-and-key.txt", profile: bare },
  { what: "URL, key and vendor ids", file: "judged-with-vendor-ids.txt", profile: withVendors },
  {
    what: "a whole profile",
    file: "judged-with-whole-profile.txt",
    profile: () => profileOf(server) as ProfileInput,
  },
];

describe.each(cases)("with $what", ({ file, profile }) => {
  test("nothing is accused, nothing breaks, and no rule leaves the frozen list", async () => {
    const judged = await judgeWith(profile());
    expect(reasons(judged, "violated")).toEqual([]);
    expect(reasons(judged, "broken")).toEqual([]);
    if (file === null) return;
    if (process.env["FREEZE"] === "1") writeFileSync(frozen(file), `${judged.by("passed").join("\n")}\n`);
    const lost = readFileSync(frozen(file), "utf8")
      .trim()
      .split("\n")
      .filter((id) => judged.results.get(id)?.verdict !== "passed")
      .map(
        (id) =>
          `${id} is ${judged.results.get(id)?.verdict ?? "gone"}: ${judged.results.get(id)?.reason ?? ""}`,
      );
    expect(lost, "rules that were judged on this server before; FREEZE=1 writes the list anew").toEqual([]);
  });
});
