import { type Bench, createBench } from "../client.ts";

/** What a browser got. */
export interface Seen {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** An emulator, and a browser that looks into its dashboard. */
export function createDesk(options: Parameters<typeof createBench>[0] = {}): Bench & {
  look: (path: string, headers?: Record<string, string>) => Promise<Seen>;
  /** Sends a form as the dashboard's pages do; `headers` replace those that say where it comes from. */
  send: (fields: Record<string, string>, headers?: Record<string, string>) => Promise<Seen>;
} {
  const bench = createBench(options);
  const seen = async (response: Response): Promise<Seen> => ({
    status: response.status,
    text: await response.text(),
    headers: response.headers,
  });
  const address = (path: string): string => `http://control.test/dashboard${path}`;
  return {
    ...bench,
    look: async (path, headers = {}) =>
      seen(await bench.emulator.controlFetch(new Request(address(path), { headers }))),
    send: async (fields, headers = { origin: "http://control.test" }) =>
      seen(
        await bench.emulator.controlFetch(
          new Request(address("/act"), {
            method: "POST",
            headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
            body: new URLSearchParams({
              merchant: bench.accountId,
              mode: "test",
              back: "/dashboard",
              ...fields,
            }).toString(),
          }),
        ),
      ),
  };
}
