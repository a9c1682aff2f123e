import type { RequestListener } from "node:http";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getRequestListener } from "@hono/node-server";
import { createEmulator, type Emulator, type EmulatorAddress } from "../../emulator/index.ts";
import { serving } from "../local-server.ts";
import { startChromium } from "./chromium.ts";

const PAGE = "<!doctype html><title>a page</title><body></body>";
const ending: (() => unknown)[] = [];
let browser: Browser;
let pages: number;

/** Listens on a free port of the loopback interface. */
async function listening(listener: RequestListener): Promise<number> {
  const { port, close } = await serving(listener);
  ending.push(close);
  return port;
}

beforeAll(async () => {
  browser = await startChromium({ names: ["attacker.test", "rebound.test"] });
  ending.push(() => browser.close());
  pages = await listening((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
  });
});
afterAll(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** An emulator, with a count of what anybody changed in it. */
async function started(): Promise<{ emulator: Emulator; address: EmulatorAddress; changes: () => number }> {
  const emulator = createEmulator();
  ending.push(() => emulator.close());
  let changes = 0;
  const { engine } = emulator;
  const replace = engine.replace.bind(engine);
  Object.assign(engine, {
    replace: (...given: Parameters<typeof replace>) => {
      changes += 1;
      replace(...given);
    },
  });
  engine.onCommit(() => void (changes += 1));
  return { emulator, address: await emulator.listen(), changes: () => changes };
}

async function attackingPage(): Promise<Page> {
  const page = await browser.newPage();
  await page.addInitScript({ path: join(import.meta.dirname, "in-page/attack.js") });
  return page;
}

/** Lets a page try everything on a control; gives what it could read. */
const attack = (page: Page, controlUrl: string): Promise<string[]> =>
  page.evaluate(`attack(${JSON.stringify(controlUrl)})`);

test.each(["attacker.test", "localhost"])(
  "a page of %s changes a control that accepts every origin",
  async (name) => {
    const { emulator, changes } = await started();
    const port = await listening((request, response) => {
      getRequestListener(emulator.controlFetch)(request, response).catch(() => response.destroy());
    });
    const page = await attackingPage();
    await page.goto(`http://${name}:${pages}/`);
    await attack(page, `http://127.0.0.1:${port}/control`);
    expect(changes()).toBeGreaterThan(5);
    await page.close();
  },
);

test.each(["attacker.test", "localhost", "127.0.0.1"])(
  "a page of %s on another port neither reads nor changes anything",
  async (name) => {
    const { address, changes } = await started();
    const page = await attackingPage();
    let reached = 0;
    page.on("response", (answer) => {
      if (answer.status() === 403) reached += 1;
    });
    await page.goto(`http://${name}:${pages}/`);
    for (const host of ["127.0.0.1", "localhost"])
      expect(await attack(page, (address.controlUrl ?? "").replace("127.0.0.1", host))).toEqual([]);
    expect(changes()).toBe(0);
    expect(reached).toBeGreaterThan(5);
    await page.close();
  },
);

test("a page whose host name resolves to the emulator neither reads nor changes anything", async () => {
  const { address, changes } = await started();
  const base = (address.controlUrl ?? "").replace("127.0.0.1", "rebound.test");
  const page = await attackingPage();
  // The page came while its name still led to its own server.
  await page.route(/\/page$/, (route) => route.fulfill({ contentType: "text/html", body: PAGE }));
  await page.goto(base.replace("/control", "/page"));
  const read = await attack(page, base);
  expect(read.length).toBeGreaterThan(0);
  expect(read.filter((line) => !line.includes("does not answer as host rebound.test"))).toEqual([]);
  expect(changes()).toBe(0);
  await page.close();
});
