import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Members, pack, unpack } from "../../../cli/evidence/archive.ts";
import { sha256, type Statement } from "../../../cli/evidence/statement.ts";
import { startEmulator } from "../../../emulator/start.ts";
import { emptyFolder, inThisProcess, refusalOf } from "../command-line.ts";

const CHECKED = "reversals/over-remaining-refused";
const SHOWN = "payment-intents/created-label";
const folder = emptyFolder();
const IMAGE = `registry.test/server@sha256:${"a".repeat(64)}`;
let members: Members;

beforeAll(async () => {
  const har = "payconform-out/recording.har";
  const rules = ["--rules", CHECKED, SHOWN, "--no-allure"];
  expect((await inThisProcess(["run", ...rules, "--har", har], { folder })).code).toBe(0);
  const bundled = await inThisProcess(["bundle", "--subject", IMAGE], { folder });
  expect([bundled.code, bundled.stderr]).toEqual([0, ""]);
  const file = join(folder, "conformance-bundle.tar.gz");
  members = unpack(readFileSync(file), file);
}, 60_000);

interface Outcome {
  readonly rules: { id: string; verdict: string; reason: string | null }[];
  readonly totals: Record<string, number>;
}

/** An edit of `conformance.json`. */
const editOf =
  (change: (outcome: Outcome) => void) =>
  (text: string): string => {
    const outcome = JSON.parse(text) as Outcome;
    change(outcome);
    return JSON.stringify(outcome);
  };

const textOf = (name: string, of = members): string => Buffer.from(of.get(name) ?? "").toString();

/** Verifies the bundle with a file changed. `signed`: the digests and the statement are made again. */
async function verified(name: string, edit: (text: string) => string, { signed = false } = {}) {
  const text = edit(textOf(name));
  expect(text).not.toBe(textOf(name));
  const changed = new Map(members).set(name, Buffer.from(text));
  if (signed) {
    const statement = JSON.parse(textOf("statement.json")) as Statement;
    const outcome = JSON.parse(textOf("conformance.json", changed)) as Outcome;
    const predicate = {
      ...statement.predicate,
      passedTests: outcome.rules.filter(({ verdict }) => verdict === "passed").map(({ id }) => id),
    };
    const subject = statement.subject.map((one) =>
      changed.has(one.name) ? { ...one, digest: { sha256: sha256(changed.get(one.name) ?? "") } } : one,
    );
    changed.set("statement.json", Buffer.from(JSON.stringify({ ...statement, subject, predicate })));
    changed.set("predicate.json", Buffer.from(JSON.stringify(predicate)));
  }
  const file = join(emptyFolder(), "changed.tar.gz");
  writeFileSync(file, pack(changed));
  return inThisProcess(["verify", file, "--all"]);
}

describe("payconform verify", () => {
  test("judges again what the recording shows, and names what rests on the sender's word", async () => {
    const { code, stdout } = await inThisProcess(["verify", "conformance-bundle.tar.gz"], { folder });
    expect(stdout).toMatch(/^1 rule judged again from the recording, with the same verdict$/m);
    expect(stdout).toMatch(/^1 rule on the word of who made the bundle$/m);
    expect(stdout).toMatch(/\nverified\n$/);
    expect(code).toBe(0);
  });

  test("verifies the run of a server whose profile leaves everything out", async () => {
    await using emulator = await startEmulator({ seed: 3 });
    const [out, env] = ["own-server", { PAYCONFORM_KEY: emulator.merchant.testKey }];
    const flags = ["--rules", SHOWN, "--no-allure", "--out", out, "--har", `${out}/recording.har`];
    await inThisProcess(["run", "--target", emulator.paymentUrl, ...flags], { folder, env });
    const bundled = await inThisProcess(["bundle", out, "--out", "own-server.tar.gz"], { folder });
    expect([bundled.code, bundled.stderr]).toEqual([0, ""]);
    const { code, stdout } = await inThisProcess(["verify", "own-server.tar.gz"], { folder });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\nverified\n$/)]);
  });

  test("needs the recording of the same run", async () => {
    const other = ["run", "--rules", SHOWN, "--no-allure", "--out", "other"];
    expect((await inThisProcess(other, { folder })).code).toBe(0);
    const given = ["bundle", "other", "--har", "payconform-out/recording.har"];
    expect(await refusalOf(given, { folder })).toMatch(/the run sent \d+ requests?, the recording has/);
  });

  test("is about the artifact that was tested, too", () => {
    const { subject, predicate } = JSON.parse(textOf("statement.json")) as Statement;
    expect(subject.map(({ name }) => name)).toEqual([
      "registry.test/server",
      "conformance.json",
      "recording.har",
      "profile.json",
    ]);
    expect(predicate.result).toBe("PASSED");
    expect(JSON.parse(textOf("predicate.json"))).toEqual(predicate);
  });

  test.each([
    ["conformance.json", (text: string) => text.replace('"passed"', '"violated"')],
    ["recording.har", (text: string) => text.replace('"status":200', '"status":201')],
    ["profile.json", (text: string) => text.replace('"xaf"', '"xof"')],
  ])("refuses a changed %s", async (name, edit) => {
    const { code, stdout } = await verified(name, edit);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`${name} was changed: its sha256 is not`)]);
  });

  test("refuses a verdict that the recording contradicts, though all digests are made again", async () => {
    const edit = editOf(({ rules, totals }) => {
      const rule = rules.find(({ id }) => id === SHOWN);
      if (rule !== undefined) [rule.verdict, rule.reason] = ["not_applicable", "not offered"];
      totals["passed"] = (totals["passed"] ?? 0) - 1;
      totals["not_applicable"] = 1;
    });
    // That it held is no contradiction; that it was violated would be.
    const { stdout } = await verified("conformance.json", edit, { signed: true });
    expect(stdout).toContain(`${SHOWN}  not_applicable  the recording shows that it held`);
    const broken = await verified(
      "recording.har",
      (text) => text.replaceAll('\\"label\\":\\"payment_intent\\"', '\\"label\\":12345678901234567'),
      { signed: true },
    );
    expect(broken.stdout).toContain(`${SHOWN} is passed, but the recording shows a violation`);
    expect(broken.code).toBe(1);
  });

  test("refuses a violation that the recording does not show", async () => {
    const edit = editOf(({ rules }) => {
      const violation = { expected: "x", actual: "y", reproduced: "1/1", exchange: null, event: null };
      const rule = rules.find(({ id }) => id === SHOWN) ?? {};
      Object.assign(rule, { verdict: "violated", reason: "x", violation });
    });
    const { code, stdout } = await verified("conformance.json", edit, { signed: true });
    expect([code, stdout]).toEqual([1, expect.stringContaining(`${SHOWN} is violated, but the recording`)]);
    expect(stdout).toContain("the totals count 2 passed, the rules 1");
  });

  test("names the rule whose verdict was changed as unverifiable where only its check can know", async () => {
    expect(
      (await inThisProcess(["verify", "conformance-bundle.tar.gz", "--all"], { folder })).stdout,
    ).toContain(`${CHECKED}  passed  its check decides`);
  });

  test("refuses a rule that was left out, and an archive that another program packed", async () => {
    const edit = editOf(({ rules, totals }) => {
      rules.pop();
      totals["passed"] = rules.length;
    });
    const { stdout } = await verified("conformance.json", edit, { signed: true });
    expect(stdout).toMatch(/rules that the run selected are missing: /);
    const file = join(emptyFolder(), "other.tar.gz");
    writeFileSync(file, "nothing");
    expect((await inThisProcess(["verify", file])).code).toBe(2);
  });
});

describe("a merged run", () => {
  const merged = emptyFolder();
  const shards = ["shards/1", "shards/2"];

  beforeAll(async () => {
    for (const [index, out] of shards.entries()) {
      const shard = ["--shard", `${index + 1}/2`, "--out", out, "--har", `${out}/recording.har`];
      const ended = await inThisProcess(["run", "--rules", CHECKED, SHOWN, ...shard], { folder: merged });
      expect(ended.code, ended.stdout).toBe(0);
    }
    expect(
      (await inThisProcess(["merge", ...shards, "--no-allure", "--out", "whole"], { folder: merged })).code,
    ).toBe(0);
  });

  test("is bundled with its shards, and each of them is verified", async () => {
    const bundled = await inThisProcess(["bundle", "whole", "--shards", ...shards], { folder: merged });
    expect([bundled.code, bundled.stderr]).toEqual([0, ""]);
    const { code, stdout } = await inThisProcess(["verify", "conformance-bundle.tar.gz"], { folder: merged });
    expect(stdout).toMatch(/^2 rules on the embedded emulator/m);
    expect(stdout).toMatch(/^1 rule judged again from the recording, with the same verdict$/m);
    expect(stdout).toMatch(/\nverified\n$/);
    expect(code).toBe(0);
  });

  test("is refused where its outcome is not that of its shards", async () => {
    const file = join(merged, "conformance-bundle.tar.gz");
    members = unpack(readFileSync(file), file);
    const edit = editOf(({ rules }) => {
      for (const rule of rules) [rule.verdict, rule.reason] = ["not_applicable", "not offered"];
    });
    const { code, stdout } = await verified("conformance.json", edit, { signed: true });
    expect(code).toBe(1);
    expect(stdout).toContain(`${CHECKED} is not_applicable, in the shards passed`);
    const swapped = await verified("shard-1/conformance.json", edit);
    expect(swapped.stdout).toContain("shard-1/conformance.json was changed: its sha256 is not");
  });

  test("is not bundled without its shards", async () => {
    const { code, stderr } = await inThisProcess(["bundle", "whole"], { folder: merged });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("name the recorded shards: --shards DIR DIR"),
    ]);
    expect(await refusalOf(["bundle", "whole", "--shards", "shards/1"], { folder: merged })).toContain(
      "shard 2/2 is missing",
    );
  });
});
