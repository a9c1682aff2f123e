import { ruleIdOf } from "../../spec/index.ts";
import { type Mutant, perEmulator, type Replace } from "../mutant.ts";
import { absent, type Replacement } from "./values.ts";

/** Where a mutant is wrong. `only` ends a sentence: "for trials". */
export interface Condition<About> {
  readonly only: string;
  readonly when: (about: About) => boolean;
}

/** A condition with its name. */
export const where = <About>(words: string, when: (about: About) => boolean): Condition<About> => ({
  only: words,
  when,
});

/** Both conditions. */
export const both = <About>(one: Condition<About>, other: Condition<About>): Condition<About> =>
  where(`${one.only} ${other.only}`, (about) => one.when(about) && other.when(about));

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
  const gives: FieldFaults<About>["gives"] = (field, rule, { as: how, value }, when) =>
    mutant([field, rule], how, changing(field, value, when), when);
  return {
    gives,
    drops: (field, rule, when) => gives(field, rule, absent, when),
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

/** Lowercase words separated by hyphens. */
export function kebab(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
