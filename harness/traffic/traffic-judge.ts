import { contractOperations } from "../contract.ts";
import { digestOf, readEvent } from "../event.ts";
import type { Exchange } from "../http/answer.ts";
import { keyOf, type WireAnswer, type WireRequest } from "../http/wire.ts";
import { Observations } from "../judge/observations.ts";
import { bodyJudges, PassiveJudge, type PassiveTally } from "../judge/passive.ts";
import { Routes } from "../judge/routes.ts";
import { bodyOf } from "../judge/trace/calls.ts";
import { TraceJudge } from "../judge/trace/trace.ts";
import { isRepeatable, slim } from "../judge/transcript.ts";
import { type Silence, watchedResult } from "../judge/watched.ts";
import type { Access, Keys, Profile } from "../profile/types.ts";
import type { Step } from "../recording/recording.ts";
import type { Redactor } from "../redaction/redactor.ts";
import { learnSecrets, redactorFor } from "../redaction/run-secrets.ts";
import { type CatalogueRule, isWatched, type Observation, type RuleResult } from "../results.ts";
import { catalogue, openapi, resources } from "../../spec/index.ts";
import { resolve } from "../../spec/json.ts";
import { Recognizer, type Recognized } from "./recognize.ts";

interface TrafficOptions {
  readonly profile: Profile;
  readonly keys: Keys;
  readonly access?: Access;
  /** Whether a run made the traffic, so that nobody else uses the objects that it creates. Default: false. */
  readonly isOwn?: boolean;
  /** Called once for each rule, at its first violation. */
  readonly onViolation?: (result: RuleResult) => void;
}

/** The end of a request. Without an answer, `fault` says why. */
export interface Outcome {
  readonly answer: WireAnswer | null;
  readonly fault?: string;
  /** Epoch ms. */
  readonly at: number;
}

/** The bytes of a delivered event, and the path that they were delivered to. */
export interface Delivery {
  readonly bytes: Uint8Array;
  readonly address: string;
  /** Epoch ms. */
  readonly at: number;
  /** Whether it was recorded with pseudonyms instead of secrets. */
  readonly hasPseudonyms?: boolean;
}

/** How much was judged. */
export interface Seen {
  /** Requests to the hosts of the target. */
  requests: number;
  /** Of these, documented ones and those of control. */
  recognized: number;
  events: number;
  /** By operation, how often each status was answered; 0: no answer. */
  readonly operations: Map<string, Map<number, number>>;
}

/** The family of needs that are names of fields. */
const FIELD = "field.";

interface Begun {
  readonly recognized: Recognized;
  readonly at: number;
  readonly sequence: number;
}

/**
 * Judges traffic that another client makes, by the rules that need no check: passive and trace rules. It sends nothing. To be called in the
 * order of the traffic. Times are epoch ms, with fractions if known.
 */
export class TrafficJudge {
  readonly seen: Seen = { requests: 0, recognized: 0, events: 0, operations: new Map() };
  readonly redactor: Redactor;
  readonly #options: TrafficOptions;
  readonly #recognizer: Recognizer;
  readonly #observations = new Observations();
  readonly #judge: PassiveJudge;
  readonly #trace: TraceJudge;
  readonly #routes: Routes;
  readonly #begun = new Map<WireRequest, Begun>();
  readonly #violated = new Set<string>();
  readonly #startedAt = Date.now();
  /** Keys with which a request has succeeded. */
  readonly #accepted = new Set<string>();
  /** Address and id of each event, to recognize redeliveries. */
  readonly #delivered = new Set<string>();
  /** Keys that have the name of a variable, under which commands show them. */
  readonly #named = new Set<string>();

  /** Loads the contract. */
  static async open(options: TrafficOptions): Promise<TrafficJudge> {
    return new TrafficJudge(options, await bodyJudges());
  }

  private constructor(options: TrafficOptions, bodies: Awaited<ReturnType<typeof bodyJudges>>) {
    const { profile, keys, access = { headers: {} } } = options;
    this.#options = options;
    this.#recognizer = new Recognizer(profile);
    this.redactor = redactorFor({ profile, keys, access });
    const onBroken = (rule: string): void => this.#broken(rule);
    this.#judge = new PassiveJudge({
      undocumented: (exchange, status) =>
        this.#observations.add(
          "undocumented-status",
          `${exchange.operation ?? "?"} answered ${status}`,
          () => ({
            exchanges: [slim(exchange)],
            events: [],
          }),
        ),
      isRepeatable: (exchange) => isRepeatable(exchange, this.redactor),
      bodies,
      onBroken,
    });
    const { isOwn = false } = options;
    const tally = (rule: string): PassiveTally => this.#judge.tally(rule);
    this.#trace = new TraceJudge({ profile, keys, isOwn, tally, onBroken });
    this.#routes = new Routes({ judge: (exchange) => this.#judge.judgeExchange(exchange) });
  }

  /** Judges recorded steps in their order. */
  watch(steps: Iterable<Step>): void {
    for (const step of steps) {
      if (step.kind === "event") this.arrive(step);
      else if (step.kind === "begin") this.begin(step.request, step.at, step.known);
      else this.end(step.request, step);
    }
  }

  /** A request is sent. `known`: what it asks for, if that is known better than from its address. */
  begin(request: WireRequest, at: number, known?: Recognized): void {
    const recognized = known ?? this.#recognizer.recognize(request);
    if (recognized === null) return;
    this.#learnKey(request);
    this.seen.requests += 1;
    const sequence = this.seen.requests;
    this.#begun.set(request, { recognized, at, sequence });
    this.#trace.begin({ request, ...recognized, calledAt: monotonic(at) });
  }

  /** A request that began has its answer, or gets none. */
  end(request: WireRequest, { answer, fault = "no answer", at }: Outcome): void {
    const begun = this.#begun.get(request);
    if (begun === undefined) return;
    this.#begun.delete(request);
    const { recognized, sequence } = begun;
    const exchange: Exchange = {
      sequence,
      operation: recognized.operation,
      request,
      answer,
      fault: answer === null ? fault : null,
      startedAt: begun.at,
      calledAt: monotonic(begun.at),
      returnedAt: monotonic(at),
    };
    this.#count(recognized, answer);
    if (answer !== null) {
      learnSecrets(this.redactor, exchange);
      const key = keyOf(request);
      if (key !== null && answer.status < 300) this.#accepted.add(key);
      if (answer.status !== 401 || this.#mayLackItsKey(exchange)) this.#routes.observe(exchange);
    }
    this.#trace.end(exchange);
  }

  /** An event is delivered. */
  arrive({ bytes, address, at, hasPseudonyms = false }: Delivery): void {
    this.seen.events += 1;
    const arrived = { address, receivedAt: monotonic(at), arrival: this.seen.events, hasPseudonyms };
    const event = readEvent(bytes, arrived);
    // Without a type it may be a ping, which the document does not describe.
    if (event === null || event.type === "") return;
    this.redactor.learnFrom(event.body);
    this.#judge.judgeEvent(event);
    const delivered = `${address} ${event.id} ${digestOf(event)}`;
    if (event.id === "" || !this.#delivered.has(delivered)) this.#trace.arrive(event);
    this.#delivered.add(delivered);
  }

  /**
   * The result of each of these rules: violated, passed (it held as often as `exchanges` says), or could_not_run without traffic that could
   * contradict it. Default: all passive and trace rules.
   */
  results(rules: readonly CatalogueRule[] = catalogue.filter(isJudgedOnTraffic)): readonly RuleResult[] {
    this.#routes.end();
    return rules.map((rule) => this.#resultOf(rule));
  }

  /** Forgets the objects that were seen, so that long traffic about ever new ones needs no more memory. Results are kept. */
  forget(): void {
    this.#trace.forget();
    this.#delivered.clear();
  }

  /** Reads of what the traffic created, which a trace rule may contradict. `doubtful`: those that a target may show late. */
  reads(seed: number): ReturnType<TraceJudge["reads"]> {
    return this.#trace.reads({ areas: new Set(resources.map(({ area }) => area)), seed });
  }

  /** Whether pseudonyms kept some of the traffic from being judged by a rule. */
  isHidden(rule: string): boolean {
    return this.#judge.tally(rule).hidden > 0;
  }

  observations(): readonly Observation[] {
    return this.#observations.list(this.redactor);
  }

  #resultOf(rule: CatalogueRule): RuleResult {
    const { redactor } = this;
    const { profile } = this.#options;
    const tally = this.#judge.tally(rule.id);
    const [startedAt, replay] = [this.#startedAt, () => null];
    const silence = (): Silence => this.#silenceOf(rule, tally);
    return watchedResult({ rule, tally, redactor, profile, startedAt, replay, silence });
  }

  #silenceOf({ kind, needs }: CatalogueRule, { hidden }: PassiveTally): Silence {
    const verdict = "could_not_run";
    const { fields } = this.#options.profile;
    const unnamed = needs.filter(
      (need) => need.startsWith(FIELD) && fields[need.slice(FIELD.length)] === undefined,
    );
    if (unnamed.length > 0)
      return { verdict, reason: "the profile does not name the fields that it judges", needs: unnamed };
    if (hidden > 0) {
      const reason = "the recording has a pseudonym instead of what it judges";
      return { verdict, reason, needs: ["traffic.secrets"] };
    }
    const need = kind === "trace" && this.#named.size === 0 ? "traffic.credentials" : "traffic";
    return { verdict, reason: "nothing in this traffic could contradict it", needs: [need] };
  }

  #broken(id: string): void {
    if (this.#violated.has(id)) return;
    this.#violated.add(id);
    const rule = catalogue.find((one) => one.id === id);
    if (rule !== undefined) this.#options.onViolation?.(this.#resultOf(rule));
  }

  #learnKey(request: WireRequest): void {
    const key = keyOf(request);
    if (key === null) return;
    if (this.#named.has(key)) return;
    this.#named.add(key);
    const isOfProfile = Object.values(this.#options.keys).includes(key);
    if (!isOfProfile) this.redactor.learn(key, `TRAFFIC_KEY_${this.#named.size}`);
  }

  /** Whether a 401 may be for the key. A vendor of the other mode gets one, too, with another body (§5.7), also where a payment names it. */
  #mayLackItsKey({ request, operation }: Exchange): boolean {
    const key = keyOf(request);
    if (key === null) return true;
    const schema = (contractOperations.get(operation ?? "")?.request ?? {}) as {
      readonly properties?: object;
    };
    const { properties } = resolve(openapi, schema);
    const documented = new Set(Object.keys(properties ?? {}));
    return !this.#accepted.has(key) && Object.keys(bodyOf({ request })).every((name) => documented.has(name));
  }

  #count({ operation, control }: Recognized, answer: WireAnswer | null): void {
    if (operation === null && control === null) return;
    this.seen.recognized += 1;
    if (operation === null) return;
    const statuses = this.seen.operations.get(operation) ?? new Map<number, number>();
    this.seen.operations.set(operation, statuses);
    const status = answer?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
}

/** Whether a rule is judged on traffic that the suite does not make. */
export const isJudgedOnTraffic = (rule: CatalogueRule): boolean =>
  isWatched(rule) && rule.unobservable === undefined;

/** Epoch ms on the monotonic clock of this process, ms. */
const monotonic = (at: number): number => at - performance.timeOrigin;
