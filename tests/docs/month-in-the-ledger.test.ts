import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../cli/command-line.ts";
import { createBench, disbursement, intent } from "../emulator/client.ts";
import { createShop } from "../emulator/connect/bench.ts";

const DAY = 86_400_000;

interface Statement {
  readonly account: string;
  readonly balance: number;
  readonly entries: readonly { at: string; kind: string; amount: number; balance: number }[];
}
interface Why {
  readonly because: readonly { cause: { kind: string; name: string } }[];
  readonly wallets: readonly { mode: string; accounts: readonly Statement[] }[];
}

/** The month of the page, and its statement as the page shows it. */
async function month() {
  const bench = createBench();
  const shop = await createShop(bench, { funds: 0, settings: { paymentFee: { fixed: 0, percent: 1.5 } } });
  const idOf = ({ json }: { json: Record<string, unknown> }): string => String(json["id"]);
  const succeed = async (id: string): Promise<void> =>
    void (await bench.control("POST", `/merchants/${shop.accountId}/payment-intents/${id}/status`, {
      status: "succeeded",
    }));
  const paid = idOf(await shop.call("POST", "/v1/payment-intents", { ...intent, amount: 20_000 }));
  await succeed(paid);
  await shop.move(2 * DAY);
  await shop.call("POST", `/v1/payment-intents/${paid}/refunds`, { amount: 4_000 });
  await shop.move(5 * DAY);
  const vendor = await shop.vendor();
  const sale = { ...intent, amount: 10_000, on_behalf_of: vendor, application_fee_rate: 10 };
  await succeed(idOf(await shop.call("POST", "/v1/payment-intents", sale)));
  await shop.move(7 * DAY);
  await shop.call("POST", "/v1/disbursements", { ...disbursement, amount: 6_000 });
  await shop.move(7 * DAY);
  const failing = idOf(await shop.call("POST", "/v1/disbursements", { ...disbursement, amount: 3_000 }));
  await bench.control("POST", `/merchants/${shop.accountId}/disbursements/${failing}/settle`, {
    status: "failed",
  });
  await shop.move(7 * DAY);

  const why = (await bench.control("GET", `/why/${shop.accountId}`)).json as unknown as Why;
  const wallet = why.wallets.find(({ mode }) => mode === "test");
  const available = wallet?.accounts.find(({ account }) => account.endsWith(":available"));
  const lines = (available?.entries ?? []).map(
    ({ at, kind, amount, balance }) =>
      `${at.slice(0, 10)}  ${kind.padEnd(22)}${String(amount).padStart(8)}${String(balance).padStart(8)}`,
  );
  const because = (await bench.control("GET", `/why/${failing}`)).json as unknown as Why;
  return {
    bench,
    wallet,
    available,
    text: `${lines.join("\n")}\n`,
    causes: because.because.map(({ cause }) => `${cause.kind} ${cause.name}`),
  };
}

test("docs/emulator/month.md shows the statement of that month, whose balances are the sums of their entries", async () => {
  const { bench, wallet, available, text, causes } = await month();
  const page = readFileSync(join(root, "docs/emulator/month.md"), "utf8");
  const blocks = [...page.matchAll(/```text\n([^]*?)```/g)].map(([, block]) => block);
  expect(blocks).toEqual([text, `${causes.join("\n")}\n`]);
  for (const { balance, entries } of wallet?.accounts ?? [])
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance);
  expect(page).toContain(`${available?.balance.toLocaleString("en")} francs`);
  expect((await bench.control("GET", "/ledger")).json["trialBalance"]).toEqual({ xaf: 0 });
});
