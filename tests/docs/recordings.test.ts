import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRecording } from "../../harness/recording/recording.ts";
import { emptyFolder, folderWith, inThisProcess, root } from "../cli/command-line.ts";

const page = readFileSync(join(root, "docs/recordings.md"), "utf8");
const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page)?.[1] ?? "";

test("the lines of the page are a recording, and judging it prints what the page shows", async () => {
  const folder = folderWith({ "traffic.jsonl": blockOf("json") });
  const [, command = ""] = /`payconform (judge traffic\.jsonl [^`]*)`/.exec(page) ?? [];
  const ended = await inThisProcess(`${command} --no-allure`, { folder });
  expect(ended.code).toBe(1);
  expect(ended.stdout).toContain(blockOf("text"));
  expect(ended.stdout).toContain("1 violated");
  const { steps } = await readRecording(join(folder, "traffic.jsonl"));
  expect([...steps].map(({ kind }) => kind)).toEqual(["begin", "end", "event"]);
});

test("the recording of a run has the members that the page names, and no others", async () => {
  const folder = emptyFolder();
  const rules = "payment-intents/retrieved-amount subscription-events/no-session-completed";
  const ended = await inThisProcess(`run --no-allure --har run.har --rules ${rules}`, { folder });
  expect(ended.code).toBe(0);
  const { log } = JSON.parse(readFileSync(join(folder, "run.har"), "utf8")) as {
    log: { _payconform: object; entries: readonly { _payconform: object }[] };
  };
  const own = [log, ...log.entries].flatMap(({ _payconform: members }) => Object.keys(members));
  const [, , tables = ""] = page
    .split(/^## (?=Recordings of payconform)/m)
    .flatMap((part) => part.split("| member of `log"));
  const named = [...tables.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(\w+)`/g)].flatMap(([, name]) => name ?? []),
  );
  expect([...new Set(own)].sort()).toEqual(
    [...new Set(named)].filter((name) => name !== "_payconform").sort(),
  );
  const judged = await inThisProcess(["judge", "run.har", "--no-allure"], { folder });
  expect([judged.code, judged.stderr]).toEqual([0, ""]);
});
