import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { readPublicContract } from "../../spec/index.ts";
import { page, withRules } from "../../scripts/docs.ts";
import { startChromium } from "./chromium.ts";

test("the reference opens from disk, loads nothing, and shows an operation with its rules", async () => {
  const folder = mkdtempSync(join(tmpdir(), "payconform-reference-"));
  const file = join(folder, "index.html");
  writeFileSync(file, page(withRules(readPublicContract())));
  const browser = await startChromium();
  try {
    const tab = await browser.newPage();
    const loaded: string[] = [];
    tab.on("request", (request) => loaded.push(request.url()));
    await tab.goto(pathToFileURL(file).href);
    await tab.getByRole("heading", { name: "Idempotency" }).waitFor();
    await tab.getByText("Connect", { exact: true }).first().click();
    await tab.getByText("Reverses an allocation, fully or partly").first().click();
    await tab.getByText("Takes funds of an allocation back").first().waitFor();
    expect(await tab.locator("summary", { hasText: "Rules that judge it" }).count()).toBeGreaterThan(0);
    expect(loaded.filter((url) => /^https?:/.test(url))).toEqual([]);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
