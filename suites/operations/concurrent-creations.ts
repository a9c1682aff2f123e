import type { Answer, Check, Merchant, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, rule, textOf } from "../kit.ts";
import type { OperationName } from "../../spec/index.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { found, memberOf, soon } from "../fixtures/reading.ts";
import { givenCustomer, givenSubscription, requestSubscription } from "../fixtures/subscriptions.ts";
import { deleteAtTheEnd } from "../fixtures/test-clocks.ts";
import { inDays } from "../fixtures/times.ts";
import { request, REQUESTS } from "../requests.ts";
import { SUBJECTS } from "../subjects.ts";

/** How many objects are created at the same time. Each body is sent twice. */
const WIDTH = 8;
/** The difference of two amounts, a multiple of every coin in use. */
const STEP = 500;

interface Made {
  readonly answer: Answer;
  readonly id: unknown;
}

/** Sends a creation; the same index has the same body. */
type Make = (index: number) => Promise<Made>;

type Body = (index: number, check: Check) => Readonly<Record<string, unknown>>;

const amountOf = (check: Check, index: number): number => check.profile.ordinary.amount + index * STEP;

/** Creations without idempotency keys: each request creates an object (§4.1–4.4, §4.8, §4.9). */
export default [
  ...separate("payment-intents", "createPaymentIntent", "retrievePaymentIntent", (index, check) => ({
    amount: amountOf(check, index),
    description: `number ${index}`,
  })),
  ...separate("checkout-sessions", "createSession", "retrieveSession", (index, check) => ({
    total: amountOf(check, index),
    successUrl: `https://shop.example.com/done/${index}`,
    cancelUrl: `https://shop.example.com/canceled/${index}`,
    items: undefined,
  })),
  ...separate("disbursements", "createDisbursement", "retrieveDisbursement", (index, check) => ({
    amount: amountOf(check, index),
  })),
  ...separate("remittances", "createRemittance", "retrieveRemittance", (index, check) => ({
    amount: textOf(amountOf(check, index)),
  })),
  ...separate("test-clocks", "createTestClock", "retrieveTestClock", (index) => ({
    name: `number ${index}`,
    frozenTime: inDays(1 + index),
  })),
  rule("subscriptions/concurrent-creations-are-separate", async (check) => {
    const customer = await givenCustomer(check);
    // How many subscriptions a customer may have is open.
    const other = await ifPossible(async () => {
      await givenSubscription(check, { customer });
      return givenSubscription(check, { customer });
    });
    await expectSeparate(check, async (index) => {
      const payer = other === null ? await givenCustomer(check, customer.merchant) : customer;
      const { port } = await requestSubscription(check, { customer: payer, quantity: 1 + index });
      return { answer: port.answer, id: port.output("subscriptionId") };
    });
  }),
];

/** Reads what was created at the same time, too. Trace rules compare the values with those of the requests. */
function separate(
  area: string,
  creates: OperationName,
  reads: OperationName,
  body: Body,
): readonly RuleCheck[] {
  return [
    rule(`${area}/concurrent-creations-are-separate` as RuleId, async (check) => {
      const merchant = await merchantOf(check);
      const subject = await SUBJECTS[REQUESTS[creates].given](check, merchant);
      const made = await expectSeparate(check, async (index) => {
        const answer = await request(check, creates, { subject, oddity: { extra: body(index, check) } });
        if (creates === "createTestClock" && answer.succeeded)
          deleteAtTheEnd(check, merchant, textOf(memberOf(answer, "id")));
        return { answer, id: memberOf(answer, "id") };
      });
      const list = LISTS[creates];
      // Trace rules judge whether the list has each of them.
      if (list !== undefined)
        await soon(check, {
          read: () => list(merchant.api),
          holds: ({ exchange }) => {
            const shown = Buffer.from(exchange.answer?.body ?? []).toString("latin1");
            return made.every(({ id }) => shown.includes(textOf(id)));
          },
        });
      await Promise.all(
        made.map(async ({ id }) => {
          const read = (): Promise<Answer> =>
            request(check, reads, { subject: { merchant, values: { id } } });
          const answer = await found(check, "what was created at the same time as others", read);
          const shown = memberOf(check.succeeded(answer), "id");
          // The document does not show the fields of a retrieved session.
          if (typeof shown === "string") check.expect.field("id", shown, answer).toBe(id);
        }),
      );
    }),
  ];
}

/** The lists of what is created. */
const LISTS: Readonly<Partial<Record<OperationName, (api: Merchant["api"]) => Promise<Answer>>>> = {
  createRemittance: (api) => api.listRemittances({ query: { limit: 100 } }),
  createTestClock: (api) => api.listTestClocks(),
};

const merchantOf = (check: Check): Promise<Merchant> =>
  check.has("control.createMerchant") ? check.ownMerchant() : check.merchant();

/** Sends creations at the same time, and expects as many objects as were accepted. */
async function expectSeparate(check: Check, make: Make): Promise<readonly Made[]> {
  const all = await Promise.all(Array.from({ length: WIDTH }, (_each, index) => make(Math.floor(index / 2))));
  const made = all.filter(({ answer }) => answer.succeeded);
  if (made.length < 2)
    throw new Inconclusive(`fewer than two were accepted: ${all[0]?.answer.summary ?? ""}`);
  check.expect
    .that("the number of different ids", new Set(made.map(({ id }) => id)).size, made.at(-1)?.answer)
    .toBe(made.length);
  return made;
}
