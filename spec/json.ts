/** Reading JSON documents: what is an object, where a local reference points, which operations are documented. */

type Dict = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a local reference such as `#/components/schemas/Vendor`; undefined where nothing is. */
function valueAt(document: unknown, reference: string): unknown {
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

/** One operation of an OpenAPI document, where it stands. */
export interface DocumentedOperation {
  /** Path template with `{parameters}`. */
  readonly path: string;
  /** In upper case. */
  readonly method: string;
  readonly operation: Dict;
  /** What the path documents for all its operations. */
  readonly item: Dict;
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** The operations of an OpenAPI document: by path, then by method. */
export function documentedOperations(document: Dict): readonly DocumentedOperation[] {
  return Object.entries((document["paths"] ?? {}) as Record<string, Dict>).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as Dict | undefined;
      return operation === undefined ? [] : [{ path, method: method.toUpperCase(), operation, item }];
    }),
  );
}

function target(document: unknown, reference: string): Dict {
  const found = valueAt(document, reference);
  if (!isObject(found)) throw new Error(`${reference} points at no object`);
  return found;
}
