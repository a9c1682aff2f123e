import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { emptyFolder, payconform } from "../cli/command-line.ts";
import { type LocalServer, serving } from "../local-server.ts";
import { startChromium } from "./chromium.ts";
import { payloads, startHostileTarget } from "./hostile-target.ts";

/** Where the target's texts call when something runs or loads them. */
const called: string[] = [];
let home: LocalServer;
let browser: Browser;
beforeAll(async () => {
  home = await serving((request, response) => {
    called.push(request.url ?? "");
    response.writeHead(200, { "access-control-allow-origin": "*" }).end();
  });
  browser = await startChromium();
});
beforeEach(() => void called.splice(0));
afterAll(async () => {
  await browser.close();
  await home.close();
});

/** A page that records everything that a hostile text could cause. */
async function watchedPage(url: string): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1200 } });
  const faults: string[] = [];
  page.on("request", (request) => {
    const to = request.url();
    if (to !== url && !/^(data|blob|about):/.test(to)) faults.push(`it asks for ${to}`);
  });
  page.on("dialog", (dialog) => faults.push(`it says ${dialog.message()}`));
  page.on("popup", (popup) => faults.push(`it opens ${popup.url()}`));
  page.on("framenavigated", (frame) => {
    const to = frame.url().split(/[?#]/)[0] ?? "";
    if (to !== url && !to.startsWith("about:")) faults.push(`it goes to ${to}`);
  });
  page.on("console", (message) => {
    if (message.text().startsWith("refused:")) faults.push(message.text());
  });
  for (const script of ["violations.js", "taken-over.js"])
    await page.addInitScript({ path: join(import.meta.dirname, "in-page", script) });
  await page.goto(url);
  return { page, faults };
}

/** What of the target's texts became part of the page instead of its text. */
async function takenOver(page: Page): Promise<string[]> {
  const call = `takenOver(${JSON.stringify(home.url)})`;
  const found = await Promise.all(page.frames().map((frame) => frame.evaluate<string[]>(call)));
  return found.flat();
}

const folder = emptyFolder();

test("the texts of the hostile target run their script in a page that shows them as markup", async () => {
  const file = join(folder, "naive.html");
  writeFileSync(file, `<body>${payloads(home.url).slice(2, 6).join("\n")}</body>`);
  const { page, faults } = await watchedPage(pathToFileURL(file).href);
  await expect.poll(() => called, { timeout: 30_000 }).toContain("/script");
  expect((await takenOver(page)).length).toBeGreaterThan(3);
  expect(faults.length).toBeGreaterThan(0);
  await page.close();
});

test("Allure's report of a hostile target runs none of its scripts and loads nothing", async () => {
  const target = await startHostileTarget(home.url);
  writeFileSync(
    join(folder, "payconform.yaml"),
    `target: { baseUrl: "${target.url}" }\ndeadlines: { exchangeMs: 2000, ruleMs: 10000, consistencyMs: 20 }\n`,
  );
  const env = { PAYCONFORM_KEY: target.key };
  const ended = await payconform("run --rules payment-intents --runs 2", { folder, env });
  await target.close();
  expect([ended.code, ended.stderr]).toEqual([1, ""]);

  const report = pathToFileURL(join(folder, "payconform-out/allure-report/index.html")).href;
  const { page, faults } = await watchedPage(report);
  const leaves = page.getByTestId("tree-leaf");
  await leaves.first().waitFor({ timeout: 120_000 });
  const window = page.locator("[class*=modal-overlay]");
  let shown = 0;
  let opened = 0;
  for (const tab of ["tab-failed", "tab-broken"]) {
    await page.getByTestId(tab).click();
    const count = await leaves.count();
    expect(count).toBeGreaterThan(0);
    for (let index = 0; index < count; index += 1) {
      await leaves.nth(index).click();
      await page.getByTestId("test-result-info-title").waitFor();
      const headers = page.getByTestId("test-result-attachment-header");
      for (let at = 0; at < (await headers.count()); at += 1) {
        const buttons = headers.nth(at).locator("button");
        await buttons.first().click();
        // The same again in a window of its own, with all that can be unfolded there.
        // The last two open and save it.
        await buttons.nth((await buttons.count()) - 2).click();
        await window.waitFor();
        // A click may rename what was clicked: the last comes first, so that none moves up.
        const folded = await window.getByText(/^(Headers \(\d+\)|Pretty)$/).all();
        for (const more of folded.reverse()) await more.click();
        // A page that is busy drawing does not hear the key yet.
        const isOpen = async (): Promise<boolean> => {
          await page.keyboard.press("Escape");
          return window.isVisible();
        };
        await expect.poll(isOpen, { timeout: 60_000, interval: 200 }).toBe(false);
        opened += 1;
      }
      if ((await page.locator("body").innerText()).includes("window.owned=1")) shown += 1;
      expect(await takenOver(page)).toEqual([]);
      const { PAYCONFORM_SCREENSHOTS: screenshots } = process.env;
      if (screenshots !== undefined) {
        mkdirSync(screenshots, { recursive: true });
        await page.screenshot({ path: join(screenshots, `${tab}-${index}.png`), fullPage: true });
      }
      await page.evaluate('location.hash = ""');
      await leaves.first().waitFor();
    }
  }
  expect(opened).toBeGreaterThan(20);
  expect(shown).toBeGreaterThan(3);
  expect(faults).toEqual([]);
  expect(called).toEqual([]);
  await page.close();
});
