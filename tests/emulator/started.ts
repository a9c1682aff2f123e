import type { StartedEmulator } from "../../emulator/start.ts";

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
