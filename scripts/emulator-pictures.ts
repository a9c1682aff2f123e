/**
 * Takes the screenshots of the emulator's pages and dashboard in docs/pictures/, on a clock that stands still.
 *   npm run examples:pages
 * Needs Chromium at /usr/bin/chromium.
 */
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { startEmulator } from "../emulator/start.ts";

const folder = join(import.meta.dirname, "../docs/pictures");

const emulator = await startEmulator({ clock: { now: Date.UTC(2026, 0, 31, 10), isStill: true } });
const { checkoutUrl, merchant } = emulator;

async function create(path: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`${checkoutUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${merchant.testKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

const session = (): Promise<Record<string, unknown>> =>
  create("/v1/sessions", {
    total: 27_500,
    currency: "xaf",
    accountId: merchant.accountId,
    successUrl: "https://shop.example.com/paid",
    cancelUrl: "https://shop.example.com/basket",
    items: [
      { productId: "wax", productName: "Pagne wax, 6 yards", quantity: 2, price: 12_500 },
      { productId: "way", productName: "Livraison à Brazzaville", quantity: 1, price: 2_500 },
    ],
  });

/** Creates payments, subscriptions and events to show. Returns the id of a paid session. */
async function trade(): Promise<string> {
  const events = ["checkout.session.completed", "invoice.paid", "subscription.created"];
  await emulator.control("POST", "/webhook-endpoints", { url: "http://127.0.0.1:3000/webhooks", events });
  const paid = String((await session())["id"]);
  await emulator.control("POST", `/sessions/${paid}/pay`, { operator: "mtn", phone: "242066123456" });
  const { id: customerId } = await create("/v1/customers", { name: "Awa Moussa" });
  const { id: priceId } = await create("/v1/prices", { amount: 4_500, productName: "Journal" });
  await create("/v1/subscriptions", { customerId, items: [{ priceId }] });
  await emulator.nextPayment("declined");
  await create("/v1/subscriptions", { customerId, items: [{ priceId, quantity: 3 }] });
  return paid;
}

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  chromiumSandbox: process.getuid?.() !== 0,
});

async function picture(
  name: string,
  look: { width: number; height: number; colorScheme?: "dark" },
  open: (page: Page) => Promise<unknown>,
): Promise<void> {
  const { width, height, colorScheme = "light" } = look;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale: "en-GB" });
  const page = await context.newPage();
  await open(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}

try {
  const paying = String((await session())["url"]);
  const paid = await trade();
  const dashboard = String(emulator.address.dashboardUrl);
  const toConfirmation = async (page: Page): Promise<void> => {
    await page.goto(paying);
    await page.locator("#phone").fill("06 612 34 56");
    await page.locator("button.main").first().click();
  };
  await picture("checkout", { width: 1000, height: 620 }, (page) => page.goto(paying));
  await picture("confirmation", { width: 390, height: 560, colorScheme: "dark" }, toConfirmation);
  await picture("dashboard", { width: 1200, height: 680 }, (page) => page.goto(dashboard));
  await picture("deliveries", { width: 1200, height: 720 }, (page) => page.goto(`${dashboard}/webhooks`));
  await picture("why", { width: 1200, height: 760 }, (page) => page.goto(`${dashboard}/why/${paid}`));
} finally {
  await browser.close();
  await emulator.close();
}
