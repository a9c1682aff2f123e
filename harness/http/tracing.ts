import { createHash } from "node:crypto";
import type { Tracing } from "../profile/types.ts";
import type { RequestTrace } from "../results.ts";
import type { HeaderList } from "./wire.ts";

/** Makes the trace of each further request of an execution. */
export type NextTrace = () => RequestTrace;

/**
 * How the requests of a run are found in the logs of a target: each execution of a rule is one trace, each of its requests a span and a
 * case with the number of the request among those of the rule. It all derives from the run, so the headers contain no secret.
 */
export class Traces {
  readonly #runId: string;
  readonly #tracing: Tracing;
  /** How many requests each rule has sent. */
  readonly #sent = new Map<string, number>();

  constructor({ runId, tracing }: { readonly runId: string; readonly tracing: Tracing }) {
    this.#runId = runId;
    this.#tracing = tracing;
  }

  /** `attempt` counts the executions of the rule, from 1. */
  of(rule: string, attempt: number): NextTrace {
    const text = `${this.#runId} ${rule} ${attempt}`;
    const id = createHash("sha256").update(text).digest("hex").slice(0, 32);
    return () => {
      const number = (this.#sent.get(rule) ?? 0) + 1;
      this.#sent.set(rule, number);
      const span = `${id.slice(0, 8)}${number.toString(16).padStart(8, "0")}`;
      const trace = { id, span, case: `${rule}#${number}` };
      const { link } = this.#tracing;
      return link === undefined ? trace : { ...trace, link: linkTo(link, trace) };
    };
  }
}

function linkTo(template: string, trace: RequestTrace): string {
  const values: Readonly<Record<string, string>> = {
    traceId: trace.id,
    spanId: trace.span,
    case: trace.case,
  };
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });
}

/** The headers of a trace. A header that the profile sets for every request keeps that value. */
export function traceHeaders(
  { parent, case: caseName }: Tracing,
  trace: RequestTrace,
  given: Readonly<Record<string, string>>,
): HeaderList {
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const headers: HeaderList = [
    ...(parent === false ? [] : [[parent, parentOf(trace)] as const]),
    ...(caseName === false ? [] : [[caseName, trace.case] as const]),
  ];
  return headers.filter(([name]) => !names.has(name.toLowerCase()));
}

/** The trace context of the W3C: version, trace, span, and that it is sampled. */
const parentOf = ({ id, span }: RequestTrace): string => `00-${id}-${span}-01`;
