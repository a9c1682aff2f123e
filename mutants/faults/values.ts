/** A wrong value. `as` ends the sentence "The amount is …". */
export interface Replacement<About = unknown> {
  readonly as: string;
  /** Undefined omits the field. */
  readonly value: (usual: unknown, about: About) => unknown;
}

/** A wrong value with its name. */
export const as = <About = unknown>(
  words: string,
  value: Replacement<About>["value"],
): Replacement<About> => ({ as: words, value });

/** The types of JSON values. */
export type Kind = "string" | "number" | "boolean" | "null" | "object" | "array";

export function kindOf(value: unknown): Kind {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as Kind);
}

export const absent = as("absent", () => undefined);
export const nothing = as("null", () => null);

/** Values of another type. */
export const asText = as("a text", (value) => JSON.stringify(value));
export const asNumber = as("a number", (value) => (Number.isFinite(Number(value)) ? Number(value) : 17));
const asBoolean = as("a boolean", () => true);
export const wrapped = as("wrapped in an object", (value) => ({ value }));
export const inList = as("in a list", (value) => [value]);

/** The values of another type, by this type. */
export const RETYPED: Readonly<Record<Exclude<Kind, "null">, Replacement>> = {
  string: asText,
  number: asNumber,
  boolean: asBoolean,
  object: wrapped,
  array: inList,
};

/** Other texts. */
export const uppercase = as("in uppercase", (value) => String(value).toUpperCase());
export const lowercase = as("in lowercase", (value) => String(value).toLowerCase());
export const recased = as("in another casing", (value) =>
  (value === lowercase.value(value, undefined) ? uppercase : lowercase).value(value, undefined),
);
export const withoutPrefix = as("without its prefix", (id) => String(id).replace(/^[a-z]+_/, ""));
export const longer = as("a character longer", (value) => `${String(value)}0`);
export const spaced = as("with a blank for the T", (value) => String(value).replace("T", " "));
export const epoch = as("a Unix time in text", (value) => String(Date.parse(String(value))));
export const day = as("a day without its time", (value) => String(value).slice(0, 10));

/** A number plus one, a time one second later, a text whose last digit is increased. */
export const offByOne = as("off by one", (value) => {
  if (typeof value === "number") return value + 1;
  if (typeof value !== "string") return value;
  if (/^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)))
    return new Date(Date.parse(value) + SECOND).toISOString();
  return value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
});

/** Amounts as narrower types of numbers have them. */
export const float32 = as("a 32-bit float", (amount) => Math.fround(Number(amount)));
export const int32 = as("a 32-bit integer", (amount) => Number(amount) | 0);

/** Other lists. */
export const repeated = as("repeating its first entry", (list) =>
  Array.isArray(list) ? [...(list as unknown[]).slice(0, 1), ...(list as unknown[])] : list,
);
export const reversed = as("in reverse order", (list) =>
  Array.isArray(list) ? (list as unknown[]).toReversed() : list,
);

/** A constant value. */
export const constantly = (value: unknown): Replacement => as(`always ${JSON.stringify(value)}`, () => value);

export const SECOND = 1_000;
export const HOUR = 3_600 * SECOND;
export const DAY = 24 * HOUR;

/** A time that is later, or earlier if `by` is negative, in the emulator's format. Other values stay. */
export function moved(by: number): Replacement {
  const unit = by % DAY === 0 ? DAY : by % HOUR === 0 ? HOUR : SECOND;
  const count = Math.abs(by / unit);
  const name = `${unit === DAY ? "day" : unit === HOUR ? "hour" : "second"}${count === 1 ? "" : "s"}`;
  return as(`${count} ${name} ${by < 0 ? "earlier" : "later"}`, (usual) =>
    typeof usual === "string" ? new Date(Date.parse(usual) + by).toISOString() : usual,
  );
}

/** The object with one member changed, or without it if the value is undefined. */
export function withMember<Holder extends object>(
  holder: Holder,
  name: string,
  value: (usual: unknown, about: Holder) => unknown,
): Holder {
  const { [name as keyof Holder]: usual, ...others } = holder;
  const changed = value(usual, holder);
  return (changed === undefined ? others : { ...holder, [name]: changed }) as Holder;
}
