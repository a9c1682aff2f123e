import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Statement } from "../../../cli/evidence/statement.ts";
import { emptyFolder, inThisProcess, root } from "../command-line.ts";

/** Nobody signs in a test: this runs what the page shows up to there, and compares the files that it names with those that are written. */
const page = readFileSync(join(root, "docs/evidence.md"), "utf8").split("## Sign it")[1] ?? "";
const folder = emptyFolder();
const [, workflow = ""] = /```yaml\n(.*?)```/s.exec(page) ?? [];
const [, shell = ""] = /```\n(tar .*?)```/s.exec(page) ?? [];
const { permissions, steps } = parse(workflow) as {
  permissions: Record<string, string>;
  steps: { run?: string; uses?: string; with?: Record<string, string> }[];
};
let statement: Statement;

/** The lines of a script, with continued ones as one. */
const linesOf = (script: string): readonly string[] =>
  script
    .replaceAll(/\\\n\s*/g, "")
    .trim()
    .split("\n");

/** The word after a flag, or the last word. */
const after = (line: string, flag: string): string => new RegExp(`${flag} (\\S+)`).exec(line)?.[1] ?? "";
const last = (line: string): string => line.split(" ").at(-1) ?? "";

beforeAll(async () => {
  const scripts = steps.flatMap(({ run = "" }) => linesOf(run)).filter((line) => line !== "");
  expect(scripts.length).toBe(3);
  for (const line of scripts) {
    const [, command] = /^npx --no -- payconform (.*)$/.exec(line) ?? [];
    if (command === undefined) {
      expect(line).toMatch(/^tar /);
      execFileSync("sh", ["-c", line], { cwd: folder });
      continue;
    }
    // The emulator stands for the target of the profile.
    const given = command.replace(
      "--profile payconform.yaml",
      "--rules payment-intents/created-label --no-allure",
    );
    const { code, stdout, stderr } = await inThisProcess(given.split(" "), { folder });
    expect(code, stdout + stderr).toBe(0);
  }
  const bundle = join(folder, "conformance-bundle.tar.gz");
  statement = JSON.parse(
    execFileSync("tar", ["-xzOf", bundle, "statement.json"], { encoding: "utf8" }),
  ) as Statement;
}, 60_000);

describe("the signing that docs/evidence.md shows", () => {
  test("attests on GitHub the files that were written", () => {
    const attest = steps.find(({ uses }) => uses?.startsWith("actions/attest@"))?.with ?? {};
    expect(attest["predicate-type"]).toBe(statement.predicateType);
    expect(existsSync(join(folder, attest["subject-path"] ?? "-"))).toBe(true);
    const predicate = readFileSync(join(folder, attest["predicate-path"] ?? "-"), "utf8");
    expect(JSON.parse(predicate)).toEqual(statement.predicate);
    expect(permissions).toEqual({ "id-token": "write", attestations: "write", contents: "read" });
    const [, verify = ""] = /`(gh attestation verify [^`]*)`/.exec(page) ?? [];
    expect(verify.split(" ")[3]).toBe(attest["subject-path"]);
    expect(after(verify, "--predicate-type")).toBe(statement.predicateType);
  });

  test("attests with cosign the files that were written, and verifies what it attested", () => {
    const [unpack = "", attest = "", verify = ""] = linesOf(shell);
    execFileSync("sh", ["-c", unpack], { cwd: folder });
    expect(existsSync(join(folder, after(attest, "--predicate")))).toBe(true);
    for (const line of [attest, verify]) {
      expect(after(line, "--type")).toBe(statement.predicateType);
      expect(existsSync(join(folder, last(line)))).toBe(true);
    }
    expect(after(verify, "--bundle")).toBe(after(attest, "--bundle"));
  });
});
