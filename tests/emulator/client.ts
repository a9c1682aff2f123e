import {
  createEmulator,
  createParts,
  type Emulator,
  type EmulatorOptions,
  manualTime,
} from "../../emulator/index.ts";

/** The time at which every emulator of these tests begins. */
export const start = Date.UTC(2026, 0, 31, 10, 0, 0);

/** What came back. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  json: Record<string, unknown> & {
    errors?: { rule: string; field: string; message: string }[];
    message?: string;
  };
}

/** An emulator in this process with time that stands still, and ways to talk to it. */
export interface Bench {
  emulator: Emulator;
  time: ReturnType<typeof manualTime>;
  accountId: string;
  /** Errors that should not exist. */
  faults: unknown[];
  /** A request to the payment host with the first merchant's test key. */
  call: (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<Reply>;
  control: (method: string, path: string, body?: unknown) => Promise<Reply>;
}

export interface CallOptions {
  host?: "payment" | "checkout";
  /** `null` sends no header. */
  authorization?: string | null;
  headers?: Record<string, string>;
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json: json as Reply["json"] };
}

export function createBench(options: EmulatorOptions = {}): Bench {
  const time = manualTime(start);
  const faults: unknown[] = [];
  const emulator = createEmulator({
    parts: createParts(),
    time,
    send: async () => ({ status: 200 }),
    onFault: (fault) => void faults.push(fault),
    ...options,
  });
  const first = emulator.merchants[0];
  if (first === undefined) throw new Error("the emulator has no merchant");
  const write = (body: unknown): RequestInit["body"] | undefined =>
    body === undefined || typeof body === "string" || body instanceof Uint8Array
      ? (body as string)
      : JSON.stringify(body);

  return {
    emulator,
    time,
    faults,
    accountId: first.accountId,
    call: async (
      method,
      path,
      body,
      { host = "payment", authorization = `Bearer ${first.keys.test}`, headers } = {},
    ) => {
      const request = new Request(`http://${host}.test${path}`, {
        method,
        headers: {
          "content-type": "application/json",
          ...(authorization === null ? {} : { authorization }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: write(body) ?? null }),
      });
      const fetch = host === "payment" ? emulator.fetch : emulator.checkoutFetch;
      return replyOf(await fetch(request));
    },
    control: async (method, path, body) =>
      replyOf(
        await emulator.controlFetch(
          new Request(`http://control.test/control${path}`, {
            method,
            headers: { "content-type": "application/json" },
            ...(body === undefined ? {} : { body: write(body) ?? null }),
          }),
        ),
      ),
  };
}

export const intent = { amount: 5000, currency: "xaf" };
const momo = { type: "momo", momo: { msisdn: "242060000000", country: "CG", operator_name: "mtn" } };
export const disbursement = {
  amount: 5000,
  currency: "XAF",
  first_name: "Awa",
  last_name: "Moussa",
  payment_method_data: momo,
};
export const remittance = { ...disbursement, amount: "5000" };
export const session = (accountId: string) => ({
  total: 5000,
  currency: "xaf",
  accountId,
  successUrl: "https://shop.example.com/paid",
  cancelUrl: "https://shop.example.com/basket",
});
