import { type Acceptance, catalogue } from "../../spec/index.ts";
import { isObject } from "../../spec/json.ts";
import type { Exchange } from "../faults/exchange.ts";
import { KEY, refusing } from "../faults/requests.ts";
import type { Mutant } from "../mutant.ts";

/** For each documented request that must be accepted, the emulator refuses exactly the requests of that form. */
export const mutants: readonly Mutant[] = catalogue.flatMap((rule): Mutant[] => {
  const { accepts } = rule;
  if (accepts === undefined) return [];
  const form = rule.id.replace("/accepts-", "-");
  return [
    {
      id: `refuses-${form}`,
      violates: [rule.id],
      summary: rule.says.replace(/ is accepted\.$/, " is refused."),
      wrap: refusing(accepts.operation, () => selecting(accepts)),
    },
  ];
});

/** Requests that prepare the object of an acceptance may have the same form, so the first one to an object is not refused. */
function selecting({ about, query = {}, body = {}, headers }: Acceptance): (exchange: Exchange) => boolean {
  const isPreparedAlike = about?.startsWith("advanced-") === true;
  const prepared = new Set<string>();
  return ({ url, body: sent = {}, headers: given }) => {
    const isSelected =
      isForm(query, Object.fromEntries(url.searchParams)) &&
      isForm(body, sent) &&
      (headers !== undefined) === given.has(KEY);
    if (!isSelected || !isPreparedAlike || prepared.has(url.pathname)) return isSelected;
    prepared.add(url.pathname);
    return false;
  };
}

/** Whether a value has exactly the members of a template, and every value that the template fixes. */
function isForm(template: unknown, value: unknown): boolean {
  if (typeof template === "string" && /^\{\w+\}$/.test(template)) return value !== undefined;
  if (Array.isArray(template)) return Array.isArray(value);
  if (!isObject(template)) return template === value;
  if (!isObject(value)) return false;
  const names = new Set([...Object.keys(template), ...Object.keys(value)]);
  return [...names].every((name) => isForm(template[name], value[name]));
}
