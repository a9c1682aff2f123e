declare const mistyped: unique symbol;

/** A value of another type than the documented one. */
interface Mistyped {
  readonly [mistyped]: true;
}

/**
 * What a target sent where the document has a `T`. Objects and lists have the shape of the document, but a text or a number can be
 * anything, so that nothing can be called on it before it is read, for example with `textOf`.
 */
export type Reported<T> = unknown extends T
  ? T
  : T extends string | number | boolean
    ? T | Mistyped
    : T extends readonly (infer Entry)[]
      ? readonly Reported<Entry>[]
      : T extends object
        ? { readonly [Name in keyof T]: Reported<T[Name]> }
        : T;

/** A value as text, regardless of its type, which another rule judges. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "absent");
}

/** A value as a number, in digits too; NaN for anything else. Another rule judges its type. */
export function numberOf(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
}
