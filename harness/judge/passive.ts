import { openapi } from "../../spec/index.ts";
import { isObject, pointed, resolve } from "../../spec/json.ts";
import { contractOperations, type Operation } from "../contract.ts";
import type { Exchange } from "../http/answer.ts";
import { readBody, type ReceivedEvent } from "../event.ts";
import { headerValues } from "../http/wire.ts";
import type { Symptom } from "../results.ts";
import { cut } from "../plain.ts";
import { isPseudonym } from "../redaction/pseudonyms.ts";
import { slim } from "./transcript.ts";
import type { SchemaFault, SchemaJudge } from "./schemas.ts";

/** How often a passive rule could have been violated in this run, and how often it was. */
export interface PassiveTally {
  exercised: number;
  /** How often an answer or event left out what it judges: null, absent or empty, as the contract permits. */
  leftOut: number;
  /** How often a pseudonym stood for what it judges. */
  hidden: number;
  broken: number;
  /** The first exchanges (or events) that violated it. */
  readonly evidence: PassiveEvidence[];
  /** The operations and events that violated it, as symptoms name them. */
  readonly where: Set<string>;
}

export interface PassiveEvidence {
  /** The exchange; null for a received event. */
  readonly exchange: Exchange | null;
  readonly event: ReceivedEvent | null;
  readonly expected: string;
  readonly actual: string;
  readonly symptom: WithoutWhere<Extract<Symptom, { kind: "status" | "field" }>>;
}

type WithoutWhere<One> = One extends unknown ? Omit<One, "where"> : never;

/** How a rule was violated. */
type Fault = Pick<PassiveEvidence, "expected" | "actual" | "symptom">;

type Source = Pick<PassiveEvidence, "exchange" | "event">;

const EVIDENCE_KEPT = 3;

/** Returns the judge of values against a schema of the contract. */
type BodyJudges = (schema: object) => SchemaJudge;

let judges: BodyJudges | undefined;

/**
 * The judges of bodies by schema. Loaded with the first call, and compiled once for the process: judging is synchronous, so runs do
 * not interfere.
 */
export async function bodyJudges(): Promise<BodyJudges> {
  const { schemaJudges } = await import("./schemas.ts");
  return (judges ??= schemaJudges(openapi));
}

/** Judges every exchange and every received event of a run against the contract. */
export class PassiveJudge {
  readonly #tallies = new Map<string, PassiveTally>();
  readonly #events: ReadonlyMap<string, object> = eventSchemas();
  readonly #undocumented: (exchange: Exchange, status: number) => void;
  readonly #isRepeatable: (exchange: Exchange) => boolean;
  readonly #bodies: BodyJudges | null;
  readonly #onBroken: (rule: string) => void;

  /**
   * `isRepeatable`: whether a user can send the request of an exchange again; such an exchange is the better evidence.
   * `bodies`: null where only undocumented statuses are wanted. `onBroken`: called at each violation.
   */
  constructor(options: {
    undocumented: (exchange: Exchange, status: number) => void;
    isRepeatable?: (exchange: Exchange) => boolean;
    bodies: BodyJudges | null;
    onBroken?: (rule: string) => void;
  }) {
    this.#undocumented = options.undocumented;
    this.#onBroken = options.onBroken ?? (() => undefined);
    this.#isRepeatable = options.isRepeatable ?? (() => true);
    this.#bodies = options.bodies;
  }

  tally(rule: string): PassiveTally {
    let tally = this.#tallies.get(rule);
    if (tally === undefined) {
      tally = { exercised: 0, leftOut: 0, hidden: 0, broken: 0, evidence: [], where: new Set() };
      this.#tallies.set(rule, tally);
    }
    return tally;
  }

  judgeExchange(exchange: Exchange): void {
    const operation = exchange.operation === null ? undefined : contractOperations.get(exchange.operation);
    if (operation === undefined || exchange.answer === null) return;
    const { status, headers, body } = exchange.answer;
    const source: Source = { exchange, event: null };
    const documented = operation.answers.has(status);
    const success = [...operation.answers.keys()].filter((code) => code < 300);
    if (operation.statusRule !== null && (status < 300 || status === 500)) {
      const expected = success.length > 9 ? "a 2xx status" : success.join(" or ");
      // The request may be invalid, so only a 500 is certainly wrong.
      const wanted = status === 500 ? "never to answer 500" : `to succeed with ${expected}`;
      this.#judge(operation.statusRule, source, status < 300 && documented, {
        expected: `${operation.method} ${operation.path} ${wanted}`,
        actual: `the status is ${status}`,
        symptom: { kind: "status", expected, actual: status },
      });
    }
    if (!documented) {
      this.#undocumented(exchange, status);
      return;
    }
    // A recorder may have left out the body.
    if (this.#bodies === null || exchange.answer.wholeBytes !== undefined) return;
    const schema = operation.answers.get(status) ?? null;
    if (schema === null || (operation.forLiveKeys.has(status) && !isWithLiveKey(exchange))) return;
    const read = readBody(body);
    if (read.kind === "too-deep") return;
    // An intermediary may have answered 503 in its own format.
    if (status === 503 && read.kind !== "json") return;
    const types = headerValues(headers, "content-type");
    if (operation.contentTypeRule !== null) {
      const says = types.length === 1 && /^application\/json\s*(;|$)/i.test(types[0]?.trim() ?? "");
      this.#judge(operation.contentTypeRule, source, says && read.kind === "json", {
        expected: "a JSON body with Content-Type: application/json",
        actual: `the body is ${read.kind} and the content type is ${types.join(", ") || "absent"}`,
        symptom: {
          kind: "field",
          field: "Content-Type",
          status,
          fault: "value",
          expected: "application/json, with a JSON body",
          actual: `${cut(types.join(", "), 80) || "absent"}${read.kind === "json" ? "" : `, with a body that is ${read.kind}`}`,
        },
      });
    }
    if (read.kind === "json")
      this.#schema(this.#bodies(schema), read.value, source, exchange.answer.hasPseudonyms);
  }

  /** Judges one received event against the webhook of its name; unknown names only against their family's envelope. */
  judgeEvent(event: ReceivedEvent): void {
    if (this.#bodies === null) return;
    // The document does not describe events of other names. Only an event without a name is judged by its family's envelope.
    const schema = this.#events.get(event.type === "" ? `${event.family}-envelope` : event.type);
    if (schema !== undefined)
      this.#schema(this.#bodies(schema), event.body, { exchange: null, event }, event.hasPseudonyms);
  }

  #schema(judge: SchemaJudge, value: unknown, source: Source, hasPseudonyms = false): void {
    const verdict = hasPseudonyms ? judge(value, isPseudonym) : judge(value);
    const asked = verdict.faults.filter((fault) => isAsked(source.exchange, fault, value));
    const open = new Set(asked.map(({ rule }) => rule));
    for (const rule of verdict.exercised) if (!open.has(rule)) this.tally(rule).exercised += 1;
    for (const rule of verdict.leftOut) this.tally(rule).leftOut += 1;
    for (const rule of verdict.hidden) this.tally(rule).hidden += 1;
    const once = new Set<string>();
    for (const fault of verdict.faults) {
      if (asked.includes(fault)) continue;
      if (fault.rule === null) throw new Error(`no rule owns the fault at ${fault.path}: ${fault.expected}`);
      if (!verdict.exercised.has(fault.rule) && !once.has(fault.rule)) this.tally(fault.rule).exercised += 1;
      const status = source.exchange?.answer?.status ?? null;
      const symptom = { ...fault.symptom, kind: "field", status } as const;
      this.#breakRule(fault.rule, source, { ...fault, symptom }, once);
    }
  }

  #breakRule(rule: string, source: Source, fault: Fault, once: Set<string>): void {
    this.#keepEvidence(rule, source, fault, once);
    this.#onBroken(rule);
  }

  #keepEvidence(rule: string, source: Source, fault: Fault, once: Set<string>): void {
    const tally = this.tally(rule);
    if (!once.has(rule)) tally.broken += 1;
    once.add(rule);
    tally.where.add(whereOf(source));
    const { exchange, event } = source;
    const [first] = tally.evidence;
    const isRepeated =
      exchange !== null &&
      first !== undefined &&
      (first.exchange === null || !this.#isRepeatable(first.exchange)) &&
      this.#isRepeatable(exchange);
    // A violation by a valid request is better evidence.
    const isOfInvalid = first !== undefined && isAcceptance(first.symptom);
    const isFull = tally.evidence.length >= EVIDENCE_KEPT;
    const isSimpler = !isOfInvalid && this.#isSimpler(exchange, first?.exchange ?? null);
    if (isFull && !isRepeated && !isOfInvalid && !isSimpler) return;
    const shown = this.#refusable(exchange, fault) ?? fault;
    const isBetter = isOfInvalid || isSimpler ? !isAcceptance(shown.symptom) : isRepeated;
    if (isFull && !isBetter) return;
    const evidence = {
      exchange: exchange === null ? null : slim(exchange),
      event,
      expected: shown.expected,
      actual: shown.actual,
      symptom: shown.symptom,
    };
    if (isBetter) tally.evidence.unshift(evidence);
    else tally.evidence.push(evidence);
    tally.evidence.length = Math.min(tally.evidence.length, EVIDENCE_KEPT);
  }

  /** Whether an exchange has a shorter body than another one of its operation, and can be sent again. */
  #isSimpler(exchange: Exchange | null, other: Exchange | null): boolean {
    if (exchange === null || other === null || exchange.operation !== other.operation) return false;
    const [own, known] = [exchange, other].map(({ request }) => request.body?.byteLength ?? 0);
    return (own ?? 0) < (known ?? 0) && this.#isRepeatable(exchange);
  }

  /** The fault of an answer to an invalid request that was accepted: a refusal of the request fixes it, too. Null for any other. */
  #refusable(exchange: Exchange | null, fault: Fault): Fault | null {
    const { request, answer, operation } = exchange ?? {};
    const schema = contractOperations.get(operation ?? "")?.request ?? null;
    if (request?.body == null || schema === null || this.#bodies === null) return null;
    if (answer == null || answer.status >= 300 || fault.symptom.kind !== "field") return null;
    const body = readBody(request.body);
    if (body.kind !== "json") return null;
    const [invalid] = this.#bodies(schema)(withoutNulls(body.value)).faults.filter(
      ({ symptom }) => symptom.fault !== "value",
    );
    if (invalid === undefined) return null;
    return {
      expected: `${fault.expected}; or a refusal of the request, which is invalid (${invalid.path} ${invalid.symptom.actual})`,
      actual: fault.actual,
      symptom: { kind: "status", expected: "refusal", actual: answer.status },
    };
  }

  #judge(rule: string, source: Source, holds: boolean, fault: Fault): void {
    this.tally(rule).exercised += 1;
    if (!holds) this.#breakRule(rule, source, fault, new Set());
  }
}

/** Whether the fault is that the target accepted a request. */
const isAcceptance = (symptom: PassiveEvidence["symptom"]): boolean =>
  symptom.kind === "status" && symptom.expected === "refusal";

/** Whether an answer shows a value because its request asks for it, where whether that is refused is open (`x-as-requested`). */
function isAsked(exchange: Exchange | null, { path, symptom }: SchemaFault, shown: unknown): boolean {
  const { operation, answer, request } = exchange ?? {};
  if (symptom.fault !== "value" || answer == null || request?.body == null) return false;
  const schema = contractOperations.get(operation ?? "")?.answers.get(answer.status) ?? {};
  const field = pointed(resolve(openapi, schema as Readonly<Record<string, unknown>>), `/properties${path}`);
  if (!isObject(field) || resolve(openapi, field)["x-as-requested"] !== true) return false;
  const read = readBody(request.body);
  return read.kind === "json" && pointed(read.value, path) === pointed(shown, path);
}

/** Removes null members, because it is open whether null counts as absent. */
function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member)]),
  );
}

function whereOf({ exchange, event }: Source): string {
  if (exchange === null) return `event ${event?.type ?? ""}`;
  const operation = contractOperations.get(exchange.operation ?? "");
  return `${exchange.request.method} ${operation?.path ?? exchange.request.url.pathname}`;
}

function isWithLiveKey({ request }: Exchange): boolean {
  return headerValues(request.headers, "authorization").some((value) => value.includes("sk_live_"));
}

function eventSchemas(): ReadonlyMap<string, object> {
  const schemas = new Map<string, object>();
  type Hook = { post?: { requestBody?: { content?: Record<string, { schema?: object }> } } };
  for (const [name, hook] of Object.entries(
    (openapi as { webhooks?: Record<string, Hook> }).webhooks ?? {},
  )) {
    const schema = hook.post?.requestBody?.content?.["application/json"]?.schema;
    if (schema !== undefined) schemas.set(name, schema);
  }
  const { "x-event-envelopes": envelopes = {}, components } = openapi as {
    "x-event-envelopes"?: Record<string, string>;
    components?: { schemas?: Record<string, object> };
  };
  for (const [family, name] of Object.entries(envelopes)) {
    const schema = components?.schemas?.[name];
    if (schema !== undefined) schemas.set(`${family}-envelope`, schema);
  }
  return schemas;
}

let byRule: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** The operations whose answers a passive rule is judged on; none for a rule about events. */
export function operationsShowing(rule: string): ReadonlySet<string> {
  byRule ??= collect();
  return byRule.get(rule) ?? new Set();
}

function collect(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const operation of contractOperations.values())
    for (const rule of rulesOf(operation)) found.set(rule, (found.get(rule) ?? new Set()).add(operation.id));
  return found;
}

function rulesOf({ statusRule, contentTypeRule, answers }: Operation): readonly string[] {
  const rules = new Set([statusRule, contentTypeRule].filter((rule) => rule !== null));
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isObject(value)) return;
    const { "x-rule": own, "x-value-rules": values, ...others } = resolve(openapi, value);
    if (typeof own === "string") rules.add(own);
    for (const rule of Object.values((values ?? {}) as Record<string, string>)) rules.add(rule);
    Object.values(others).forEach(walk);
  };
  for (const schema of new Set(answers.values())) walk(schema);
  return [...rules];
}
