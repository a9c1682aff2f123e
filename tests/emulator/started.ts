import { onTestFinished } from "vitest";
import { createEmulator, type Emulator, type EmulatorOptions } from "../../emulator/index.ts";
import type { StartedEmulator } from "../../emulator/start.ts";

/** An emulator that is closed at the end of the test. */
export function emulatorOfTest(options: EmulatorOptions = {}): Emulator {
  const emulator = createEmulator(options);
  onTestFinished(() => emulator.close());
  return emulator;
}

/** Allocates to a vendor, by default to a new one, whose account is returned. */
export async function allocate(
  { control, paymentUrl, merchant }: Pick<StartedEmulator, "control" | "paymentUrl" | "merchant">,
  acct?: string,
): Promise<string> {
  const destination = acct ?? String((await control("POST", "/vendors", {}))["acct"]);
  await fetch(`${paymentUrl}/v1/connect/allocations`, {
    method: "POST",
    headers: { authorization: `Bearer ${merchant.testKey}`, "content-type": "application/json" },
    body: JSON.stringify({ destination, amount: 5_000 }),
  });
  return destination;
}

/** What control answers to a POST about the first merchant of an emulator that listens nowhere. */
export async function postToControl(
  { controlFetch, merchants }: Pick<Emulator, "controlFetch" | "merchants">,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const url = `http://control.test/control/merchants/${merchants[0]?.accountId ?? ""}${path}`;
  const headers = { "content-type": "application/json" };
  const answer = await controlFetch(
    new Request(url, { method: "POST", headers, body: JSON.stringify(body) }),
  );
  return (await answer.json()) as Record<string, unknown>;
}
