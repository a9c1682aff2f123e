import { createEmulator, type Emulator, type EmulatorOptions, manualTime } from "../../emulator/index.ts";

/** What came back. */
export interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

type Send = (method: string, path: string, body?: unknown, key?: string) => Promise<Reply>;

/** An emulator in this process whose time stands still, and its three hosts. */
export interface Service {
  readonly emulator: Emulator;
  readonly time: ReturnType<typeof manualTime>;
  readonly payment: Send;
  readonly checkout: Send;
  /** Below `/control`. */
  readonly control: Send;
}

/** Who is paid out, in a request for a disbursement or a remittance. */
export const recipient = {
  currency: "XAF",
  first_name: "Awa",
  last_name: "Moukala",
  payment_method_data: {
    type: "momo",
    momo: { msisdn: "242060000001", country: "CG", operator_name: "mtn" },
  },
};

/** Where time begins, a Saturday. */
const beginning = Date.UTC(2026, 0, 31, 10);

/** Starts one. Every third webhook is refused by its receiver. */
export function startService(options: EmulatorOptions = {}): Service {
  const time = manualTime(beginning);
  let sent = 0;
  const send = () => Promise.resolve((sent += 1) % 3 > 0);
  const emulator = createEmulator({ time, send, ...options });
  const usual = emulator.merchants[0]?.keys.test ?? "";
  const via =
    (fetch: Emulator["fetch"], prefix = ""): Send =>
    async (method, path, body, key = usual) => {
      const [route, idempotencyKey] = path.split("#");
      const headers = {
        "content-type": "application/json",
        authorization: `Bearer ${key}`,
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      };
      const request = new Request(`http://emulator${prefix}${route}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const response = await fetch(request);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
  return {
    emulator,
    time,
    payment: via(emulator.fetch),
    checkout: via(emulator.checkoutFetch),
    control: via(emulator.controlFetch, "/control"),
  };
}

/** Ends the program where something is refused that must not be. */
export function accepted({ status, body }: Reply, what: string): Record<string, unknown> {
  if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Bytes in use after a collection. */
export function heapBytes(): number {
  if (globalThis.gc === undefined) throw new Error("start it with node --expose-gc");
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** The same numbers each time. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
