import { type Answer, type Check, textOf } from "../kit.ts";
import { readIso } from "../../harness/timestamps.ts";
import type { Operation, Observed } from "../model/ledger.ts";
import { memberOf } from "../fixtures/reading.ts";
import { codeOf } from "../fixtures/money-movements.ts";
import { francs } from "../fixtures/wallets.ts";
import { pointed } from "../../spec/json.ts";

/** The outcome of an allocation, a reversal or a withdrawal, in terms of the model. */
export function observedOf(check: Check, operation: Operation, answer: Answer): Observed {
  if (!answer.succeeded) {
    const facts = answer.read.kind === "json" ? answer.read.value : {};
    return {
      kind: "refused",
      status: answer.status,
      code: codeOf(answer),
      facts: (facts ?? {}) as Readonly<Record<string, unknown>>,
    };
  }
  const body = answer.body as Readonly<Record<string, unknown>>;
  switch (operation.do) {
    case "allocate":
      return {
        kind: "allocated",
        id: textOf(body["id"]),
        amount: francs(body["amount"], "the allocation's amount"),
        fee: francs(body["fee"], "the allocation's fee"),
      };
    case "reverse":
      return {
        kind: "reversed",
        amount: francs(body["amount"], "the reversal's amount"),
        total: francs(body["reversed_total"], "the running total"),
      };
    case "withdraw":
      return {
        kind: "withdrawn",
        id: JSON.stringify(identityOf(answer)),
        amount: withdrawnAmount(check, answer),
      };
  }
}

/** The amount of a withdrawal; null if the profile does not give its location. */
export function withdrawnAmount(check: Check, answer: Answer): number | null {
  const pointer = check.profile.fields["withdrawal-amount"];
  return pointer === undefined ? null : francs(pointed(answer.body, pointer), "the withdrawal's amount");
}

/**
 * The identifiers of a withdrawal, whose fields are open: its `id` or, without one, every string that looks generated (with a digit, or
 * with letters of both cases in random order) and is neither a date nor a vendor.
 */
export function identityOf(answer: Answer): readonly string[] {
  const id = namedIdOf(answer);
  if (id !== null) return [id];
  return textsIn(answer.read.kind === "json" ? answer.read.value : null).filter(
    (text) => (/\d/.test(text) || isRandom(text)) && !isDate(text) && !text.startsWith("acct_"),
  );
}

/** Whether letters of both cases are in random order, as in a generated id without digits, and unlike a word in camelCase. */
function isRandom(text: string): boolean {
  const [end = ""] = /[A-Za-z]{12,}$/.exec(text) ?? [];
  const capitals = end.replace(/[a-z]/g, "").length;
  return capitals > end.length / 4 && capitals < (3 * end.length) / 4;
}

/** The `id` in an answer as a string; null without one. */
export function namedIdOf(answer: Answer): string | null {
  const id = memberOf(answer, "id");
  return (typeof id === "string" && id !== "") || typeof id === "number" ? textOf(id) : null;
}

/** Whether two answers may show the same withdrawal: they share an identifier, or one has none. */
export function mayBeOne(one: readonly string[], other: readonly string[]): boolean {
  return one.length === 0 || other.length === 0 || one.some((text) => other.includes(text));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return (Object.values(value) as unknown[]).flatMap(textsIn);
}

function isDate(text: string): boolean {
  return readIso(text) !== null || /^\d{4}-\d{2}-\d{2}/.test(text);
}
