import { vendorsOf } from "../areas/connect/vendor.ts";
import { testClocks } from "../areas/test-clocks/record.ts";
import { outside, potOf, pots, wallets } from "../areas/account/wallets.ts";
import { json, message } from "../kernel/answers.ts";
import { idempotencyKeys } from "../kernel/idempotency.ts";
import type { Entry } from "../kernel/ledger.ts";
import { ownerOf } from "../kernel/merchants.ts";
import type { State } from "../kernel/state.ts";
import { wallClock } from "../kernel/timeline.ts";
import type { ControlOperation } from "./types.ts";

/** The ledger entries that empty the wallets of a holder. */
const closingEntries = (state: State, holder: string): readonly Omit<Entry, "id" | "at">[] =>
  state.find(wallets, "holder", holder).flatMap((wallet) => {
    const { mode, currency } = wallet;
    const lines = pots
      .map((pot) => potOf(wallet, pot))
      .map((account) => ({ account, amount: -state.ledger.balance(account, wallet) }))
      .filter(({ amount }) => amount !== 0);
    const left = lines.reduce((sum, { amount }) => sum - amount, 0);
    return lines.length === 0
      ? []
      : [{ kind: "closing", mode, currency, lines: [...lines, { account: outside.world, amount: left }] }];
  });

/** The operation that deletes a merchant with all its objects. It is not in the control protocol. */
export const removalControls: readonly ControlOperation[] = [
  {
    operationId: "deleteMerchant",
    method: "DELETE",
    path: "/merchants/:accountId",
    handle: ({ engine, merchant: { id } }) => {
      engine.catchUp(id);
      const { state } = engine;
      if (state.find(idempotencyKeys, "account", id).some(({ answer }) => answer === undefined))
        return message(
          409,
          "A request of this merchant is in progress: wait, or release the one that is held",
        );
      const accounts = new Set([id, ...vendorsOf(state, id).map((vendor) => vendor.id)]);
      const testClock = state.find(testClocks, "owner", ownerOf({ accountId: id, mode: "test" }));
      const clocks = [...[...accounts].map(wallClock), ...testClock.map((clock) => clock.id)];
      const subjects = clocks.flatMap((clock) => state.timeline.waiting(clock).map(({ subject }) => subject));
      engine.act(id, ({ now, ids }) => ({
        writes: state.removalOf(accounts),
        postings: [...accounts]
          .flatMap((holder) => closingEntries(state, holder))
          .map((entry) => ({ ...entry, id: ids.id("entry_"), at: now })),
        timers: [...new Set(subjects)].map((subject) => ({ do: "cancel" as const, subject })),
      }));
      engine.forget(accounts);
      return json(200, { accountId: id, deleted: true });
    },
  },
];
