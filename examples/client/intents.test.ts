import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ConformanceError, judging, type Judging } from "payconform";
import { startEmulator, type StartedEmulator } from "payconform/emulator";
import { PaymentClient } from "./intents.ts";
import { startWrongServer } from "./wrong-server.ts";

describe("with the emulator", () => {
  let emulator: StartedEmulator;
  let judge: Judging;
  let client: PaymentClient;
  beforeAll(async () => {
    emulator = await startEmulator();
    judge = await judging({ target: emulator.paymentUrl });
    client = new PaymentClient({
      url: emulator.paymentUrl,
      key: emulator.merchant.testKey,
      fetch: judge.fetch,
    });
  });
  // A test in which the server violates a rule fails.
  afterEach(() => judge.expectConforming());
  afterAll(() => emulator.close());

  test("an intent that was created can be retrieved", async () => {
    const { id } = await client.create(5000);
    expect(await client.retrieve(id)).toMatchObject({ id, amount: 5000, currency: "xaf" });
  });

  test("an unknown intent is an error", async () => {
    await expect(client.retrieve("pi_unknown")).rejects.toThrow("404");
  });
});

test("a wrong server shows, although the client's own test passes", async () => {
  const server = await startWrongServer();
  try {
    const judge = await judging({ target: server.url });
    const client = new PaymentClient({ url: server.url, key: "sk_test_any", fetch: judge.fetch });
    const { id } = await client.create(5000);
    expect(await client.retrieve(id)).toMatchObject({ id, currency: "xaf" });
    const error = await judge.expectConforming().then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ConformanceError);
    expect((error as ConformanceError).results.map((result) => result.id)).toEqual([
      "payment-intents/same-everywhere",
    ]);
    expect(String(error)).toContain(
      `the amount of the intent ${id} to be 5000, as it was shown before, but it is 500000`,
    );
  } finally {
    server.close();
  }
});
