/** Reading and changing JSON values, and what stands where in OpenAPI documents. */

type Dict = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; undefined for any other text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The value at a local reference such as `#/components/schemas/Vendor`; undefined where nothing is. */
function valueAt(document: unknown, reference: string): unknown {
  return pointed(document, decodeURIComponent(reference.slice(1)));
}

/** Value at a JSON pointer (RFC 6901), or undefined. */
export function pointed(value: unknown, pointer: string): unknown {
  let current = value;
  for (const part of pointer.split("/").slice(1)) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Dict)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return current;
}

/** The objects at a path; `*` stands for every entry of a list. */
export function objectsAt(value: unknown, path: readonly string[]): readonly Record<string, unknown>[] {
  const [first, ...rest] = path;
  if (first === undefined) return isObject(value) ? [value] : [];
  if (first === "*") return Array.isArray(value) ? value.flatMap((entry) => objectsAt(entry, rest)) : [];
  return isObject(value) ? objectsAt(value[first], rest) : [];
}

/** The value with whatever is at a path changed, and as it is where nothing is there; `*` stands for every entry of a list. */
export function changedAt(
  value: unknown,
  path: readonly string[],
  change: (found: unknown) => unknown,
): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return change(value);
  if (first === "*")
    return Array.isArray(value) ? value.map((entry) => changedAt(entry, rest, change)) : value;
  if (!isObject(value) || !Object.hasOwn(value, first)) return value;
  return { ...value, [first]: changedAt(value[first], rest, change) };
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
