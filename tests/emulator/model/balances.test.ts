import { expect, it } from "vitest";
import { heldIn, wallets } from "../../../emulator/areas/account/wallets.ts";
import { transactions } from "../../../emulator/areas/connect/transactions.ts";
import { Ledger } from "../../../emulator/kernel/ledger.ts";
import type { Bench } from "../client.ts";
import { makeMerchant } from "./merchant.ts";
import { accepted, randomFrom, startService } from "./service.ts";

/** The books agree with themselves: the ledger with its entries, and wallets with the transactions that are listed of them. */
function expectBooksAgree({ emulator, faults }: Bench): void {
  const { state } = emulator.engine;
  const ledger = state.ledger as Ledger;
  ledger.assertTrialBalance();
  const rebuilt = new Ledger();
  rebuilt.restore(ledger.image());
  expect(rebuilt.balances("")).toEqual(ledger.balances(""));
  for (const wallet of state.all(wallets)) {
    const moved = state.all(transactions).filter(({ wallet: id }) => id === wallet.id);
    if (moved.length === 0) continue;
    const { pending, available } = heldIn(state, wallet);
    const sum = (read: (transaction: (typeof moved)[number]) => number): number =>
      moved.reduce((total, transaction) => total + read(transaction), 0);
    expect([sum((one) => one.pending), sum(({ amount }) => amount)]).toEqual([pending, pending + available]);
  }
  expect(faults).toEqual([]);
}

it("has the balances of an independent model after every random operation, and forgets deleted merchants", async () => {
  const service = startService();
  const { emulator, control } = service;
  const random = randomFrom(3);
  const before = emulator.engine.state.size();
  // Without funds, payouts soon leave the balance negative, and refunds are drawn on vendors.
  for (const funds of [1_000_000, 0]) {
    const merchant = await makeMerchant(service, random, funds);
    for (let done = 0; done < 700; done += 1) {
      expect(await merchant.act(), `operation ${done}`).toBeUndefined();
      expect(await merchant.differs(), `after operation ${done}`).toBeUndefined();
      if (done % 10 === 0) expectBooksAgree(service);
    }
    await merchant.remove();
    expect(emulator.engine.state.size()).toBe(before);
    expect(emulator.engine.state.timeline.clocks()).toEqual([]);
    const records = Object.entries(emulator.engine.image()).filter(([section]) =>
      section.startsWith("records "),
    );
    expect(JSON.stringify(records)).not.toContain(merchant.accountId);
  }
  const { trialBalance } = accepted(await control("GET", "/ledger"), "the ledger");
  expect(trialBalance).toEqual({ xaf: 0 });
  await emulator.close();
});
