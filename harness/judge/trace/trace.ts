import { isObject } from "../../../spec/json.ts";
import type { Exchange } from "../../http/answer.ts";
import type { TargetRequest } from "../../http/client.ts";
import type { WireRequest } from "../../http/wire.ts";
import type { ReceivedEvent } from "../../event.ts";
import type { Keys, Profile } from "../../profile/types.ts";
import type { PassiveEvidence, PassiveTally } from "../passive.ts";
import { slim } from "../transcript.ts";
import { Accounts } from "./accounts.ts";
import { type Call, callOf } from "./calls.ts";
import { type Read, ReadBack } from "./read-back.ts";
import { Endpoints } from "./registrations.ts";
import type { Finding, TraceRule, Witness } from "./rule.ts";
import { judgedRules } from "./rules.ts";
import { sightingsIn, sightingsOf } from "./resources.ts";

/** The most reads that are repeated. */
const MOST_DOUBTS = 50;

interface TraceOptions {
  readonly profile: Profile;
  readonly keys: Keys;
  /** Whether nobody else uses the objects that the traffic creates. Default: true, as in a run. */
  readonly isOwn?: boolean;
  readonly tally: (rule: string) => PassiveTally;
  /** Called at each violation. */
  readonly onBroken?: (rule: string) => void;
}

/**
 * Judges each exchange and event against all that was seen before: whether what must not change has changed, to whom it is shown, what
 * caused it, what it adds up to. It sends nothing. What cannot be known, because of calls in flight or without an answer, delayed reads or
 * other users of the target, is not judged.
 */
export class TraceJudge {
  readonly #calls = new Map<WireRequest, Call>();
  /** Requests to control that are issuing keys. */
  readonly #issuing = new Set<Call>();
  /** Calls that the rules do not know yet. */
  readonly #held = new Set<Call>();
  readonly #options: TraceOptions;
  #accounts = new Accounts();
  #endpoints = new Endpoints();
  #rules: readonly TraceRule[] = [];
  #order = 0;
  #readBack = new ReadBack();
  readonly #doubts = new Map<string, Call>();

  constructor(options: TraceOptions) {
    this.#options = options;
    this.forget();
  }

  /** Forgets what was seen, as a reset of the target deletes everything. Violations are kept. */
  forget(): void {
    const { profile, keys, isOwn = true } = this.#options;
    this.#calls.clear();
    this.#issuing.clear();
    this.#held.clear();
    this.#doubts.clear();
    this.#accounts = new Accounts();
    this.#endpoints = new Endpoints();
    this.#readBack = new ReadBack();
    for (const key of [keys.test, keys.live])
      if (key !== undefined && profile.account !== undefined) this.#accounts.learn(key, profile.account);
    this.#rules = judgedRules({
      profile,
      isOwn,
      judge: (finding) => this.#judge(finding),
      doubt: (read) => {
        // What a change answers cannot be read again.
        if (read.operation?.method === "GET" && this.#doubts.size < MOST_DOUBTS)
          this.#doubts.set(`${read.key ?? ""} ${read.request.url.href}`, read);
      },
      callerOf: (call) => this.#accounts.callerOf(call),
      endpointAt: (address) => this.#endpoints.at(address),
    });
  }

  /** To be called before a request is sent. `operation` and `control` are ids of documented operations and of control's. */
  begin(options: Omit<Parameters<typeof callOf>[0], "begun">): void {
    const call = callOf({ ...options, begun: this.#next() });
    if (call.control === "reset") this.forget();
    this.#calls.set(options.request, call);
    if (call.control === "createMerchant") this.#issuing.add(call);
    this.#endpoints.observe(call, this.#accounts.callerOf(call));
    if (this.#isUnknown(call)) this.#held.add(call);
    else for (const rule of this.#rules) rule.begins?.(call);
  }

  /** To be called with the exchange of each request that began. */
  end(exchange: Exchange): void {
    const call = this.#calls.get(exchange.request);
    if (call === undefined) return;
    this.#calls.delete(exchange.request);
    this.#release(call);
    // What began before its end may have been deleted or not.
    if (call.control === "reset") this.forget();
    call.exchange = slim(exchange);
    call.ended = this.#next();
    this.#accounts.observe(call);
    if (this.#issuing.delete(call))
      for (const held of this.#held) if (!this.#isUnknown(held)) this.#release(held);
    for (const rule of this.#rules) rule.ends?.(call);
    const caller = this.#accounts.callerOf(call);
    this.#readBack.ended(call, caller?.isWhole === true && caller.mode === "test" ? caller.account : null);
    for (const sighting of sightingsIn(call)) {
      this.#readBack.observe(sighting);
      for (const rule of this.#rules) rule.shows?.(sighting);
    }
  }

  /** Whether a key is nobody's yet, and control may be issuing it: where only times are known, a key may seem to be used before. */
  #isUnknown(call: Call): boolean {
    return this.#issuing.size > 0 && call.key !== null && this.#accounts.callerOf(call)?.account == null;
  }

  /** The rules learn that a call began, which was held until it was known whose it is. */
  #release(call: Call): void {
    if (this.#held.delete(call)) for (const rule of this.#rules) rule.begins?.(call);
  }

  arrive(event: ReceivedEvent): void {
    for (const rule of this.#rules) rule.arrives?.(event);
    for (const sighting of sightingsOf(event)) for (const rule of this.#rules) rule.shows?.(sighting);
  }

  /** The reads with which a run of these areas ends. Those that are in doubt come last: they must wait until all changes show. */
  reads(options: { readonly areas: ReadonlySet<string>; readonly seed: number }): {
    readonly now: readonly Read[];
    readonly doubtful: () => readonly Read[];
  } {
    return { now: this.#readBack.reads(options), doubtful: () => this.takeDoubts() };
  }

  /** The reads whose answers are in doubt, to be repeated once all changes show. Each is returned once. */
  takeDoubts(): readonly Read[] {
    const reads = [...this.#doubts.values()].flatMap((like) =>
      like.operation === null
        ? []
        : [
            {
              operation: like.operation,
              path: like.path,
              query: Object.fromEntries(like.request.url.searchParams),
              like,
            },
          ],
    );
    this.#doubts.clear();
    return reads;
  }

  /** The reads that surround a request of a run of these areas, if it may change an object of an account that the run created. */
  around(
    request: Pick<TargetRequest, "operation" | "host" | "method" | "path" | "parts">,
    { key, areas }: { readonly key: string | null; readonly areas: ReadonlySet<string> },
  ): readonly Read[] {
    const { operation, host, method, path, parts } = request;
    const account = parts.path?.["accountId"] ?? this.#accounts.callerOf({ key })?.account;
    // What control does without an object is preparation.
    const isPreparation = host === "control" && operation !== null && parts.path?.["id"] === undefined;
    if (account == null || isPreparation) return [];
    const body = isObject(parts.json) ? Object.values(parts.json) : [];
    const names = [...Object.values(parts.path ?? {}), ...path.split("/"), ...body].filter(
      (one) => typeof one === "string",
    );
    return this.#readBack.around({ operation, method, path, account, names }, areas);
  }

  #next(): number {
    this.#order += 1;
    return this.#order;
  }

  #judge(finding: Finding): void {
    const { rule, holds, seen } = finding;
    const tally = this.#options.tally(rule);
    tally.exercised += 1;
    if (holds) return;
    tally.broken += 1;
    tally.where.add(whereOf(seen));
    if (tally.evidence.length === 0) this.#keepEvidence(tally, finding);
    this.#options.onBroken?.(rule);
  }

  #keepEvidence(tally: PassiveTally, finding: Finding): void {
    const { seen, earlier, field } = finding;
    const { exchange, event } = sourceOf(seen);
    const status = exchange?.answer?.status ?? null;
    const place = { kind: "field", field: field ?? "", status, fault: "value" } as const;
    const [expected = "", actual = ""] = [finding.expected, finding.actual].map((words) =>
      typeof words === "string" ? words : words(),
    );
    const shown = { expected, actual, symptom: { ...place, expected, actual } };
    const first: PassiveEvidence = { exchange, event, ...shown };
    tally.evidence.push(first, ...earlier.map((one) => ({ ...sourceOf(one), ...shown })));
  }
}

const isCall = (one: Witness): one is Call => "calledAt" in one;

function sourceOf(one: Witness): {
  readonly exchange: Exchange | null;
  readonly event: ReceivedEvent | null;
} {
  return isCall(one) ? { exchange: one.exchange, event: null } : { exchange: null, event: one };
}

function whereOf(one: Witness): string {
  if (!isCall(one)) return `event ${one.type}`;
  return `${one.request.method} ${one.operation?.path ?? one.request.url.pathname}`;
}
