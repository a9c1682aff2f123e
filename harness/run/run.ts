import { setMaxListeners } from "node:events";
import { type CatalogueRule, RULE_KINDS, type RuleResult } from "../results.ts";
import type { Session } from "./session.ts";
import { beginJudging, brokenResult, type Judged, judgeRule } from "./judge-rule.ts";
import { operationsShowing } from "../judge/passive.ts";
import { PassiveChecks, passiveOf, passiveResult } from "./passive.ts";
import type { Plan } from "./plan.ts";
import { inParallel, readAgain } from "./read-again.ts";

type Entry = Plan["checks"][number];
/** When a check is no longer needed for its passive rules. */
type Goal = Parameters<PassiveChecks["isNeedless"]>[1];

export interface RunOptions {
  readonly session: Session;
  readonly plan: Plan;
  readonly signal: AbortSignal;
  /** Whether simple checks begin first, because the run may end early. Otherwise, long ones do. */
  readonly simplestFirst?: boolean;
  readonly replay: (ruleId: string) => string | null;
  readonly onResult: (result: RuleResult) => void;
  /** Called when a check begins and when it has ended. */
  readonly onCheck?: (ruleId: string, state: "begins" | "ended") => void;
  /** Called after every check, reported or not. Returning false ends the run early. */
  readonly goOn?: () => boolean;
}

/**
 * Runs a plan: first the checks that may run in parallel, then those that must run alone, then those that use something up.
 */
export async function executePlan(options: RunOptions): Promise<void> {
  const { session, plan, signal } = options;
  const startedAt = Date.now();
  for (const { kind, area } of plan.judged) if (kind === "trace") session.tracedAreas.add(area);
  // Every check in flight and each of its requests listens to it.
  setMaxListeners(0, signal);
  // After an early end, passive rules are judged on the exchanges so far, but never as lacking exchanges. Not after the
  // clean-up, for which there may be no time.
  const passive = new PassiveChecks(plan, session);
  const onAbort = (): void => judgePassive(options, passive, startedAt);
  signal.addEventListener("abort", onAbort, { once: true });
  const checks = new Checks(options, passive);
  const waiting = { alone: new Array<Entry>(), last: new Array<Entry>() };
  const run = async (entries: readonly Entry[], goal?: Goal): Promise<void> => {
    const { sideBySide, alone, last } = stagesOf(entries, options);
    waiting.alone.push(...alone);
    waiting.last.push(...last);
    await inParallel(sideBySide, session.profile.inFlight, (entry) => checks.judge(entry, goal));
  };
  const runWaiting = async (): Promise<void> => {
    await session.delayedCleanup.ended();
    for (const entry of [...waiting.alone.splice(0), ...waiting.last.splice(0)]) await checks.judge(entry);
  };
  const known = new Set<Entry>();
  const news = (entries: readonly Entry[]): readonly Entry[] => {
    const fresh = entries.filter((entry) => !known.has(entry));
    for (const entry of fresh) known.add(entry);
    return fresh;
  };
  await run(news([...plan.checks.filter(({ required }) => required), ...passive.next()]));
  for (let more = news(passive.next()); more.length > 0; more = news(passive.next())) await run(more);
  if (waiting.alone.length + waiting.last.length > 0) await runWaiting();
  const rest = news(passive.rest());
  const isTrial = trialsOf(plan);
  // If its route does not exist, nothing shows a passive rule, so further requests would be useless.
  await run(rest.filter(isTrial));
  await run(
    rest.filter((entry) => !isTrial(entry)),
    { untilShown: true },
  );
  await runWaiting();
  await checks.judgeMissed();
  if (!checks.isOver()) await readBack(options);
  await checks.confirm();
  signal.removeEventListener("abort", onAbort);
  if (!signal.aborted) judgePassive(options, passive, startedAt);
}

/** Reads some of the objects of the run again, for the trace rules among the judged ones. */
async function readBack({ session, signal }: RunOptions): Promise<void> {
  const { tracedAreas: areas } = session;
  if (areas.size > 0) await readAgain(session, session.trace.reads({ areas, seed: session.seed }), signal);
}

/** The most checks that are executed a second time each alone. */
const MOST_ALONE = 8;

/** Judges checks and reports their verdicts, until the run ends. */
class Checks {
  readonly #options: RunOptions;
  readonly #passive: PassiveChecks;
  /** Verdicts that rely on the target's reports that it is idle: a later event may disprove a report. */
  readonly #provisional: { readonly entry: Entry; readonly result: RuleResult }[] = [];
  /** Checks that missed a deadline, with their second executions. */
  readonly #missed: { readonly entry: Entry; readonly again: () => Promise<Judged> }[] = [];
  #ended = false;

  constructor(options: RunOptions, passive: PassiveChecks) {
    this.#options = options;
    this.#passive = passive;
  }

  async judge(entry: Entry, goal?: Goal): Promise<void> {
    if (this.isOver() || this.#passive.isNeedless(entry, goal)) return this.#passive.ended(entry, null);
    const begun = await this.#watched(entry, () => beginJudging(this.#optionsFor(entry, 1)));
    this.#passive.ended(entry, "again" in begun ? "violated" : begun.result.verdict);
    if ("again" in begun) this.#missed.push({ entry, ...begun });
    else this.#settle(entry, begun);
  }

  /**
   * Executes the checks that missed a deadline a second time, one after another and with nothing beside them. If there are many, a busy
   * machine is not the reason, and they share the time.
   */
  async judgeMissed(): Promise<void> {
    const missed = this.#missed.splice(0);
    const width = missed.length > MOST_ALONE ? this.#options.session.profile.inFlight : 1;
    await inParallel(missed, width, async ({ entry, again }) => {
      if (!this.isOver()) this.#settle(entry, await this.#watched(entry, again));
    });
  }

  #settle(entry: Entry, { result, reliesOnIdle }: Judged): void {
    if (reliesOnIdle && result.verdict !== "violated") this.#provisional.push({ entry, result });
    else this.#report(entry, result);
  }

  /** Reports the provisional verdicts; where the target's reports have turned out wrong, judges those checks again. */
  async confirm(): Promise<void> {
    const { session } = this.#options;
    await session.delayedCleanup.ended();
    if (session.idle.trusted || this.isOver()) {
      for (const { entry, result } of this.#provisional) this.#report(entry, result);
      return;
    }
    const again = this.#provisional.map(({ entry }) => entry);
    await inParallel(inOrder(again, this.#options), session.profile.inFlight, async (entry) => {
      if (this.isOver()) return;
      const { result } = await this.#watched(entry, () => judgeRule(this.#optionsFor(entry, 3)));
      this.#report(entry, result);
    });
  }

  #optionsFor({ rule, check }: Entry, firstAttempt: number): Parameters<typeof judgeRule>[0] {
    return { ...this.#options, rule, check, served: this.#options.plan.served, firstAttempt };
  }

  async #watched<T>({ rule }: Entry, work: () => Promise<T>): Promise<T> {
    const { onCheck } = this.#options;
    onCheck?.(rule.id, "begins");
    try {
      return await work();
    } finally {
      onCheck?.(rule.id, "ended");
    }
  }

  #report(entry: Entry, result: RuleResult): void {
    const { signal, onResult, goOn } = this.#options;
    const interrupted = signal.aborted && result.verdict === "inconclusive";
    if (entry.reported && !interrupted) onResult(result);
    if (goOn?.() === false) this.#ended = true;
  }

  isOver(): boolean {
    return this.#options.signal.aborted || this.#ended;
  }
}

/** Whether a check tries an operation on whose answers a passive rule of the plan is judged. */
function trialsOf(plan: Plan): (entry: Entry) => boolean {
  const shown = new Set(passiveOf(plan).flatMap(({ id }) => [...operationsShowing(id)]));
  return ({ check: { options } }) => options.tries !== undefined && shown.has(options.tries);
}

function judgePassive(options: RunOptions, passive: PassiveChecks, startedAt: number): void {
  const { session, plan, signal } = options;
  session.routes.end();
  for (const rule of passiveOf(plan)) {
    const result = passiveOrBroken(options, { rule, passive, startedAt });
    if (!signal.aborted || result.verdict === "violated" || result.verdict === "passed")
      options.onResult(result);
  }
}

function passiveOrBroken(
  { session, replay }: RunOptions,
  { rule, passive, startedAt }: { rule: CatalogueRule; passive: PassiveChecks; startedAt: number },
): RuleResult {
  try {
    return passiveResult({ session, rule, startedAt, replay, wasAsked: (id) => passive.wasAsked(id) });
  } catch (error) {
    return brokenResult(rule, error, { redactor: session.redactor, startedAt, replay });
  }
}

/**
 * Whether each check can have a merchant of its own: control must create its vendors, and a vendor that the profile names
 * belongs to the profile's merchant. Without it, checks that use what the whole account shares run alone.
 */
function hasOwnMerchants({ supplies, profile }: Session): boolean {
  return (
    ["createMerchant", "createVendor"].every((operation) => supplies.control.has(operation)) &&
    !Object.keys(profile.fixtures).some((fixture) => /^(?:vendor|merchant)\b/.test(fixture))
  );
}

function stagesOf(
  checks: readonly Entry[],
  options: RunOptions,
): Readonly<Record<"sideBySide" | "alone" | "last", readonly Entry[]>> {
  const ownMerchants = hasOwnMerchants(options.session);
  const others = checks.filter(({ check }) => check.options.last !== true);
  const isAlone = ({ check }: Entry): boolean => check.options.alone === true && !ownMerchants;
  return {
    sideBySide: inOrder(
      others.filter((entry) => !isAlone(entry)),
      options,
    ),
    alone: others.filter(isAlone),
    last: checks.filter(({ check }) => check.options.last === true),
  };
}

/**
 * Long checks begin first, as one that begins last would run alone at the end: those that wait, those that may take longer than a
 * rule's usual time, model rules, then those that repeat their requests with many values. Checks that only make exchanges for passive rules follow;
 * the shortest of them first, as the others may turn out needless.
 */
function inOrder(
  checks: readonly Entry[],
  { session, simplestFirst = false }: Pick<RunOptions, "session" | "simplestFirst">,
): readonly Entry[] {
  // If checks have their own merchants, none waits for the rate of another, and long waits overlap.
  const patientAboveMs = hasOwnMerchants(session) ? session.profile.deadlines.ruleMs : Infinity;
  const length = ({ rule, check: { options } }: Entry): number => {
    if (options.waits === true) return 3;
    if ((options.deadlineMs ?? 0) > patientAboveMs) return 2;
    return RULE_KINDS.indexOf(rule.kind) / RULE_KINDS.length;
  };
  const byLength = (a: Entry, b: Entry): number => length(a) - length(b);
  return [...checks].sort((a, b) => {
    if (a.required !== b.required) return a.required ? -1 : 1;
    return simplestFirst || !a.required ? byLength(a, b) : byLength(b, a);
  });
}
