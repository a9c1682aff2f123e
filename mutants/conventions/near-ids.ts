import { operationRows, ruleIdOf } from "../../spec/index.ts";
import { treating } from "../faults/exchange.ts";
import { respelling, trimming } from "../faults/requests.ts";
import { family, type Mutant, named } from "../mutant.ts";
import { routeOf, withRule } from "../shared/operations.ts";

/** Notations in which a target may compare identifiers. */
const RESPELLED: Readonly<Record<string, readonly [keyof typeof operationRows, (text: string) => string]>> = {
  "session-id-in-full-width": ["retrieveSession", (text) => text.normalize("NFKC")],
  "allocation-id-cut-to-its-length": ["createAllocationReversal", (text) => text.slice(0, 28)],
  "remittance-id-with-a-plus": ["retrieveRemittance", (text) => text.replace(/^\+/, "")],
  "vendor-id-of-one-line": ["createWithdrawal", (text) => text.split("\n")[0] ?? ""],
  "attached-id-without-zeros": ["attachTestClock", (text) => text.replace(/_0+/, "_")],
  "intent-id-with-a-prefix-of-any-casing": ["retrievePaymentIntent", (text) => text.replace(/^PI_/, "pi_")],
};

export const mutants: readonly Mutant[] = [
  ...withRule("finds-exact-ids-only").map(({ operation, row, rule }) => ({
    id: `${row}-trims-identifiers`,
    violates: [rule],
    summary: `${operation} ignores a blank after an identifier.`,
    wrap: trimming(routeOf(operation)),
  })),
  ...named(
    family(RESPELLED, ([name, change]) => ({
      violates: [ruleIdOf(`conventions/${operationRows[name].row ?? ""}-finds-exact-ids-only`)],
      summary: `${name} reads an identifier in another notation.`,
      wrap: respelling(name, change),
    })),
  ),
  ...named({
    "intent-named-as-a-member-fails": {
      violates: ["conventions/retrieve-payment-intent-finds-exact-ids-only"],
      summary: "The retrieval of an intent whose id is the name of a method of every object fails.",
      wrap: treating("retrievePaymentIntent", () => async ({ url, forward }) => {
        const answer = await forward();
        return url.pathname.endsWith("/toString")
          ? Response.json({ message: "Internal error" }, { status: 500 })
          : answer;
      }),
    },
    "transactions-of-a-vendor-remembered-in-any-casing": {
      violates: [
        "connect-targets/transactions-unknown",
        "conventions/list-transactions-finds-exact-ids-only",
      ],
      summary: "The transactions of a vendor, once listed, are also listed for its id in another casing.",
      wrap: treating("listAccountTransactions", () => {
        const listed = new Map<string, Response>();
        return async ({ url, headers, forward }) => {
          const answer = await forward();
          const asked = `${headers.get("authorization") ?? ""} ${url.href.toLowerCase()}`;
          if (answer.ok) listed.set(asked, answer.clone());
          return answer.status === 403 ? (listed.get(asked)?.clone() ?? answer) : answer;
        };
      }),
    },
    "compliance-of-a-vendor-in-lowercase": {
      violates: ["connect-targets/compliance-unknown", "conventions/read-compliance-finds-exact-ids-only"],
      summary: "The compliance of a vendor is also found by its id in lowercase.",
      wrap: treating("retrieveAccountCompliance", () => async ({ url, forward }) => {
        const answer = await forward();
        const [, , , , id = ""] = url.pathname.split("/");
        if (answer.status !== 403 || id !== id.toLowerCase()) return answer;
        const vendors = await (await forward({ url: new URL("/v1/connect/accounts", url) })).text();
        const own = new RegExp(`\\b${id}\\b`, "i").exec(vendors)?.[0];
        return own === undefined ? answer : forward({ url: new URL(url.href.replace(id, own)) });
      }),
    },
  }),
];
