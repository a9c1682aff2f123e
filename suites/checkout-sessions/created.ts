import * as fc from "fast-check";
import { numberOf, rule } from "../kit.ts";
import { earlierIsRetrieved } from "../expect/retrievals.ts";
import { createdId } from "../fixtures/created-objects.ts";
import { isAsRequested, keepsAnyValues } from "../expect/kept-values.ts";
import { observing } from "../expect/observing.ts";
import { readBack, soon } from "../fixtures/reading.ts";
import { expectAcceptance, ifAccepted, isInvalid } from "../expect/refusals.ts";
import { ordinarySession } from "../fixtures/ordinary-requests.ts";
import { sessionRequests, sessions } from "../fixtures/checkout-session-creation.ts";
import { identifiers, lifetimes } from "./observations.ts";

/** Product names that any target accepts. The document does not show which characters a name may have. */
const PRODUCTS = ["Notebook", "Pencil", "Cassava flour", "Two mugs"];

/** Compares the answer to a creation with the request (§2.2, §4.2), and retrieves the session. */
export default [
  keepsAnyValues("checkout-sessions/keeps-any-values", sessions),

  observing(isAsRequested("checkout-sessions/account-is-the-requested", sessions, "accountId"), ...lifetimes),
  isAsRequested("checkout-sessions/success-url-is-the-requested", sessions, "successUrl"),
  isAsRequested("checkout-sessions/cancel-url-is-the-requested", sessions, "cancelUrl"),

  /** Sends items whose prices add up to the total, whether a price is per piece or per line, and the same session without items. */
  rule("checkout-sessions/items-are-accepted", async (check) => {
    const { accountId } = await check.merchant();
    const names = fc.constantFrom(...PRODUCTS);
    await check.property({
      effort: 0.6,
      from: fc.oneof(
        sessionRequests(check, accountId, { names, pieces: fc.constant(1) }),
        sessionRequests(check, accountId, { names }),
      ),
      classesOf: ({ items }) => [
        items === undefined ? "no items" : items.length > 1 ? "several lines" : "one line",
        ...(items?.every(({ quantity }) => quantity === 1) === true ? ["a total of single pieces"] : []),
      ],
      shares: { "several lines": 0.1, "a total of single pieces": 0.3 },
      runShares: { "one piece of each": 0.2 },
      holds: async (request, reach) => {
        const { items, ...bare } = request;
        if (items === undefined) return;
        if (ifAccepted(check, await check.api.createSession({ body: bare }), reach) === null) return;
        const answer = await check.api.createSession({ body: request });
        if (items.every(({ quantity }) => quantity === 1)) {
          expectAcceptance(answer, "items that add up to the total");
          reach("one piece of each");
          return;
        }
        // The document does not say whether a price is per piece or per line, but one of the two totals is right.
        check.observe("session-items-total", `several of one product: ${answer.status}`);
        if (!isInvalid(answer)) return;
        const total = items.reduce((sum, { price }) => sum + numberOf(price), 0);
        if (ifAccepted(check, await check.api.createSession({ body: { ...bare, total } }), reach) === null)
          return;
        expectAcceptance(
          await check.api.createSession({ body: { ...request, total } }),
          "several pieces of a product, with either total",
        );
      },
    });
  }),

  /** Creates the session on the checkout host and retrieves it on the payment host. */
  observing(
    rule("checkout-sessions/retrieved-on-payment-host", async (check) => {
      const created = check.succeeded(await check.api.createSession({ body: await ordinarySession(check) }));
      const id = created.text("id");
      // The document does not say how an unknown session is refused.
      const retrieved = await soon(check, {
        read: () => check.api.retrieveSession({ path: { id } }),
        holds: ({ succeeded }) => succeeded,
      });
      expectAcceptance(retrieved, "the id of a session that was just created");
      check.observe("session-retrieve-fields", Object.keys(retrieved.body).sort().join(", "));
    }),
    ...identifiers,
  ),

  earlierIsRetrieved(
    "checkout-sessions/retrieved-after-others",
    (check) => createdId(check, sessions),
    sessions.retrieve,
  ),

  /** Retrieves two sessions concurrently. Neither answer contains the other's id. */
  rule("checkout-sessions/retrieved-is-no-other", async (check) => {
    const [first, second] = [await createdId(check, sessions), await createdId(check, sessions)];
    for (const pair of [
      [first, second],
      [second, first],
      [first, second],
    ] as const) {
      const both = await Promise.all(
        pair.map((id) => readBack(check, () => check.api.retrieveSession({ path: { id } }))),
      );
      for (const [index, retrieved] of both.entries()) {
        const [own, other] = index === 0 ? pair : [pair[1], pair[0]];
        check.expect
          .that(
            `whether the session ${own} shows the id ${other}`,
            JSON.stringify(retrieved.body).includes(JSON.stringify(other)),
            retrieved,
          )
          .toBe(false);
      }
    }
  }),
];
