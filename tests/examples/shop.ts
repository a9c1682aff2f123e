import { spawn } from "node:child_process";
import { join } from "node:path";
import type { StartedEmulator } from "../../emulator/start.ts";
import { freePort } from "../../scripts/free-port.ts";
import { emptyFolder, root } from "../cli/command-line.ts";

/** Starts the shop of the examples against an emulator, as its README does; `stop` kills it. */
export async function startShop(
  emulator: StartedEmulator,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const shop = spawn(process.execPath, ["--import", "tsx", join(root, "examples/shop/shop.ts")], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PAYMENT_URL: emulator.paymentUrl,
      CHECKOUT_URL: emulator.checkoutUrl,
      KEY: emulator.merchant.testKey,
      ACCOUNT_ID: emulator.merchant.accountId,
      PORT: String(await freePort()),
      RECORDS: join(emptyFolder(), "shop.jsonl"),
      RETRY_MS: "10",
    },
  });
  const ended = new Promise<void>((resolve) => shop.once("exit", () => resolve()));
  const stop = async (): Promise<void> => {
    shop.kill("SIGKILL");
    await ended;
  };
  const url = await new Promise<string>((resolve, reject) => {
    shop.stdout.on("data", (printed: Buffer) => {
      const found = /shop: (http:\S+)/.exec(printed.toString())?.[1];
      if (found !== undefined) resolve(found);
    });
    shop.once("exit", () => reject(new Error("The shop ended before it listened")));
  });
  return { url, stop };
}
