/** Reading JSON documents: what is an object, and where a local reference points. */

type Dict = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a local reference such as `#/components/schemas/Vendor`; undefined where nothing is. */
export function valueAt(document: unknown, reference: string): unknown {
  let value = document;
  for (const step of reference.slice(2).split("/")) {
    const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    value = isObject(value) || Array.isArray(value) ? (value as unknown as Dict)[name] : undefined;
  }
  return value;
}

/** A part of a document with its local `$ref` followed. What stands beside the `$ref` is kept and prevails. */
export function resolve(document: unknown, value: Dict): Dict {
  const { $ref: reference, ...siblings } = value;
  return typeof reference === "string" && reference.startsWith("#/")
    ? { ...resolve(document, target(document, reference)), ...siblings }
    : value;
}

function target(document: unknown, reference: string): Dict {
  const found = valueAt(document, reference);
  if (!isObject(found)) throw new Error(`${reference} points at no object`);
  return found;
}
