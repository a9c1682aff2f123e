/** The name of a field; `name?` is not required. */
export const nameOf = (key: string): string => key.replace(/\?$/, "");

/** The names of the fields that are required. */
export const requiredOf = (fields: object): readonly string[] =>
  Object.keys(fields).filter((key) => !key.endsWith("?"));

/** The parts of `form | description`. */
export function partsOf(field: string): {
  readonly form: string;
  readonly described: { description?: string };
} {
  const [form = "", description] = field.split(" | ");
  return { form, described: description === undefined ? {} : { description } };
}
