import { type Bench, createBench } from "../client.ts";

/** The answer to a request. */
export interface Reply {
  readonly status: number;
  readonly json: Record<string, unknown>;
}

/** An emulator whose time stands still, and a receiver that refuses every third webhook. */
export function startService(): Bench {
  let sent = 0;
  return createBench({ send: () => Promise.resolve({ status: (sent += 1) % 3 > 0 ? 200 : 500 }) });
}

/** The body of an answer. @throws Error if the request was refused */
export function accepted({ status, json }: Reply, what: string): Record<string, unknown> {
  if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(json)}`);
  return json;
}

/** A pseudo-random number generator: returns integers from 0 to `below`, exclusive. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
