import { resources, type ValueForm } from "../../../spec/index.ts";
import { pointed } from "../../../spec/json.ts";
import { textOf } from "../../reported.ts";
import { readIso } from "../../timestamps.ts";
import { show } from "../../plain.ts";
import { bodyOf, type Call } from "./calls.ts";
import { isSame } from "./resources.ts";
import { SHOWN, type TraceContext, type TraceRule } from "./rule.ts";

/** UTF-16 units of a text that no target shortens. */
const LONGEST = 60;

/** The shortest text that no target chooses by itself, UTF-16 units. */
const SHORTEST = 8;

/**
 * Every creation, whatever else its request has, shows the values that its body asks for (§2, §4): a value that the operation does not take there, in
 * the query or under another name, is never obeyed, and the text of another request is none of it. A repetition by an idempotency key shows those of
 * the first request.
 */
export function createdAsRequested({ judge, isOwn }: TraceContext): TraceRule {
  /** By operation, field and text, the first request that asked for it. */
  const texts = new Map<string, Call>();
  const keyOf = (operation: string, field: string, text: string): string => `${operation} ${field} ${text}`;
  return {
    begins: (call) => {
      const id = call.operation?.id ?? "";
      for (const [field, from] of textsOf.get(id) ?? []) {
        const key = keyOf(id, field, textOf(pointed(bodyOf(call), from)));
        if (!texts.has(key)) texts.set(key, call);
      }
    },
    shows: ({ resource, call, isNew, valueOf }) => {
      // The first of the operations that show it creates it by a request of its own.
      const [creation = ""] = Object.keys(resource.answers ?? {});
      if (!isNew || call?.operation?.id !== creation || call === null || call.idempotencyKey !== null) return;
      const body = bodyOf(call);
      for (const [field, { form, from }] of Object.entries(resource.echoes ?? {})) {
        const [asked, value] = [pointed(body, from), valueOf(field)];
        const isUnasked = (asked ?? null) === null && call.request.wholeBytes === undefined;
        // Other clients may ask for the very text that the target chooses by default.
        if (isOwn && isUnasked && form === "text" && typeof value === "string" && value.length >= SHORTEST) {
          const other = texts.get(keyOf(creation, field, value));
          judge({
            rule: `${resource.area}/created-as-requested`,
            holds: other === undefined,
            seen: call,
            earlier: other === undefined ? [] : [other],
            field: `/${field}`,
            expected: () => `no ${field} of another request in the new ${resource.name}`,
            actual: () => `it is ${show(value, SHOWN)}`,
          });
        }
        if (!isPlain(form, asked) || value === undefined || value === null) continue;
        // The notation of an amount in a request is not that of an answer.
        if (form === "code" && textOf(asked).length !== textOf(value).length) continue;
        const holds = isSame(form, typeof value === "number" ? Number(asked) : asked, value);
        if (holds === null) continue;
        judge({
          rule: `${resource.area}/created-as-requested`,
          holds,
          seen: call,
          earlier: [],
          field: `/${field}`,
          expected: () =>
            `the ${field} of the new ${resource.name} to be ${show(asked, SHOWN)}, as its request says`,
          actual: () => `it is ${show(value, SHOWN)}`,
        });
      }
    },
  };
}

/** By operation that creates something, the texts that its request may ask for: where they are shown, and where the request has them. */
const textsOf = new Map(
  resources.map(({ answers = {}, echoes = {} }) => [
    Object.keys(answers)[0],
    Object.entries(echoes).flatMap(([field, { form, from }]) =>
      form === "text" ? [[field, from] as const] : [],
    ),
  ]),
);

/**
 * Whether a requested value has a notation that leaves no question of what it means: a whole amount, the code of a currency or country, a time in
 * a zone, a URL in its normal form, words.
 */
export function isPlain(form: ValueForm, value: unknown): value is string | number {
  if (typeof value === "number") return form === "number" && Number.isSafeInteger(value) && value > 0;
  if (typeof value !== "string") return false;
  switch (form) {
    case "number":
      return /^[1-9]\d{0,14}$/.test(value);
    case "code":
      return /^[A-Za-z]{2,3}$/.test(value);
    case "digits":
      return /^\d{6,15}$/.test(value);
    case "time":
      return (readIso(value)?.zone ?? "") !== "";
    case "name":
      return /^\p{L}{1,40}$/u.test(value);
    case "text":
      return /^(?:https?:\/\/[a-z0-9.-]+\/[\w./?=&-]*|\w+(?: \w+)*)$/.test(value) && value.length <= LONGEST;
  }
}
