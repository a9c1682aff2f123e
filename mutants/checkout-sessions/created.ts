import { type Mutant, named } from "../mutant.ts";
import { fielding, forgettingMutants, recording, retrieving, type Stored } from "../shared/creations.ts";
import { changingEvery } from "../faults/drifting.ts";
import { where } from "../faults/fields.ts";
import { as, constantly } from "../faults/values.ts";
import { storedFaults } from "../faults/shown.ts";
import type { Body } from "../shared/answers.ts";

const area = "checkoutSessions";

const stored = storedFaults(area, "session");
const ACCOUNT = "account-is-the-requested";
const SUCCESS = "success-url-is-the-requested";
const CANCEL = "cancel-url-is-the-requested";

const text = (words: string, change: (text: string) => string) =>
  as<unknown>(words, (usual) => change(String(usual)));
const uppercaseId = text("in uppercase", (id) => `acct_${id.slice(5).toUpperCase()}X`);
const withItems = where("with several items", ({ items }: Stored<typeof area>) => items.length > 1);

const withoutItsQuery = text("without its query", (url) => url.replace(/\?[^#]*/, ""));
const withItsEscapesDecoded = text("with its escapes decoded", (url) => url.replace("%2B", "+"));
const madeSecure = text("made secure", (url) => url.replace(/^http:/, "https:"));
const withoutItsFragment = text("without its fragment", (url) => url.replace(/#.*/, ""));
const cutTo255 = text("cut to 255", (url) => url.slice(0, 255));

export const mutants: readonly Mutant[] = [
  ...named({
    "session-cancel-url-is-the-success-url-every-fifth-time": {
      violates: ["checkout-sessions/created-as-requested"],
      summary: "Every fifth session has its success URL as its cancel URL.",
      replace: changingEvery(5, "createSession", (body) => {
        body["cancelUrl"] = body["successUrl"];
      }),
    },
  }),
  stored.gives("accountId", ACCOUNT, uppercaseId),
  stored.gives("accountId", ACCOUNT, constantly("acct_basket"), withItems),
  stored.gives("successUrl", SUCCESS, withoutItsQuery),
  stored.gives("cancelUrl", "keeps-any-values", withItsEscapesDecoded),
  stored.gives("successUrl", SUCCESS, madeSecure),
  stored.gives("cancelUrl", CANCEL, withoutItsFragment),
  stored.gives("cancelUrl", CANCEL, cutTo255),
  ...forgettingMutants(area, "session", "checkout-sessions/retrieved-after-others"),
  ...named({
    "session-redirects-swapped": {
      violates: [
        "checkout-sessions/success-url-is-the-requested",
        "checkout-sessions/cancel-url-is-the-requested",
      ],
      summary: "A session swaps its two redirects.",
      replace: recording(area, ({ successUrl, cancelUrl }) => ({
        successUrl: cancelUrl,
        cancelUrl: successUrl,
      })),
    },
    "session-unknown-to-payment-host": {
      violates: ["checkout-sessions/retrieved-on-payment-host"],
      summary: "The payment host knows no session.",
      replace: retrieving(area, () => ({ find: () => undefined })),
    },
    "session-items-forbidden": {
      violates: ["checkout-sessions/items-are-accepted"],
      summary: "A session with items is refused.",
      replace: fielding(area, "items", () => [
        { name: "prohibited", accepts: (value) => value === undefined },
      ]),
    },
    "session-one-piece-only": {
      violates: ["checkout-sessions/items-are-accepted"],
      summary: "A session with several pieces of one product is refused.",
      replace: fielding(area, "items", (rules) => [
        ...rules,
        {
          name: "max",
          accepts: (value) =>
            !Array.isArray(value) || value.every((item) => !(Number((item as Body)["quantity"]) > 1)),
        },
      ]),
    },
    "session-one-item-only": {
      violates: ["checkout-sessions/items-are-accepted"],
      summary: "A session with more than one item is refused.",
      replace: fielding(area, "items", (rules) => [
        ...rules,
        { name: "max", accepts: (value) => Array.isArray(value) && value.length <= 1 },
      ]),
    },
    "session-retrieved-as-the-one-before": {
      violates: ["checkout-sessions/retrieved-is-no-other"],
      summary: "Retrieving a session after another one answers with that other one.",
      replace: retrieving(area, (retrieve) => {
        let before: ReturnType<typeof retrieve.find>;
        return {
          find: (context) => {
            const own = retrieve.find(context);
            const shown = own === undefined ? undefined : (before ?? own);
            before = own ?? before;
            return shown;
          },
        };
      }),
    },
  }),
];
