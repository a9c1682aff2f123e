import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { openReport } from "../../cli/terminal/open-report.ts";
import { emptyFolder } from "./command-line.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test.runIf(process.platform === "linux")("a report is opened by the desktop's program", async () => {
  const folder = emptyFolder();
  const opened = join(folder, "opened");
  writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${folder}:${process.env["PATH"] ?? ""}`);
  await openReport("out/a report.html");
  await vi.waitUntil(() => existsSync(opened) && readFileSync(opened, "utf8") !== "", { timeout: 30_000 });
  expect(readFileSync(opened, "utf8")).toBe("out/a report.html");
});

test.runIf(process.platform === "linux")("without such a program, one line is printed", async () => {
  vi.stubEnv("PATH", emptyFolder());
  let printed = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => (printed += String(text)) !== "");
  await openReport("out/report.html");
  expect(printed).toMatch(/^payconform: out\/report\.html could not be opened: .*ENOENT/);
});
