import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Observation } from "../../harness/results.ts";
import { conformanceJson } from "../../reports/files/conformance-json.ts";
import { run } from "../reports/fixture.ts";
import { emptyFolder, inThisProcess } from "./command-line.ts";

const folder = emptyFolder();

function runWith(name: string, seen: Readonly<Record<string, readonly string[]>>): string {
  const all = Object.entries(seen).flatMap(([id, values]) =>
    values.map((value): Observation => ({ id, section: "4.5", question: `What about ${id}?`, seen: value })),
  );
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "conformance.json"), conformanceJson(run([], { observations: all })));
  return join(folder, name);
}

async function printed(...args: readonly string[]): Promise<string> {
  const { code, stdout } = await inThisProcess(["observations", ...args]);
  expect(code).toBe(0);
  return stdout;
}

const one = runWith("one", { fees: ["kept"], format: ["with Z", "with an offset"], bounds: ["none"] });

test("a run's observations are listed by point", async () => {
  expect(await printed("--out", one)).toMatch(
    /^§4\.5 {2}What about format\? \(format\)\n {2}with Z\n {2}with an offset$/m,
  );
});
