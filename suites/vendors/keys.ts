import { type Check, Inconclusive, type Merchant, rule, type SuccessBody } from "../kit.ts";
import { fieldsOf } from "../expect/creations.ts";
import { asPrecondition, memberOf } from "../fixtures/reading.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { anotherMarketplace, givenMarketplace } from "../fixtures/marketplaces.ts";
import { codeOf } from "../fixtures/money-movements.ts";
import { acceptedCreation, ordinaryCreation } from "../fixtures/ordinary-creations.ts";
import { givenRefusedCreations, givenRefusedKey, REJECTED } from "../fixtures/refused-creations.ts";
import {
  type CreationRequest,
  givenCreation,
  PATIENT,
  sendCreation,
  settledCreations,
} from "../fixtures/vendor-creations.ts";
import { addedByThisRun, allListed, everyEntry, vendorsSoFar } from "../fixtures/vendor-lists.ts";
import { type Keyed, type KeyedOperation, keyRules } from "../keys.ts";

type Body = SuccessBody<"createAccount">;

const WIDTH = 4;

const creations: KeyedOperation<Body> = {
  area: "vendors",
  operation: "createAccount",
  what: "creation",
  once: "creates-once",
  options: PATIENT,
  counting: { alone: true, waits: true },
  outages: ["sso", "upstream"],
  replay: "vendor-creation-replay",
  prepare: async (check) => keyedBy(check, await givenMarketplace(check)),
  prepareTwo: async (check) => ({
    here: keyedBy(check, await givenMarketplace(check)),
    there: keyedBy(check, await anotherMarketplace(check)),
    expectOwn: (answer, first) => {
      check.expect.field("id", answer.field("id"), answer).toDifferFrom(first.field("id"));
    },
  }),
  sendInvalid: async (check, key) => {
    const { badKeys, accepted } = await givenRefusedCreations(check);
    return { refused: badKeys[key], counterpart: () => Promise.resolve(accepted) };
  },
};

/** Creations by one merchant. The name in the body depends on the key only, because two vendors may not be allowed to share one. */
function keyedBy(check: Check, merchant: Merchant): Keyed<Body> {
  const names = new Map<string, string>();
  const create = async (idempotencyKey: string, request: CreationRequest = {}) => {
    const name = names.get(idempotencyKey) ?? check.name("vendor");
    names.set(idempotencyKey, name);
    return (await sendCreation(check, merchant, { inputs: { name }, idempotencyKey, ...request })).answer;
  };
  /** A merchant of the check itself has the whole rate. */
  const sharing: Pick<Keyed<Body>, "shared" | "sharedRefusal"> = merchant.own
    ? {}
    : {
        shared: async () => {
          const { idempotencyKey: key, name, answer } = await acceptedCreation(check, merchant);
          names.set(key, name);
          return { key, answer };
        },
        sharedRefusal: async () => {
          const made = await givenRefusedKey(check, merchant);
          names.set(made.key, made.name);
          return made;
        },
      };
  return {
    merchant,
    send: (key) => create(key),
    ...sharing,
    sendOther: (key) => create(key, { inputs: { name: check.name("another") } }),
    sendAnother: () => create(freshKey()),
    ...(merchant.own && check.has("control.deleteVendor")
      ? {
          remove: (made) => {
            const path = { accountId: merchant.accountId, id: made.text("id") };
            return check.control.call("deleteVendor", { path });
          },
        }
      : {}),
    refusals: () => Promise.resolve([(key) => create(key, { extra: { phone: REJECTED.phone[0] } })]),
    /** Compares the whole list before and after. */
    count: async () => {
      const before = await vendorsSoFar(check, merchant);
      return {
        expectOnly: async (answers, repeat) => {
          if (answers.length > 0) await repeat();
          const only = answers.map((answer) => answer.text("id"));
          await asPrecondition(() => allListed(check, merchant, only));
          await settledCreations(check, merchant);
          const list = await everyEntry(check, merchant);
          const added = addedByThisRun(check, merchant, { list, before, known: only });
          check.expect
            .that("the vendors that were created", added.map(({ id }) => id).sort())
            .toBe([...only].sort());
        },
      };
    },
  };
}

/** The effect of an idempotency key on creations (§4.7, §7.6, §8). */
export default [
  ...keyRules(creations),

  /** Sends an ordinary creation, whose body may be refused for other reasons. */
  rule("vendors/given-key-is-no-fault", PATIENT, async (check) => {
    const { answer } = await ordinaryCreation(check, await givenMarketplace(check));
    const named = fieldsOf(answer) ?? [];
    check.expect
      .that("the fields for which a creation with a key is refused", named, answer)
      .toSatisfy("other names than Idempotency-Key", () => !named.includes("Idempotency-Key"));
    check.succeeded(answer);
  }),

  /** Uses two long keys that differ only in the last character. */
  rule("vendors/distinct-keys-are-distinct", PATIENT, async (check) => {
    const merchant = await givenMarketplace(check);
    const key = `${freshKey()}${"k".repeat(200)}`;
    const first = await givenCreation(check, merchant, { idempotencyKey: `${key}y` });
    for (const last of ["z", "Y"]) {
      const { answer } = await sendCreation(check, merchant, { idempotencyKey: `${key}${last}` });
      check.expect.field("code", codeOf(answer), answer).toDifferFrom("E_DUPLICATE_OPERATION");
      check.succeeded(answer);
      check.expect.that("id under the other key", answer.field("id"), answer).toDifferFrom(first.acct);
    }
  }),

  /** Sends several concurrent creations, each over its own connection. */
  rule(
    "vendors/concurrent-same-key-creates-once",
    { ...PATIENT, alone: true, socket: true },
    async (check) => {
      const { send, count } = keyedBy(check, await givenMarketplace(check));
      const { expectOnly } = await count();
      const key = freshKey();
      const answers = await Promise.all(Array.from({ length: WIDTH }, () => send(key)));
      const [first, ...others] = answers.filter(({ succeeded }) => succeeded);
      if (first === undefined)
        throw new Inconclusive(`none of ${WIDTH} concurrent creations was accepted: ${answers[0]?.summary}`);
      for (const answer of others)
        check.expect.field("id", memberOf(answer, "id"), answer).toBe(first.field("id"));
      await expectOnly([first], () => send(key));
    },
  ),
];
