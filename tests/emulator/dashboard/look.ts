import { browserOf } from "../browser.ts";
import { createBench } from "../client.ts";

/** An emulator, and a browser that looks into its dashboard and acts with its forms. */
export function createDesk(options: Parameters<typeof createBench>[0] = {}) {
  const bench = createBench(options);
  const { open, send } = browserOf(bench.emulator.controlFetch);
  const dashboard = "http://control.test/dashboard";
  const usual = { merchant: bench.accountId, mode: "test", back: "/dashboard" };
  return {
    ...bench,
    look: (path: string) => open(`${dashboard}${path}`),
    send: (fields: Record<string, string>, headers?: Record<string, string>) =>
      send(`${dashboard}/act`, { ...usual, ...fields }, headers),
  };
}
