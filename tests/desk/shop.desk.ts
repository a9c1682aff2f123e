import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmulator, type StartedEmulator } from "../../emulator/start.ts";
import { startShop } from "../examples/shop.ts";
import { startChromium } from "./chromium.ts";

const ending: (() => Promise<unknown>)[] = [];
let browser: Browser;
let emulator: StartedEmulator;
let shop: string;
let vendor: string;

beforeAll(async () => {
  browser = await startChromium();
  ending.push(() => browser.close());
  emulator = await startEmulator();
  ending.push(() => emulator.close());
  const started = await startShop(emulator);
  ending.push(started.stop);
  shop = started.url;
  vendor = String((await emulator.control("POST", "/vendors", { name: "Boutique" }))["acct"]);
  const events = ["checkout.session.completed", "connect.transfer.created", "connect.funds.available"];
  await emulator.control("POST", "/webhook-endpoints", { url: `${shop}/webhooks`, events });
});
afterAll(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** A customer who looks at an order in the shop. */
async function customerOf(order: string): Promise<Page> {
  const items = [{ productName: "Lamp <b>", quantity: 2, price: 2_500 }];
  await fetch(`${shop}/orders/${order}`, { method: "PUT", body: JSON.stringify({ vendor, items }) });
  const page = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await page.goto(`${shop}/orders/${order}`);
  return page;
}

/** From the shop's page to the request on the telephone. */
async function toConfirmation(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Pay" }).click();
  await page.getByLabel("Phone number").fill("066123456");
  await page.getByRole("button", { name: /^Pay/ }).click();
}

interface Entry {
  readonly kind: string;
  readonly amount: number;
}

/** The entries that an account's balances have, of one kind. */
async function booked(id: string, kind: string): Promise<readonly number[]> {
  const answer = await fetch(`${String(emulator.address.controlUrl)}/why/${id}`);
  const { wallets } = (await answer.json()) as {
    wallets: { mode: string; accounts: { entries: Entry[] }[] }[];
  };
  return wallets
    .filter(({ mode }) => mode === "test")
    .flatMap(({ accounts }) => accounts.flatMap(({ entries }) => entries))
    .filter((entry) => entry.kind === kind)
    .map(({ amount }) => amount);
}

test("an order of the shop is paid in the browser, and delivered", async () => {
  const page = await customerOf("paid");
  expect(await page.getByRole("listitem").innerText()).toBe("2 × Lamp <b>: 5000 FCFA");
  await toConfirmation(page);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(`${shop}/orders/paid`);
  await page.getByText("Paid and delivered. Thank you.").waitFor();
  expect(await page.getByRole("link", { name: "Pay" }).count()).toBe(0);
  const { accountId } = emulator.merchant;
  expect(await booked(accountId, "payment")).toEqual([5_000]);
  await expect.poll(() => booked(vendor, "allocation"), { timeout: 30_000 }).toEqual([4_000]);
  await page.context().close();
});

test("an order whose payment is declined waits, gets another page after the customer gave up, and is paid there", async () => {
  const { accountId } = emulator.merchant;
  const before = await booked(accountId, "payment");
  const page = await customerOf("declined");
  const first = await page.getByRole("link", { name: "Pay" }).getAttribute("href");
  await toConfirmation(page);
  await page.getByRole("button", { name: "Decline" }).click();
  expect(await page.getByRole("alert").innerText()).toContain("The payment was declined");
  await page.getByRole("button", { name: /^Cancel and return/ }).click();
  await page.waitForURL(`${shop}/orders/declined`);
  await page.getByText("Your order is waiting for payment.").waitFor();
  expect(await booked(accountId, "payment")).toEqual(before);
  expect(await page.getByRole("link", { name: "Pay" }).getAttribute("href")).not.toBe(first);
  await toConfirmation(page);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Paid and delivered. Thank you.").waitFor();
  expect(await booked(accountId, "payment")).toEqual([...before, 5_000]);
  await page.context().close();
});
