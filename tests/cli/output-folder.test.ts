import { spawnSync } from "node:child_process";
import { existsSync, openSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Ended } from "../child-process.ts";
import { startIntentsServer } from "../harness/intents-server.ts";
import { compiled } from "../compiled.ts";
import { emptyFolder, folderWith, inThisProcess, payconform, refusalOf } from "./command-line.ts";

let requests = 0;
const server = await startIntentsServer((answer) => {
  requests += 1;
  return answer;
});
afterAll(() => server.close());
beforeEach(() => {
  requests = 0;
});

const RULE = "payment-intents/retrieve-payment-intent-is-served";
const RUN = `run --no-allure --target ${server.url} --rules ${RULE} --runs 2`;
const env = { PAYCONFORM_KEY: server.key };

test("foreign files in the folder are kept, and the next run replaces the files of the run", async () => {
  const others = ["allure-report/index.html", "transcripts/notes.http", "package.json"];
  const folder = folderWith(Object.fromEntries(others.map((name) => [name, "somebody's"])));
  for (const _run of [1, 2]) {
    const ended = await inThisProcess(`${RUN} --out .`, { folder, env });
    expect(ended.stderr).toBe("");
    expect(ended.code).toBe(0);
    for (const name of others) expect(readFileSync(join(folder, name), "utf8")).toBe("somebody's");
  }
});

test.each([
  ["a file that would be replaced", "summary.md", (path: string) => writeFileSync(path, "somebody's")],
  ["an invalid clean-up log", "leftovers.jsonl", (path: string) => writeFileSync(path, "a user's\n")],
  ["a link", "conformance.json", (path: string) => symlinkSync("/dev/null", path)],
  ["a folder that is a link", "transcripts", (path: string) => symlinkSync("/tmp", path)],
])("%s ends with 2 before any request, and is named", async (_what, name, put) => {
  const folder = emptyFolder();
  put(join(folder, name));
  expect(await refusalOf(`${RUN} --out .`, { folder, env })).toMatch(
    new RegExp(
      `^payconform: --out \\.: contains ${name.replace(".", "\\.")}, which no run of payconform wrote .*\n$`,
    ),
  );
  expect(requests).toBe(0);
});

test("an output folder that is a link is refused", async () => {
  const folder = emptyFolder();
  symlinkSync(emptyFolder(), join(folder, "payconform-out"));
  expect(await refusalOf(RUN, { folder, env })).toContain("is a symbolic link or a special file");
  expect(requests).toBe(0);
});

/** Simulates a disk that is full after a number of files and half of the next one. */
const FULL_DISK = `import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { writeFileSync } = fs;
let left = Number(process.env.FILES_LEFT);
fs.writeFileSync = (path, content, ...rest) => {
  if (!String(path).includes("payconform-out")) return writeFileSync(path, content, ...rest);
  left -= 1;
  if (left >= 0) return writeFileSync(path, content, ...rest);
  writeFileSync(path, content.slice(0, content.length / 2), ...rest);
  throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
};
syncBuiltinESMExports();`;

function onFullDisk(folder: string, room: number): Promise<Ended> {
  const NODE_OPTIONS = `--import ${join(folderWith({ "full-disk.mjs": FULL_DISK }), "full-disk.mjs")}`;
  return payconform(RUN, { folder, env: { ...env, FILES_LEFT: String(room), NODE_OPTIONS } });
}

describe("on a full disk", () => {
  test.each([0, 1, 2, 3])("no file says that the target conforms, with space for %i files", async (room) => {
    const folder = emptyFolder();
    const ended = await onFullDisk(folder, room);
    expect(ended.stderr).toMatch(
      /^payconform: .*\/(payconform\.lock|report\.html|conformance\.json|junit\.xml|summary\.md|results\.sarif|badge\.(?:json|svg)) cannot be written: no space is left on the device \(ENOSPC\)\n$/,
    );
    expect(ended.code).toBe(4);
    expect(ended.stdout).not.toMatch(/: conformant|exit code 0/);
    expect(existsSync(join(folder, "payconform-out"))).toBe(room > 0);
    if (room > 0) expect(readdirSync(join(folder, "payconform-out"))).toEqual([]);
  });

  test.each([0, 1])("an earlier outcome is deleted, with space for %i files", async (room) => {
    const folder = emptyFolder();
    expect((await inThisProcess(RUN, { folder, env })).code).toBe(0);
    const ended = await onFullDisk(folder, room);
    expect(ended.code).toBe(4);
    expect(readdirSync(join(folder, "payconform-out"))).toEqual([]);
  });

  test.skipIf(process.platform !== "linux")("a standard output that cannot be written ends with 4", () => {
    const ended = spawnSync(process.execPath, [join(compiled(), "cli/main.js"), "rules", "--json"], {
      stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
      encoding: "utf8",
      cwd: emptyFolder(),
    });
    expect(ended.stderr).toBe(
      "payconform: standard output cannot be written: no space is left on the device (ENOSPC)\n",
    );
    expect(ended.status).toBe(4);
  });
});
