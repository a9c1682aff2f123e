import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DAY } from "../../../../harness/timestamps.ts";
import { History, MERCHANT } from "./history.ts";

const VENDOR = "acct_v";
/** How late reads may show a change, ms. */
const LAG = 100;

interface State {
  readonly balance: number;
  readonly remittances: number;
  readonly frozen: number;
}

type Answer = readonly [body: object, status: number];

/** A small correct server: a request takes effect at one time, and a read shows a state of up to `LAG` ms before. */
class Server {
  readonly #allocations: { readonly id: string; readonly amount: number; reversed: number }[] = [];
  readonly #states: { readonly at: number; readonly state: State }[] = [];
  #state: State = { balance: 0, remittances: 0, frozen: 0 };
  #reversals = 0;
  now = 0;

  #change(change: Partial<State>): void {
    this.#states.push({ at: this.now, state: this.#state });
    this.#state = { ...this.#state, ...change };
  }

  /** The present state, or one that another has replaced within the lag. */
  #shown(which: number): State {
    const recent = this.#states.filter(({ at }) => at > this.now - LAG).map(({ state }) => state);
    const possible = [this.#state, ...recent];
    return possible[which % possible.length] ?? this.#state;
  }

  allocate(amount: number): Answer {
    const made = { id: `ctr_${this.#allocations.length}`, amount, reversed: 0 };
    this.#allocations.push(made);
    this.#change({ balance: this.#state.balance + amount });
    return [{ id: made.id, amount, destination: VENDOR }, 201];
  }

  reverse(id: string, amount: number): Answer {
    const allocation = this.#allocations.find((one) => one.id === id);
    if (allocation === undefined) return [{ message: "not found" }, 404];
    const remaining = allocation.amount - allocation.reversed;
    if (amount > remaining)
      return [{ code: "connect.reversal_exceeds_remaining", requested: amount, remaining }, 422];
    allocation.reversed += amount;
    this.#change({ balance: this.#state.balance - amount });
    this.#reversals += 1;
    return [{ id: `ctrr_${this.#reversals}`, amount, reversed_total: allocation.reversed }, 201];
  }

  remit(): Answer {
    this.#change({ remittances: this.#state.remittances + 1 });
    return [{ id: `rem_${this.#state.remittances}` }, 200];
  }

  advance(days: number): Answer {
    this.#change({ frozen: this.#state.frozen + days });
    return [{ testClock: clock(this.#state) }, 200];
  }

  account(which: number): Answer {
    return [{ id: VENDOR, balances: [{ pending: this.#shown(which).balance, available: 0 }] }, 200];
  }

  list(which: number): Answer {
    const { remittances: total } = this.#shown(which);
    const data = Array.from({ length: total }, (_, index) => ({ id: `rem_${index + 1}` }));
    return [{ data, meta: { total, page: 1 } }, 200];
  }

  clock(which: number): Answer {
    return [clock(this.#shown(which)), 200];
  }
}

function clock({ frozen }: State): object {
  return { id: "clock_1", status: "ready", frozenTime: new Date(frozen * DAY).toISOString() };
}

/** The requests of which one is sent, by name. */
const REQUESTS = {
  allocate: { operation: "createAllocation", body: { destination: VENDOR } },
  reverse: { operation: "createAllocationReversal", body: { amount: null } },
  remit: { operation: "createRemittance" },
  advance: { operation: "advanceTestClock", path: { id: "clock_1" } },
  account: { operation: "retrieveAccount", path: { acct: VENDOR } },
  list: { operation: "listRemittances" },
  clock: { operation: "retrieveTestClock", path: { id: "clock_1" } },
} as const;
const NAMES = Object.keys(REQUESTS) as (keyof typeof REQUESTS)[];
const ENDS = ["end", "end", "end", "end", "end"] as const;

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(...NAMES, "account", "list", "clock", ...ENDS),
    amount: fc.integer({ min: 1, max: 400 }),
    which: fc.nat(20),
    /** Most requests are answered; the others may have taken effect or not. */
    fate: fc.nat(30),
    pauseMs: fc.constantFrom(0, 0, 1, 40, 150),
    /** Whether the effect is at the beginning; otherwise it is at the end. */
    isEarly: fc.boolean(),
  }),
  { minLength: 20, maxLength: 80, size: "max" },
);

const RULES = [
  "allocations/balances-add-up",
  "reversals/totals-add-up-everywhere",
  "remittances/lists-are-whole",
  "test-clocks/changed-by-request-only",
];

test("no rule reports a violation of a correct server, whatever overlaps, is lost or shows late", () => {
  const judged = new Map(RULES.map((rule) => [rule, 0]));
  fc.assert(
    fc.property(steps, (all) => {
      const history = new History({ consistencyMs: LAG });
      history.creates(MERCHANT);
      const server = new Server();
      history.call({ operation: "createTestClock" }, server.clock(0)[0], 201);
      const inFlight: (() => void)[] = [];
      for (const { act, amount, which, fate, pauseMs, isEarly } of all) {
        server.now += pauseMs;
        history.pause(pauseMs);
        if (act === "end") {
          for (const end of inFlight.splice(which % Math.max(1, inFlight.length), 1)) end();
          continue;
        }
        const allocationId = `ctr_${which % 4}`;
        const call = history.begins({ path: { allocationId }, ...REQUESTS[act] });
        const work = {
          allocate: () => server.allocate(amount),
          reverse: () => server.reverse(allocationId, amount),
          remit: () => server.remit(),
          advance: () => server.advance(amount),
          account: () => server.account(which),
          list: () => server.list(which),
          clock: () => server.clock(which),
        }[act];
        const early = isEarly ? work() : null;
        inFlight.push(() => {
          if (fate === 0) call.isLost();
          else if (fate === 1) call.answers({}, 503);
          else call.answers(...(early ?? work()));
        });
      }
      expect(history.violated()).toEqual([]);
      for (const rule of RULES) judged.set(rule, (judged.get(rule) ?? 0) + history.tally(rule).exercised);
    }),
    { numRuns: 300 },
  );
  for (const [rule, times] of judged) expect(times, rule).toBeGreaterThan(30);
});
