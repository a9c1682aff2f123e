import type { RuleResult } from "../harness/results.ts";
import { decisive } from "./transcript-text.ts";

/** Names of members that are amounts. Others may be counts. */
export const OF_MONEY = /amount|available|pending|balance|total|fee|volume|gross|net|price/i;

const NUMBER = /(?<![\w.])\d+(?![\w.])/;

/** The currency that a body names, in uppercase; null if it names none, or several. */
export function currencyIn(body: string | null): string | null {
  const named = [...(body ?? "").matchAll(/"currency"\s*:\s*"([A-Za-z]{3})"/g)].map(([, code = ""]) =>
    code.toUpperCase(),
  );
  const [first, ...others] = new Set(named);
  return first === undefined || others.length > 0 ? null : first;
}

/**
 * The currency of the amounts that a violation expects, in uppercase: the one that its exchange or event names. Null if it
 * expects none, or that names no currency or several.
 */
export function currencyOf(rule: RuleResult): string | null {
  if (rule.violation === null) return null;
  const { expected } = rule.violation;
  if (!OF_MONEY.test(expected) || !NUMBER.test(expected)) return null;
  const { exchange, event } = decisive(rule);
  return currencyIn([exchange?.requestBody, exchange?.responseBody, event?.body].join());
}
