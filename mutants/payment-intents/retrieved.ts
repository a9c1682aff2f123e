import { message } from "../../emulator/kernel/answers.ts";
import { type Mutant, named } from "../mutant.ts";
import { changingSuccess } from "../shared/answers.ts";
import { finding, forgettingMutants, retrieving, type Stored } from "../shared/creations.ts";
import { where } from "../faults/fields.ts";
import { as, constantly, longer } from "../faults/values.ts";
import { foundFaults } from "../faults/shown.ts";
import { aFrancShort, changingEvery, drifting } from "../faults/drifting.ts";
import { leavingBehind } from "../faults/requests.ts";
import { breakingOn } from "../shared/wire.ts";

const area = "paymentIntents";

type Intent = Stored<typeof area>;
const found = foundFaults(area, "intent");
const CURRENCY = "retrieved-currency-matches";

const amount = (words: string, change: (amount: number) => number) =>
  as<unknown>(words, (usual) => change(Number(usual)));
const oneMore = amount("a franc more", (francs) => francs + 1);
const inHundreds = amount("rounded down to hundreds", (francs) => francs - (francs % 100));
const live = where("of a live key", ({ mode }: Intent) => mode === "live");
const succeeded = where("once succeeded", ({ status }: Intent) => status === "succeeded");
const odd = where("of odd francs", (intent: Intent) => intent.amount % 2 === 1);

const cutTo32Bits = amount("cut to 32 bits", (francs) => francs % 2 ** 32);

export const mutants: readonly Mutant[] = [
  ...forgettingMutants(area, "intent", "payment-intents/retrieved-after-others"),
  found.gives("id", "retrieved-id-matches", longer),
  found.gives("amount", "retrieved-amount-matches", inHundreds),
  found.gives("amount", "retrieved-amount-matches", cutTo32Bits),
  found.gives("amount", "retrieved-amount-matches", oneMore, live),
  found.gives("currency", CURRENCY, constantly("xof")),
  found.gives("currency", CURRENCY, constantly("xof"), succeeded),
  found.gives("currency", CURRENCY, constantly("usd"), odd),
  found.remembers("clientSecret", "client-secret-is-its-own", "that of the intent read before", () => {
    let last: string | null = null;
    return (_usual, { clientSecret }) => {
      const before = last ?? clientSecret;
      last = clientSecret;
      return before;
    };
  }),
  ...named({
    "intent-is-a-franc-short-every-third-time": {
      violates: ["payment-intents/created-as-requested"],
      summary: "Every third intent is created with a franc less.",
      replace: changingEvery(3, "createPaymentIntent", aFrancShort),
    },
    "intent-with-the-description-left-behind": {
      violates: ["payment-intents/created-as-requested"],
      summary: "An intent without a description has that of the last request.",
      wrap: leavingBehind("createPaymentIntent", "description"),
    },
    "intent-amount-drifts": {
      violates: ["payment-intents/same-everywhere"],
      summary: "From its second retrieval on, an intent has a franc more.",
      replace: drifting("retrievePaymentIntent", "amount", (francs) => Number(francs) + 1),
    },
    "intent-never-found": {
      violates: ["payment-intents/retrieved-id-matches"],
      summary: "No intent can be retrieved.",
      replace: retrieving(area, () => ({ find: () => undefined })),
    },
    "intent-in-xof-retrieved-in-xaf": {
      violates: ["payment-intents/retrieved-currency-matches"],
      summary: "An intent in xof is retrieved in xaf.",
      replace: changingSuccess(
        "retrievePaymentIntent",
        (body) => {
          body["currency"] = "xaf";
        },
        ({ currency }) => currency === "xof",
      ),
    },
    "intent-without-description-not-found": {
      violates: ["payment-intents/retrieved-id-matches", "payment-intents/stays-known"],
      summary: "Intents without a description cannot be retrieved.",
      replace: finding(area, (intent) => (intent.description === null ? undefined : intent)),
    },
    "intent-found-by-a-longer-id": {
      violates: ["payment-intents/unknown-id-is-404"],
      summary: "Characters after an id are ignored.",
      replace: retrieving(area, (retrieve) => ({
        find: (context) => {
          const { command } = context;
          const id = command.params["id"]?.replace(/x$/, "") ?? "";
          return (
            retrieve.find(context) ?? retrieve.find({ ...context, command: { ...command, params: { id } } })
          );
        },
      })),
    },
    "unknown-intent-with-a-long-id-is-500": {
      violates: ["payment-intents/unknown-id-is-404"],
      summary: "An id of more than 255 characters returns 500.",
      wrap: breakingOn(/^\/v1\/payment-intents\/.{256,}$/),
    },
    "unknown-intent-is-400": {
      violates: ["payment-intents/unknown-id-is-404"],
      summary: "An unknown intent returns 400.",
      replace: retrieving(area, () => ({
        notFound: () => message(400, "Payment intent not found"),
      })),
    },
    "unknown-intent-is-empty": {
      violates: ["payment-intents/unknown-id-is-404"],
      summary: "An unknown intent returns 200 without a body.",
      replace: retrieving(area, () => ({ notFound: () => ({ status: 200, body: null }) })),
    },
  }),
];
