import type { RuleResult } from "../../harness/results.ts";
import { decisive } from "./decisive-requests.ts";

/** The names of members that are amounts. Numbers in other members may be counts. */
export const OF_MONEY = /amount|available|pending|balance|total|fee|volume|gross|net|price/i;

const NUMBER = /(?<![\w.])\d+(?![\w.])/;

/** The currency that a body names, in upper case; null if it names none or several. */
export function currencyIn(body: string | null): string | null {
  const named = [...(body ?? "").matchAll(/"currency"\s*:\s*"([A-Za-z]{3})"/g)].map(([, code = ""]) =>
    code.toUpperCase(),
  );
  const [first, ...others] = new Set(named);
  return first === undefined || others.length > 0 ? null : first;
}

/**
 * The currency of the amounts that a violation expects, in upper case, from its exchange or event. Null if it expects no amount, or if
 * they name no currency or several.
 */
export function currencyOf(rule: RuleResult): string | null {
  if (rule.violation === null) return null;
  const { expected } = rule.violation;
  if (!OF_MONEY.test(expected) || !NUMBER.test(expected)) return null;
  const { exchange, event } = decisive(rule);
  return currencyIn([exchange?.requestBody, exchange?.responseBody, event?.body].join());
}
