import * as fc from "fast-check";
import { unknownIds } from "../../generators/index.ts";
import type { Answer, Check, Merchant, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, numberOf, rule } from "../kit.ts";
import { givenCustomer, givenOwnCustomer, givenSubscription } from "../fixtures/subscriptions.ts";
import { expectRefusal } from "../expect/refusals.ts";
import { DAY, HOUR, written } from "../fixtures/times.ts";
import {
  requestAdvance,
  attach,
  givenClock,
  readClock,
  readShown,
  frozenTimeOf,
} from "../fixtures/test-clocks.ts";
import { ifPossible } from "../fixtures/if-possible.ts";

const CLOCK = "TEST_CLOCK_NOT_FOUND";
const SUBSCRIPTION = "SUBSCRIPTION_NOT_FOUND";
const CUSTOMER = "CUSTOMER_NOT_FOUND";

/** The objects that an attachment names. */
type Named = Parameters<typeof attach>[1];

/** A route that names an object, and what the checks need of it. */
interface Naming {
  readonly code: string;
  /** Creates an object of a merchant that a request can name. */
  readonly make: (check: Check, merchant: Merchant) => Promise<string>;
  /** Sends the request, with valid values for everything but the id. */
  readonly send: (
    check: Check,
    merchant: Merchant,
  ) => Promise<(id: string, beside?: Named) => Promise<Answer>>;
  /** A second, unrelated object that the request can name as well. */
  readonly beside?: (check: Check, merchant: Merchant) => Promise<Named>;
  /** Expects that the owner's object is unchanged. */
  readonly untouched?: (check: Check, merchant: Merchant, id: string) => Promise<void>;
}

const newClock = async (check: Check, merchant: Merchant): Promise<string> =>
  (await givenClock(check, { merchant })).id;
const newSubscription = async (check: Check, merchant: Merchant): Promise<string> =>
  (await givenSubscription(check, { customer: await givenCustomer(check, merchant) })).id;
const newCustomer = async (check: Check, merchant: Merchant): Promise<string> =>
  (await givenOwnCustomer(check, merchant)).id;

const retrieval: Naming = {
  code: CLOCK,
  make: newClock,
  send: async (_check, merchant) => (id) => readClock({ merchant, id }),
};

const deletion: Naming = {
  code: CLOCK,
  make: newClock,
  send: async (_check, merchant) => (id) => merchant.api.deleteTestClock({ path: { id } }),
  untouched: async (check, merchant, id) => {
    const read = await readShown(check, { merchant, id });
    check.expect.that("whether the owner still has the clock", read.succeeded, read).toBe(true);
  },
};

const advancing: Naming = {
  code: CLOCK,
  make: newClock,
  send: async (_check, merchant) => (id) => requestAdvance({ merchant, id }, Date.now() + DAY),
  untouched: async (check, merchant, id) => {
    const frozenTime = await frozenTimeOf(check, { merchant, id });
    check.expect
      .that("time of the owner's clock", frozenTime)
      .toSatisfy("within the hour of its creation", (at) => Math.abs(numberOf(at) - Date.now()) < HOUR);
  },
};

const attachingTo: Naming = {
  code: CLOCK,
  make: newClock,
  send: async (check, merchant) => {
    const subscriptionId = await newSubscription(check, merchant);
    return (id) => attach({ merchant, id }, { subscriptionId });
  },
};

const attachingSubscription: Naming = {
  code: SUBSCRIPTION,
  make: newSubscription,
  send: async (check, merchant) => {
    const clock = await givenClock(check, { merchant });
    return (subscriptionId, beside) => attach(clock, { subscriptionId, ...beside });
  },
  beside: async (check, merchant) => ({ customerId: await newCustomer(check, merchant) }),
};

const attachingCustomer: Naming = {
  code: CUSTOMER,
  make: newCustomer,
  send: async (check, merchant) => {
    const clock = await givenClock(check, { merchant });
    return (customerId, beside) => attach(clock, { customerId, ...beside });
  },
  beside: async (check, merchant) => ({ subscriptionId: await newSubscription(check, merchant) }),
};

const simulating: Naming = {
  code: SUBSCRIPTION,
  make: newSubscription,
  send: async (_check, merchant) => (subscriptionId) =>
    merchant.api.simulateTestClock({
      json: {
        subscriptionId,
        startFrom: written(Date.now() + HOUR),
        advanceTo: written(Date.now() + 2 * HOUR),
      },
    }),
};

/** Unknown objects and objects of another account are not found, with the same answer (§7.9). */
export default [
  unknown("test-clocks/retrieve-unknown", retrieval, "clock_"),
  unknown("test-clocks/delete-unknown", deletion, "clock_"),
  unknown("test-clocks/advance-unknown", advancing, "clock_"),
  unknown("test-clocks/attach-unknown-clock", attachingTo, "clock_"),
  unknown(
    "test-clocks/attach-unknown-subscription",
    attachingSubscription,
    "sub_",
    "port.createSubscription",
  ),
  unknown("test-clocks/attach-unknown-customer", attachingCustomer, "cus_", "port.createCustomer"),
  unknown("test-clocks/simulate-unknown-subscription", simulating, "sub_", "port.createSubscription"),

  foreign("test-clocks/retrieve-foreign", retrieval),
  foreign("test-clocks/delete-foreign", deletion),
  foreign("test-clocks/advance-foreign", advancing),
  foreign("test-clocks/attach-foreign-clock", attachingTo),
  foreign("test-clocks/attach-foreign-subscription", attachingSubscription),
  foreign("test-clocks/attach-foreign-customer", attachingCustomer),
  foreign("test-clocks/simulate-foreign-subscription", simulating),
];

/** Uses an unknown id of the same form as a known one, if an object can be created. The same request with the known id succeeds. */
function unknown(id: RuleId, naming: Naming, prefix: string, maker?: string): RuleCheck {
  return rule(id, async (check) => {
    const merchant = await check.ownMerchant();
    const makes = maker === undefined || check.has(maker);
    const known = makes ? await naming.make(check, merchant) : null;
    const send = await naming.send(check, merchant);
    const begin = known === null ? prefix : known.slice(0, known.lastIndexOf("_") + 1);
    await check.property({
      effort: 0.3,
      from: unknownIds(begin, known === null ? {} : { like: known }),
      holds: async (missing) => {
        const answer = await send(missing);
        // Without a known id, the form of ids is unknown.
        if (known === null && [400, 422].includes(answer.status))
          throw new Inconclusive(`the form of ids is unknown: ${answer.summary}`);
        check.expect(answer).toRefuse({ status: 404, code: naming.code });
      },
    });
    if (known === null) return;
    // The issued id plus a character: it may be malformed, but it is not the issued one.
    expectRefusal(await send(`${known}x`), "an issued id plus a character");
    check.succeeded(await send(known));
    const beside = await ifPossible(async () => naming.beside?.(check, merchant));
    if (beside === null || beside === undefined) return;
    const answer = await send(unknownLike(check, known), beside);
    // The two objects may not be allowed together. If they are, only the unknown one is refused.
    if ((await send(known, beside)).succeeded)
      check.expect(answer).toRefuse({ status: 404, code: naming.code });
  });
}

/**
 * Compares the answers for another account's id and for an unknown one. The owner's request succeeds, and nothing changed for the owner.
 */
function foreign(id: RuleId, naming: Naming): RuleCheck {
  return rule(id, async (check) => {
    const merchant = await check.ownMerchant();
    const owner = await check.otherMerchant();
    const theirs = await naming.make(check, owner);
    const missing = unknownLike(check, theirs);
    const send = await naming.send(check, merchant);
    const reported = await send(theirs);
    const counterpart = await send(missing);
    check.expect(reported).toRefuse({ status: 404, code: naming.code });
    check.expect
      .that("the answer for a foreign object", blanked(reported, theirs), reported)
      .toBe(blanked(counterpart, missing));
    check.observe(
      "clock-not-found-equality",
      Buffer.from(reported.bytes).equals(Buffer.from(counterpart.bytes)) ? "the same bytes" : "other bytes",
    );
    await naming.untouched?.(check, owner, theirs);
    const asOwner = await naming.send(check, owner);
    check.succeeded(await asOwner(theirs));
  });
}

/** An unknown id of the same form as a known one. */
function unknownLike(check: Check, known: string): string {
  const ids = unknownIds(known.slice(0, known.lastIndexOf("_") + 1), { like: known });
  const [id] = fc.sample(ids, { numRuns: 1, seed: check.seed });
  if (id === undefined) throw new Error("no unknown id was drawn");
  return id;
}

/** Status and body without the requested id. Members that are specific to a request are replaced by their type. */
function blanked(answer: Answer, id: string): unknown {
  const body = answer.body as Record<string, unknown>;
  const members = Object.entries(body).map(([name, value]) => {
    const text = JSON.stringify(value)?.replaceAll(id, "…");
    return [name, ["error", "code", "message"].includes(name) ? text : typeof value];
  });
  return { status: answer.status, body: Object.fromEntries(members) as Record<string, unknown> };
}
