import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "../../scripts/free-port.ts";

test("the control in Python in docs/control.md answers as the page says", async () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/control.md"), "utf8");
  const [, program] = /^```python\n([^]*?)^```/m.exec(page) ?? [];
  const file = join(mkdtempSync(join(tmpdir(), "payconform-python-")), "control.py");
  expect(program).toContain("import");
  writeFileSync(file, program ?? "");
  const at = await freePort();
  const child = spawn("python3", [file, String(at)], { stdio: ["ignore", "ignore", "pipe"] });
  let faults = "";
  child.stderr.on("data", (chunk: Buffer) => (faults += chunk.toString()));
  const url = `http://127.0.0.1:${at}/control`;
  const move = (body: object): Promise<Response> =>
    fetch(`${url}/merchants/acct_1/clock`, { method: "POST", body: JSON.stringify(body) });
  try {
    await expect
      .poll(
        () =>
          fetch(url).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 300_000 },
      )
      .toBe(200);
    expect(await (await fetch(url)).json()).toEqual({
      protocol: "payconform-control",
      version: 1,
      operations: ["moveWallClock"],
    });
    const moved = (await (await move({ byMs: 86_400_000 })).json()) as { now: string };
    expect(Date.parse(moved.now) - Date.now()).toBeGreaterThan(86_000_000);
    expect((await move({ byMs: "tomorrow" })).status).toBe(422);
    expect((await fetch(`${url}/merchants/acct_1/outages`, { method: "POST", body: "{}" })).status).toBe(404);
    expect(faults).toBe("");
  } finally {
    child.kill();
  }
});
