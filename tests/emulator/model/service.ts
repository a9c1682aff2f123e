import { createEmulator, type Emulator, manualTime } from "../../../emulator/index.ts";

/** The answer to a request. */
export interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Sends a request. A suffix `#KEY` of the path is the idempotency key. */
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

/** The recipient in a request for a disbursement or a remittance. */
export const recipient = {
  currency: "XAF",
  first_name: "Awa",
  last_name: "Moukala",
  payment_method_data: {
    type: "momo",
    momo: { msisdn: "242060000001", country: "CG", operator_name: "mtn" },
  },
};

/** The time at which the emulator starts, a Saturday. */
const beginning = Date.UTC(2026, 0, 31, 10);

/** Starts an emulator. The receiver refuses every third webhook. */
export function startService(): Service {
  const time = manualTime(beginning);
  let sent = 0;
  const send = () => Promise.resolve({ status: (sent += 1) % 3 > 0 ? 200 : 500 });
  const emulator = createEmulator({ time, send });
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

/** The body of an answer. @throws Error if the request was refused */
export function accepted({ status, body }: Reply, what: string): Record<string, unknown> {
  if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** A pseudo-random number generator: returns integers from 0 to `below`, exclusive. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
