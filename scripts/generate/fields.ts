type Json = Record<string, unknown>;

/** What the schema of an object says of its fields. A field is required unless its name ends with `?`. */
export function objectWith<Field>(
  fields: Readonly<Record<string, Field>>,
  schemaOf: (field: Field) => Json,
): Json {
  const names = Object.keys(fields);
  const required = names.filter((name) => !name.endsWith("?"));
  const properties = names.map((name) => [nameOf(name), schemaOf(fields[name] as Field)]);
  return {
    type: "object",
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(properties) as Json,
  };
}

/** The name of a field, required or not. */
export const nameOf = (key: string): string => key.replace(/\?$/, "");

/** The parts of `form | description`. */
export function partsOf(text: string): {
  readonly form: string;
  readonly described: { description?: string };
} {
  const [form = "", description] = text.split(" | ");
  return { form, described: description === undefined ? {} : { description } };
}
