import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emulatorKeys, emulatorProfile } from "../../cli/targets/emulator.ts";
import { catalogueFacts } from "../../cli/reporting/reporters.ts";
import { reportPage } from "../../reports/page/page.ts";
import { ended } from "../child-process.ts";
import { emptyFolder } from "../cli/command-line.ts";
import { judgeUrl } from "../harness/judge-url.ts";
import { startMutant } from "../mutant.ts";
import { everything, run } from "../reports/fixture.ts";
import { faultsOf, startChromium } from "./chromium.ts";

const folder = emptyFolder();
let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

/** Opens a page from disk; `asked` are the addresses that it asks for beside its own, and the faults of its scripts. */
async function opened(
  name: string,
  html: string,
  look: { readonly width?: number; readonly colorScheme?: "light" | "dark" } = {},
): Promise<{ page: Page; asked: readonly string[] }> {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, html);
  const url = pathToFileURL(file).href;
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1280, height: 900 },
    colorScheme: look.colorScheme ?? "light",
    permissions: ["clipboard-read", "clipboard-write"],
    // The test puts its own examiner into the page, which the policy of the page forbids.
    bypassCSP: true,
  });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== url) asked.push(request.url());
  });
  page.on("pageerror", (error) => asked.push(error.message));
  await page.goto(url);
  return { page, asked };
}

/** Judges rules on a mutant behind a socket and gives the page of the run; `close` ends the mutant. */
async function pageOf(
  id: string,
  rules: readonly string[],
): Promise<{ html: string; key: string; close: () => Promise<void> }> {
  const started = await startMutant(id);
  const keys = emulatorKeys(started.emulator);
  const { results } = await judgeUrl({
    profile: emulatorProfile(started.address),
    keys,
    testKey: keys.test ?? "",
    liveKeyAllowed: true,
    patterns: rules,
    areas: [...new Set(rules.map((rule) => rule.split("/")[0] ?? ""))],
  });
  const judged = [...results.values()].filter((result) => rules.includes(result.id));
  return {
    html: reportPage(run(judged, { exitCode: 1 }), catalogueFacts()),
    key: keys.test ?? "",
    close: () => started.close(),
  };
}

describe("a reviewer", () => {
  test("goes from the first screen to the cause, to the rule, to its request, and sees the fault", async () => {
    const target = await pageOf("created-intent-live-mode-always-true", [
      "payment-intents/live-mode-false-for-test-key",
    ]);
    try {
      const { page, asked } = await opened("request", target.html);
      expect(await page.locator("h1:visible").innerText()).toMatch(/^Not conformant: 1 violation[ .]/);
      await page.locator(".causes a").first().click();
      await page.locator("#detail a[href^='#/rule/']").first().click();
      await expect.poll(() => page.locator("#detail details.decisive[open]").count()).toBe(1);
      expect(await page.locator("#detail dl.diff").count()).toBe(1);
      await page.locator("#detail .decisive [data-copy]").first().click();
      await expect
        .poll(() => page.locator("#detail .decisive [data-copy]").first().innerText())
        .toBe("Copied");
      const copied = await page.evaluate<string>("navigator.clipboard.readText()");
      const env = { PATH: process.env["PATH"] ?? "", PAYCONFORM_KEY: target.key };
      const { stdout } = await ended("sh", ["-c", copied], { cwd: folder, env });
      expect(stdout).toMatch(/"liveMode":true/);
      expect(await faultsOf(page)).toEqual([]);
      expect(asked).toEqual([]);
      await page.context().close();
    } finally {
      await target.close();
    }
  });

  test("sees who overlapped whom in a race, and finds the rule by a search", async () => {
    const id = "reversals/concurrent-reversals-respect-the-cap";
    const target = await pageOf("reversal-cap-broken-by-two-at-once", [id]);
    try {
      const { page, asked } = await opened("race", target.html, { colorScheme: "dark", width: 390 });
      await page.locator("header a", { hasText: "Rules" }).click();
      await page.fill("#search", "concurrent reversals");
      await expect.poll(() => page.locator("#matches").innerText()).toBe("1 rule");
      await page.locator("#rules li.rule a:visible").click();
      const drawing = page.locator("#detail svg.drawing").first();
      await drawing.waitFor();
      expect(await drawing.getAttribute("aria-label")).toMatch(
        /^Concurrent requests: 0\.0 ms: request 1, POST/,
      );
      expect(await drawing.locator("rect.busy").count()).toBeGreaterThan(1);
      expect(await faultsOf(page)).toEqual([]);
      expect(asked).toEqual([]);
      await page.context().close();
    } finally {
      await target.close();
    }
  });
});

const LOOKS = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 1280 },
  { colorScheme: "light", width: 390 },
  { colorScheme: "dark", width: 390 },
] as const;

describe("the first screen with a gate", () => {
  const rules = everything.rules.map(({ id }) => id);
  const gate = {
    file: "gates/for-the-release-of-the-second-quarter.yaml",
    patterns: ["*"],
    rules: rules.length + 1,
    passed: 1,
    notApplicable: 0,
  } as const;
  const failed = [...rules, "connect-events/planned-one"].map((id, index) => ({
    rule: id,
    verdict: index < rules.length ? ("violated" as const) : ("not_judged" as const),
    known: index === 0,
  }));

  test.each(LOOKS)("has no serious fault for axe: $colorScheme, $width pixels", async (look) => {
    for (const outcome of [
      { ...gate, verdict: "failed", failed } as const,
      { ...gate, verdict: "passed", failed: [] } as const,
    ]) {
      const html = reportPage({ ...everything, gate: outcome }, catalogueFacts());
      const { page, asked } = await opened(`gate-${outcome.verdict}`, html, look);
      await page.getByText(gate.file).first().waitFor();
      expect([outcome.verdict, await faultsOf(page)]).toEqual([outcome.verdict, []]);
      expect(asked).toEqual([]);
      await page.context().close();
    }
  });
});

describe("the page of a run with every verdict", () => {
  const html = reportPage(everything, catalogueFacts());

  test.each(LOOKS)("has no serious fault for axe: $colorScheme, $width pixels", async (look) => {
    const { page, asked } = await opened("everything", html, look);
    for (const address of [
      "",
      "#/rules",
      "#/observations",
      "#/cause/1",
      "#/rule/checkout-sessions/hostile",
    ]) {
      await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
      await page.locator("h1:visible").first().waitFor();
      if (address === "#/observations") {
        await page.locator("#observations summary").first().click();
        await page.locator("#observations details h3").first().waitFor();
      }
      expect([address, await faultsOf(page)]).toEqual([address, []]);
    }
    expect(await page.evaluate("window.owned")).toBeUndefined();
    expect(asked).toEqual([]);
    await page.context().close();
  });

  test("can be read without scripts", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    writeFileSync(join(folder, "plain.html"), html);
    await page.goto(pathToFileURL(join(folder, "plain.html")).href);
    expect(await page.locator("#summary").innerText()).toContain("Share judged");
    expect(await page.locator("#rules details").count()).toBeGreaterThan(2);
    await context.close();
  });
});

test("after Enter on a cause, the focus is on the heading of its page", async () => {
  const { page } = await opened("focus", reportPage(everything, catalogueFacts()));
  await page.locator('#summary a[href="#/cause/1"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("#detail:not([hidden]) h1");
  expect(await page.evaluate("document.activeElement === document.querySelector('#detail h1')")).toBe(true);
});

test("on paper, the evidence of each cause is printed", async () => {
  const { page } = await opened("paper", reportPage(everything, catalogueFacts()));
  await page.emulateMedia({ media: "print" });
  await page.waitForSelector("#paper article .diff");
  expect(await page.locator("#paper article").count()).toBe(
    await page.locator('#summary .causes a[href^="#/cause/"]').count(),
  );
  expect(await page.locator("#paper .diff").first().isVisible()).toBe(true);
});
