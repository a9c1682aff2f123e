import { hashOfKey, merchants } from "../../emulator/kernel/merchants.ts";
import { type RuleId, ruleIdOf } from "../../spec/index.ts";
import type { Parts } from "../../emulator/index.ts";
import { isObject } from "../../spec/json.ts";
import { treating } from "../faults/exchange.ts";
import { type Mutant, part, type PartChange, type Replace } from "../mutant.ts";
import { guardedBy } from "./operations.ts";

export type Authentication = Parts["authentication"];
type Answer = ReturnType<Authentication["unauthorized"]["usual"]>;

/** Replaces parts of authentication. */
export const authenticating = (change: PartChange<Authentication>): Replace =>
  part(["authentication"], change);

/** An operation of each kind, with its object in words, for mutants that treat keys wrongly on only one route. */
export const ONE_OF_EACH_KIND = [
  ["retrieveDisbursement", "one disbursement"],
  ["retrieveSession", "one session"],
  ["retrieveOverview", "the overview"],
  ["listAccounts", "the vendors"],
  ["retrieveAccountCompliance", "a vendor's compliance"],
  ["createAllocation", "an allocation"],
  ["createWithdrawal", "a withdrawal"],
  ["createAccount", "a vendor's creation"],
  ["advanceTestClock", "a clock's advance"],
  ["deleteTestClock", "a clock's deletion"],
  ["attachTestClock", "an attachment"],
] as const;

/** Mutants of each operation whose keys an area guards. `prefix` begins their ids; `at` is the merchant to whom invalid keys open. */
export const keyMutants = (
  area: string,
  { prefix, at }: { readonly prefix: string; readonly at: 0 | -1 },
): readonly Mutant[] =>
  guardedBy(area).flatMap(([operation, { row = "", unauthorized }]) => {
    const named = { id: `${prefix}${row}`, rule: `${area}/${row}` };
    return [
      ...openingTo(operation, { ...named, at }),
      ...(unauthorized === undefined ? [] : wrongBodies(operation, named)),
    ];
  });

/** Mutants of an operation that accepts requests without a key, and ones with an unknown key, for one of its merchants (`at`). */
function openingTo(
  operation: string,
  { id, rule, at }: { readonly id: string; readonly rule: string; readonly at: 0 | -1 },
): readonly Mutant[] {
  const anyone = "anyone";
  const opening = (how: "without-key" | "with-unknown-key", what: string): Mutant => ({
    id: `${id}-open-${how}`,
    violates: [ruleIdOf(`${rule}-${how}`)],
    summary: `The operation ${operation} accepts ${what}.`,
    replace: authenticating((given) => ({
      readKey: (header, asked) => {
        const key = given.readKey(header, asked);
        return key === undefined && how === "without-key" && asked === operation ? anyone : key;
      },
      callerOf: (state, key, asked) => {
        const caller = given.callerOf(state, key, asked);
        if (caller !== undefined || asked !== operation) return caller;
        if (how === "without-key" && key !== anyone) return undefined;
        const merchant = state.all(merchants).at(at);
        return merchant === undefined ? undefined : { accountId: merchant.id, mode: "test" };
      },
    })),
  });
  return [opening("without-key", "no key"), opening("with-unknown-key", "any key")];
}

/** The kinds of invalid keys, in words. */
const INVALID = { missing: "without a key", unknown: "with an unknown key", replaced: "with a replaced key" };

/** Mutants of an operation whose 401 has another documented body for one kind of invalid key. */
function wrongBodies(
  operation: string,
  { id, rule }: { readonly id: string; readonly rule: string },
): readonly Mutant[] {
  return (Object.keys(INVALID) as (keyof typeof INVALID)[]).map((kind) => ({
    id: `${id}-other-401-${kind}`,
    violates: [ruleIdOf(`${rule}-unauthorized-body`)],
    summary: `The 401 of ${operation} ${INVALID[kind]} has the body of another route.`,
    replace: authenticating((given) => {
      const replaced = new Set<string>();
      let refused: { readonly operation: string; readonly kind: string } | undefined;
      return {
        revoke: (key) => {
          replaced.add(key.id);
          return given.revoke(key);
        },
        readKey: (header, asked) => {
          refused = { operation: asked, kind: "missing" };
          return given.readKey(header, asked);
        },
        callerOf: (state, key, asked) => {
          const known = replaced.has(key) || replaced.has(hashOfKey(key));
          refused = { operation: asked, kind: known ? "replaced" : "unknown" };
          return given.callerOf(state, key, asked);
        },
        unauthorized: changed(given.unauthorized, (usual) =>
          refused?.operation === operation && refused.kind === kind ? otherBody(usual) : usual,
        ),
      };
    }),
  }));
}

function changed(
  usual: Authentication["unauthorized"],
  change: (answer: Answer) => Answer,
): Authentication["unauthorized"] {
  const areas = Object.entries(usual).map(([area, answer]) => [area, () => change(answer())] as const);
  return { ...usual, ...Object.fromEntries(areas) };
}

function otherBody({ body, ...answer }: Answer): Answer {
  const isUsual = isObject(body) && Object.keys(body).join() === "message";
  return { ...answer, body: isUsual ? { error: "Unauthorized" } : { message: "Unauthorized" } };
}

/** A mutant with one operation whose 401 has the body of another route if the header has another scheme (§5.6). */
export const otherBodyUnderAnotherScheme = (operation: string, rule: RuleId): Mutant => ({
  id: `other-401-under-another-scheme-for-${operation}`,
  violates: [rule],
  summary: `The 401 of ${operation} has the body of another route if the key has another scheme.`,
  wrap: treating(operation, () => async ({ headers, forward }) => {
    const answer = await forward();
    if (answer.status !== 401 || !/^(Basic|Token) /.test(headers.get("authorization") ?? "")) return answer;
    const { message } = (await answer.clone().json()) as { message?: unknown };
    const body = message === "Unauthorized" ? { error: "Unauthorized" } : { message: "Unauthorized" };
    return Response.json(body, { status: 401 });
  }),
});
