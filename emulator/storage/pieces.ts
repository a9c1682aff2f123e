/** The most elements of a list in one piece: a few milliseconds of work. */
const ELEMENTS = 200;

/** The text of `JSON.stringify(value)` in pieces, none of which takes long. Lists and objects are divided down to `depth` levels. */
export function* piecesOf(value: unknown, depth = 4): Generator<string> {
  if (typeof value !== "object" || value === null) {
    // Undefined only occurs in lists here, where JSON has null.
    yield value === undefined ? "null" : JSON.stringify(value);
  } else if (Array.isArray(value)) {
    yield "[";
    if (depth > 0 && value.length <= ELEMENTS) {
      for (const [at, element] of value.entries()) {
        if (at > 0) yield ",";
        yield* piecesOf(element, depth - 1);
      }
    } else
      for (let from = 0; from < value.length; from += ELEMENTS) {
        if (from > 0) yield ",";
        yield JSON.stringify(value.slice(from, from + ELEMENTS)).slice(1, -1);
      }
    yield "]";
  } else if (depth === 0) {
    yield JSON.stringify(value);
  } else {
    yield "{";
    let isFirst = true;
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${isFirst ? "" : ","}${JSON.stringify(name)}:`;
      isFirst = false;
      yield* piecesOf(member, depth - 1);
    }
    yield "}";
  }
}
