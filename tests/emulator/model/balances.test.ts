import { expect, it } from "vitest";
import { makeMerchant } from "./merchant.ts";
import { accepted, randomFrom, startService } from "./service.ts";

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
