import type { Parts } from "../../emulator/index.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { fielding, forgettingMutants, prohibited, retrieving } from "../shared/creations.ts";
import { area } from "./parts.ts";

type Session = ReturnType<Parts["checkoutSessions"]["create"]["record"]>;

const recording = (parts: Parts, change: (session: Session) => Partial<Session>): Parts => {
  const { create } = parts.checkoutSessions;
  const record: typeof create.record = (context) => {
    const session = create.record(context);
    return { ...session, ...change(session) };
  };
  return { ...parts, checkoutSessions: { ...parts.checkoutSessions, create: { ...create, record } } };
};

/** Mutants of the rules that `suites/checkout-sessions/created.ts` judges. */
export const checkoutSessionsCreatedMutants: readonly Mutant[] = [
  mutant(
    {
      id: "session-account-in-uppercase",
      violates: "checkout-sessions/account-is-the-requested",
      summary: "A session names its account in uppercase after the prefix.",
    },
    (parts) =>
      recording(parts, ({ accountId }) => ({ accountId: `acct_${accountId.slice(5).toUpperCase()}X` })),
  ),
  mutant(
    {
      id: "session-account-forgotten-with-items",
      violates: "checkout-sessions/account-is-the-requested",
      summary: "A session with several items names an invented account.",
      subtle: true,
    },
    (parts) =>
      recording(parts, ({ accountId, items }) => ({
        accountId: items.length > 1 ? "acct_basket" : accountId,
      })),
  ),
  mutant(
    {
      id: "session-success-url-without-query",
      violates: "checkout-sessions/success-url-is-the-requested",
      summary: "The query of a successUrl is cut off.",
      subtle: true,
    },
    (parts) => recording(parts, ({ successUrl }) => ({ successUrl: successUrl.replace(/\?[^#]*/, "") })),
  ),
  mutant(
    {
      id: "session-redirects-swapped",
      violates: [
        "checkout-sessions/success-url-is-the-requested",
        "checkout-sessions/cancel-url-is-the-requested",
      ],
      summary: "A session swaps its two redirects.",
    },
    (parts) =>
      recording(parts, ({ successUrl, cancelUrl }) => ({ successUrl: cancelUrl, cancelUrl: successUrl })),
  ),
  mutant(
    {
      id: "session-cancel-url-without-fragment",
      violates: "checkout-sessions/cancel-url-is-the-requested",
      summary: "The fragment of a cancelUrl is cut off.",
      subtle: true,
    },
    (parts) => recording(parts, ({ cancelUrl }) => ({ cancelUrl: cancelUrl.replace(/#.*/, "") })),
  ),
  mutant(
    {
      id: "session-unknown-to-payment-host",
      violates: "checkout-sessions/retrieved-on-payment-host",
      summary: "The payment host knows no session.",
    },
    (parts) => retrieving(parts, area, (retrieve) => ({ ...retrieve, find: () => undefined })),
  ),
  ...forgettingMutants(area, "session", "checkout-sessions/retrieved-after-others"),
  mutant(
    {
      id: "session-items-forbidden",
      violates: "checkout-sessions/items-are-accepted",
      summary: "A session with items is refused.",
    },
    (parts) => fielding(parts, area, "items", () => [prohibited]),
  ),
  mutant(
    {
      id: "session-one-item-only",
      violates: "checkout-sessions/items-are-accepted",
      summary: "A session with more than one item is refused.",
      subtle: true,
    },
    (parts) =>
      fielding(parts, area, "items", (rules) => [
        ...rules,
        { name: "max", accepts: (value) => Array.isArray(value) && value.length <= 1 },
      ]),
  ),
  mutant(
    {
      id: "session-retrieved-as-the-one-before",
      violates: "checkout-sessions/retrieved-is-no-other",
      summary: "Retrieving a session after another one answers with that other one.",
      subtle: true,
    },
    (parts) =>
      retrieving(parts, area, (retrieve) => {
        let before: ReturnType<typeof retrieve.find>;
        return {
          ...retrieve,
          find: (context) => {
            const own = retrieve.find(context);
            const shown = own === undefined ? undefined : (before ?? own);
            before = own ?? before;
            return shown;
          },
        };
      }),
  ),
];
