import { plain } from "./plain.ts";

/** The most causes of an error that are shown. */
const MOST_CAUSES = 5;

/** The message of a thrown value. Never throws. */
export function messageOf(error: unknown): string {
  return textOf(error, (known) => known.message);
}

/** The message and the stack of a thrown value, and of its causes. Never throws. */
export function traceOf(error: unknown): string {
  const traces: string[] = [];
  let next = error;
  do {
    traces.push(textOf(next, (known) => known.stack ?? known.message));
    next = causeOf(next);
  } while (next !== undefined && traces.length <= MOST_CAUSES);
  return traces.join("\ncaused by ");
}

/** A check may throw anything: an error whose members throw, or a value without a text. */
function textOf(error: unknown, read: (known: Error) => unknown): string {
  try {
    if (error instanceof Error) {
      const text = read(error);
      return typeof text === "string" ? text : JSON.stringify(plain(text));
    }
  } catch {
    // What can be read of it follows.
  }
  return typeof error === "string" ? error : JSON.stringify(plain(error));
}

function causeOf(error: unknown): unknown {
  try {
    return error instanceof Error ? error.cause : undefined;
  } catch {
    return undefined;
  }
}
