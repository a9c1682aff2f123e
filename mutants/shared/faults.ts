import { ruleIdOf } from "../../spec/index.ts";
import { type Mutant, perEmulator, type Replace } from "../mutant.ts";

/** Where a mutant is wrong. `only` ends a sentence: "for trials". */
export interface Condition<About> {
  readonly only: string;
  readonly when: (about: About) => boolean;
}

/** A wrong value. `as` ends the sentence "The amount is …". */
export interface Replacement<About> {
  readonly as: string;
  readonly value: (usual: unknown, about: About) => unknown;
}

/** A condition with its name. */
export const where = <About>(words: string, when: (about: About) => boolean): Condition<About> => ({
  only: words,
  when,
});

/** Both conditions. */
export const both = <About>(one: Condition<About>, other: Condition<About>): Condition<About> =>
  where(`${one.only} ${other.only}`, (about) => one.when(about) && other.when(about));

/** A wrong value with its name. */
export const as = <About>(words: string, value: Replacement<About>["value"]): Replacement<About> => ({
  as: words,
  value,
});

/** A derived mutant. Its place, what is wrong there, and the condition make its id and its summary. */
export const derived = (fault: {
  /** The words of the id, and of the summary: "created intent amount null", "The amount of a created intent is null". */
  readonly words: string;
  readonly sentence: string;
  readonly only?: string | undefined;
  readonly violates: readonly string[];
  readonly replace: Replace;
}): Mutant => {
  const tail = fault.only === undefined ? "" : ` ${fault.only}`;
  return {
    id: kebab(`${fault.words}${tail}`),
    violates: fault.violates.map(ruleIdOf),
    summary: `${fault.sentence}${tail}.`,
    replace: fault.replace,
  };
};

/** The value of a field, from the usual one and what the message is about. */
type Value<About> = (usual: unknown, about: About) => unknown;

/** Mutants of the fields of one kind of message: an answer, or an event. */
export interface FieldFaults<About> {
  /** The field has another value. */
  readonly gives: (
    field: string,
    rule: string,
    replacement: Replacement<About>,
    when?: Condition<About>,
  ) => Mutant;
  /** The field is absent. */
  readonly drops: (field: string, rule: string, when?: Condition<About>) => Mutant;
  /** The value of the field depends on earlier messages. `make` is called once for each emulator. */
  readonly remembers: (field: string, rule: string, as: string, make: () => Value<About>) => Mutant;
}

/** A kind of message with fields. */
interface Messages<About> {
  /** Its name in ids, and in summaries: "created intent", "a created intent". */
  readonly name: string;
  readonly of: string;
  /** How the ids of its rules begin: "payment-intents/". */
  readonly rules: string;
  /** Changes one field. `undefined` omits it. */
  readonly change: (field: string, value: Value<About>) => Replace;
}

/** The faults of a message's fields. They name rules without their common beginning. */
export function fieldFaults<About>({ name, of, rules, change }: Messages<About>): FieldFaults<About> {
  const mutant = (
    [field, rule]: readonly [string, string],
    how: string,
    replace: Replace,
    when?: Condition<About>,
  ): Mutant =>
    derived({
      words: `${name} ${field} ${how}`,
      sentence: `The ${field} of ${of} is ${how}`,
      only: when?.only,
      violates: [`${rules}${rule}`],
      replace,
    });
  const changing = (field: string, value: Value<About>, when?: Condition<About>): Replace =>
    change(field, (usual, about) => (when?.when(about) === false ? usual : value(usual, about)));
  return {
    gives: (field, rule, { as: how, value }, when) =>
      mutant([field, rule], how, changing(field, value, when), when),
    drops: (field, rule, when) =>
      mutant(
        [field, rule],
        "absent",
        changing(field, () => undefined, when),
        when,
      ),
    remembers: (field, rule, how, make) =>
      mutant(
        [field, rule],
        how,
        perEmulator(() => change(field, make())),
      ),
  };
}

/** Mutants that omit several fields under a condition, where the rule on a field's presence has the field's name. */
export const absentWhen = <About>(
  faults: FieldFaults<About>,
  fields: readonly string[],
  when: Condition<About>,
): readonly Mutant[] => fields.map((field) => faults.drops(field, kebab(field), when));

/** Common wrong values. */
export const nothing = as<unknown>("null", () => null);
export const inQuotes = as<unknown>("a number in quotes", String);
export const inList = as<unknown>("in a list", (usual) => [usual]);
export const wrapped = as<unknown>("wrapped in an object", (value) => ({ value }));
export const asNumber = as<unknown>("a number", () => 17);
export const asText = as<unknown>("a text", (value) => JSON.stringify(value));
export const uppercase = as<unknown>("in uppercase", (value) => String(value).toUpperCase());
export const lowercase = as<unknown>("in lowercase", (value) => String(value).toLowerCase());
export const withoutPrefix = as<unknown>("without its prefix", (id) => String(id).replace(/^[a-z]+_/, ""));
export const longer = as<unknown>("a character longer", (value) => `${String(value)}0`);
export const spaced = as<unknown>("with a blank for the T", (value) => String(value).replace("T", " "));
export const epoch = as<unknown>("a Unix time in text", (value) => String(Date.parse(String(value))));
export const day = as<unknown>("a day without its time", (value) => String(value).slice(0, 10));

/** A constant value. */
export const constantly = (value: unknown): Replacement<unknown> =>
  as(`always ${JSON.stringify(value)}`, () => value);

export const SECOND = 1_000;
export const HOUR = 3_600 * SECOND;
export const DAY = 24 * HOUR;

/** A time that is later, or earlier if `by` is negative, in the emulator's format. Other values stay. */
export function moved(by: number): Replacement<unknown> {
  const unit = by % DAY === 0 ? DAY : by % HOUR === 0 ? HOUR : SECOND;
  const count = Math.abs(by / unit);
  const name = `${unit === DAY ? "day" : unit === HOUR ? "hour" : "second"}${count === 1 ? "" : "s"}`;
  return as(`${count} ${name} ${by < 0 ? "earlier" : "later"}`, (usual) =>
    typeof usual === "string" ? new Date(Date.parse(usual) + by).toISOString() : usual,
  );
}

/** Lowercase words separated by hyphens. */
export function kebab(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
