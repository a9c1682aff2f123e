import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator, type StartedEmulator } from "../../emulator/start.ts";
import { serving } from "../local-server.ts";
import { faultsOf, startChromium } from "./chromium.ts";

const ending: (() => unknown)[] = [];
let browser: Browser;
let emulator: StartedEmulator;
let shop: string;

beforeAll(async () => {
  browser = await startChromium();
  ending.push(() => browser.close());
  emulator = await startEmulator();
  ending.push(() => emulator.close());
  // Where customers return to, and events arrive.
  const server = await serving((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>shop</title>`);
  });
  shop = server.url;
  ending.push(server.close);
});
afterAll(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

let keys = 0;
async function call(path: string, body?: unknown): Promise<Record<string, unknown>> {
  const { checkoutUrl, paymentUrl, merchant } = emulator;
  const onCheckout = /^\/v1\/(?:sessions|customers|prices|subscription|invoices|test-helpers)/.test(path);
  const answer = await fetch(`${onCheckout ? checkoutUrl : paymentUrl}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${merchant.testKey}`,
      "content-type": "application/json",
      "idempotency-key": `key-${(keys += 1)}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown>;
}

const urlOf = async (made: Promise<Record<string, unknown>>): Promise<string> => String((await made)["url"]);

const session = () =>
  call("/v1/sessions", {
    total: 27_500,
    currency: "xaf",
    accountId: emulator.merchant.accountId,
    successUrl: `${shop}/paid`,
    cancelUrl: `${shop}/basket`,
    items: [
      { productId: "wax", productName: "Pagne wax, 6 yards", quantity: 2, price: 12_500 },
      { productId: "way", productName: "Livraison à Brazzaville", quantity: 1, price: 2_500 },
    ],
  });

async function subscriber(): Promise<{ customerId: string; items: { priceId: string }[] }> {
  const customer = await call("/v1/customers", { name: "Awa Moussa", email: "awa@example.com" });
  const price = await call("/v1/prices", { amount: 4_500, productName: "Journal" });
  return { customerId: String(customer["id"]), items: [{ priceId: String(price["id"]) }] };
}

/** Every page in the browser of a customer; what a page asks for elsewhere and the faults of its scripts are collected. */
async function opened(look: BrowserContextOptions = {}): Promise<{ page: Page; odd: string[] }> {
  const context = await browser.newContext({ bypassCSP: true, locale: "en-GB", ...look });
  const page = await context.newPage();
  const own = [emulator.checkoutUrl, emulator.paymentUrl, shop];
  const odd: string[] = [];
  page.on("request", (request) => {
    if (!own.some((origin) => request.url().startsWith(origin)) && !request.url().startsWith("data:"))
      odd.push(request.url());
  });
  page.on("pageerror", (error) => odd.push(error.message));
  return { page, odd };
}

const looks = [
  { colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;

test("a customer pays with the keyboard alone, and returns to the shop", async () => {
  const { page, odd } = await opened({ javaScriptEnabled: true, bypassCSP: false });
  await page.goto(await urlOf(session()));
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.className")).toBe("skip");
  await page.keyboard.press("Enter");
  for (let steps = 0; steps < 10; steps += 1) {
    await page.keyboard.press("Tab");
    if ((await page.evaluate("document.activeElement.id")) === "phone") break;
  }
  await page.keyboard.type("06 612 34 56");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Confirm on your phone" }).waitFor();
  await page.getByRole("button", { name: "Approve" }).press("Enter");
  await page.waitForURL(`${shop}/paid`);
  expect((await emulator.nextEvent("checkout.session.completed")).body).toHaveProperty("data.total", 27_500);
  expect(odd).toEqual([]);
  await page.context().close();
});

test("a customer without scripts is declined, tries again, and gives up", async () => {
  const { page, odd } = await opened({ javaScriptEnabled: false, bypassCSP: false, locale: "fr-CG" });
  await page.goto(await urlOf(session()));
  await page.getByLabel("Numéro de téléphone").fill("066123456");
  await page.getByRole("button", { name: /^Payer/ }).click();
  await page.getByRole("button", { name: "Refuser" }).click();
  expect(await page.getByRole("alert").innerText()).toContain("Le paiement a été refusé");
  await page.getByRole("link", { name: "English" }).click();
  await page.getByRole("button", { name: /^Cancel and return/ }).click();
  await page.waitForURL(`${shop}/basket`);
  expect(odd).toEqual([]);
  await page.context().close();
});

describe.each(looks)("$colorScheme, $viewport.width pixels", (look) => {
  test("no hosted page has a serious fault for axe", async () => {
    const { page, odd } = await opened(look);
    const checks = async (name: string): Promise<void> =>
      expect.soft([name, await faultsOf(page)]).toEqual([name, []]);
    const toConfirmation = async (): Promise<void> => {
      await page.locator("#phone").fill("066123456");
      await page.locator("button.main").first().click();
    };
    const paying = await urlOf(session());
    await page.goto(paying);
    await checks("checkout");
    await page.locator("#phone").fill("1");
    await page.locator("button.main").first().click();
    await checks("wrong number");
    await toConfirmation();
    await checks("confirmation");
    await page.getByRole("button", { name: "Decline" }).click();
    await checks("declined");
    await toConfirmation();
    await page.getByRole("button", { name: "Approve" }).click();
    await page.waitForURL(`${shop}/paid`);
    await page.goto(paying);
    await checks("paid");

    const hosted = await urlOf(call("/v1/subscription-sessions", await subscriber()));
    await page.goto(hosted);
    await checks("subscription");
    await toConfirmation();
    await page.getByRole("button", { name: "Decline" }).click();
    await checks("unpaid");

    await emulator.nextPayment("declined");
    const made = await call("/v1/subscriptions", await subscriber());
    const { data } = (await call(`/v1/invoices?subscriptionId=${String(made["id"])}`)) as unknown as {
      data: { url: string }[];
    };
    await page.goto(data[0]?.url ?? "");
    await checks("invoice");
    await toConfirmation();
    await page.getByRole("button", { name: "Approve" }).click();
    await checks("paid invoice");

    const { acct } = await emulator.control("POST", "/vendors", { name: "Boutique Poto-Poto" });
    await page.goto(await urlOf(call(`/v1/connect/accounts/${String(acct)}/onboarding_links`, {})));
    await checks("onboarding");
    await page.locator("#phone").fill("066123456");
    await page.getByRole("checkbox").check();
    await page.locator("button.main").first().click();
    await checks("review");
    await page.getByRole("button", { name: "Approve" }).click();
    await checks("approved");
    await page.goto(`${emulator.checkoutUrl}/pay/session_unknown`);
    await checks("unknown");
    expect(odd).toEqual([]);
    await page.context().close();
  });

  test("no view of the dashboard has a serious fault for axe, nor asks anyone else", async () => {
    const made = await session();
    await call("/v1/subscriptions", await subscriber());
    await call("/v1/test-helpers/test-clocks", { frozenTime: new Date().toISOString(), name: "A year" });
    await emulator.control("POST", "/webhook-endpoints", { url: `${shop}/hooks`, events: ["invoice.paid"] });
    await emulator.control("POST", "/outages", { service: "identity" });
    emulator.addFault({ effect: "delay", delayMs: 1 });
    const { page, odd } = await opened(look);
    const dashboard = String(emulator.address.dashboardUrl);
    const views = ["", "payments", "sessions", "payouts", "vendors", "subscriptions", "invoices", "webhooks"];
    const further = ["clocks", "ledger", "requests", "requests/req_1", "faults", "settings", "find?q=xaf"];
    for (let amount = 1; amount <= 60; amount += 1)
      await call("/v1/payment-intents", { amount, currency: "xaf" });
    const event = await emulator.nextEvent("invoice.paid");
    const reasons = [String(made["id"]), event.id, "fault_1", "pi_unknown"].map((id) => `why/${id}`);
    for (const view of [...views, ...further, "payments?payments-page=2", ...reasons]) {
      await page.goto(`${dashboard}/${view}`.replace(/\/$/, ""));
      expect.soft([view, await faultsOf(page)]).toEqual([view, []]);
    }
    await page.goto(`${dashboard}/ledger`);
    await page.locator("#accounts tbody a").first().click();
    expect(await faultsOf(page)).toEqual([]);
    expect(odd).toEqual([]);
    await page.context().close();
  });
});

test("the dashboard renews itself, and acts under its own policy", async () => {
  const { page, odd } = await opened({ bypassCSP: false });
  const blocked: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) blocked.push(message.text());
  });
  await page.goto(`${String(emulator.address.dashboardUrl)}/payments`);
  await page.getByText("newest first").waitFor();
  const { id } = await call("/v1/payment-intents", { amount: 777, currency: "xaf" });
  await page.getByRole("button", { name: `Pay: ${String(id)}` }).click();
  await page.getByRole("row", { name: /777/ }).getByText("succeeded").waitFor();
  await page.getByRole("row", { name: /777/ }).getByRole("link").first().click();
  await page.getByRole("heading", { name: `Why ${String(id)}` }).waitFor();
  expect(await page.locator("#because li b").allInnerTexts()).toEqual([
    "createPaymentIntent",
    "setPaymentIntentStatus",
  ]);
  expect([...odd, ...blocked]).toEqual([]);
  await page.context().close();
});

test("a page of another port cannot act on the dashboard, nor pay", async () => {
  const { page } = await opened({ bypassCSP: false });
  const made = await session();
  const tries = [
    [String(made["url"]), { step: "approved", operator: "mtn", phone: "066123456" }],
    [
      `${String(emulator.address.dashboardUrl)}/act`,
      { operation: "endSession", "param.id": String(made["id"]), "body.status": "paid" },
    ],
  ] as const;
  for (const [address, fields] of tries) {
    await page.goto(shop);
    const [answer] = await Promise.all([
      page.waitForResponse(address),
      page.evaluate(`{
        const form = document.createElement("form");
        form.method = "post";
        form.action = ${JSON.stringify(address)};
        for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
          const input = document.createElement("input");
          Object.assign(input, { type: "hidden", name, value });
          form.append(input);
        }
        document.body.append(form);
        form.submit();
      }`),
    ]);
    expect(answer.status()).toBe(403);
    await page.waitForURL(address);
  }
  await page.goto(String(made["url"]));
  expect(await page.getByRole("heading", { name: "Amount to pay" }).count()).toBe(1);
  await page.context().close();
});
