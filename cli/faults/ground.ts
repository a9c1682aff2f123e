import { createEmulator } from "../../emulator/index.ts";
import type { Plan } from "../../harness/engine/run.ts";
import { executePlan, planRun } from "../../harness/engine/run.ts";
import { openSession, type Session } from "../../harness/session.ts";
import type { Handler } from "../../mutants/mutant.ts";
import { catalogue } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { inProcess } from "../in-process-target.ts";
import { surveying } from "./fault.ts";
import { type Surface, Survey } from "./places.ts";

/** What is known of the suite and the sound emulator before any fault. */
export interface Ground {
  readonly surfaces: readonly Surface[];
  /** Checks whose exchanges include an answer, by "operation status", the quickest first. */
  readonly checksOf: ReadonlyMap<string, Plan["checks"]>;
  /** Rules that are not sound on the emulator itself: they prove nothing. */
  readonly unsound: ReadonlySet<string>;
}

/** Nothing here is remote: what does not come soon does not come. */
const DEADLINES = { exchangeMs: 5_000, ruleMs: 10_000, settleMs: 400, eventMs: 400, consistencyMs: 100 };
const passiveRules = catalogue.filter((rule) => rule.kind === "passive").map((rule) => rule.id);

/** Judges the sound emulator with the rules meant (all without patterns), and remembers who looked at what. */
export async function survey(options: {
  seed: number;
  runs: number;
  patterns: readonly string[];
}): Promise<Ground> {
  const seen = new Survey();
  const whole = planRun({ checks, patterns: options.patterns });
  const took = new Map<string, number>();
  const lookers = new Map<string, Set<string>>();
  const unsound = new Set<string>();
  await judging({ ...options, plan: whole, wrap: surveying(seen), inFlight: 8 }, async (session, run) => {
    await run((result) => {
      took.set(result.id, result.durationMs);
      if (result.verdict === "violated" || result.verdict === "broken") unsound.add(result.id);
      for (const { operation, status } of result.transcript) {
        const key = `${operation ?? ""} ${status ?? ""}`;
        const all = lookers.get(key) ?? new Set();
        lookers.set(key, all.add(result.id));
      }
    });
    for (const id of redPassives(session)) unsound.add(id);
  });
  const checksOf = new Map(
    [...lookers].map(([key, ids]): [string, Plan["checks"]] => [
      key,
      whole.checks
        .filter(({ rule, check }) => ids.has(rule.id) && check.options.socket !== true)
        .sort((a, b) => (took.get(a.rule.id) ?? 0) - (took.get(b.rule.id) ?? 0)),
    ]),
  );
  return { surfaces: seen.surfaces, checksOf, unsound };
}

/** Passive rules that some exchange of the session broke. */
export function redPassives(session: Session): readonly string[] {
  return passiveRules.filter((id) => session.judge.tally(id).broken > 0);
}

type OnResult = Parameters<typeof executePlan>[0]["onResult"];

/** Opens a session with a fresh emulator behind a proxy, for as long as the work takes. */
export async function judging<T>(
  options: { seed: number; runs: number; plan: Plan; wrap: (handler: Handler) => Handler; inFlight: number },
  work: (session: Session, run: (onResult: OnResult, goOn?: () => boolean) => Promise<void>) => Promise<T>,
): Promise<T> {
  const { seed, runs, plan } = options;
  const target = inProcess(createEmulator({ seed }), options.wrap);
  const session = await openSession({
    profile: { ...target.profile, deadlines: DEADLINES, inFlight: options.inFlight },
    keys: target.keys,
    transport: target.transport,
    seed,
    runs,
    liveKeyAllowed: true,
  });
  try {
    return await work(session, (onResult, goOn) =>
      executePlan({
        session,
        plan,
        signal: new AbortController().signal,
        replay: () => null,
        onResult,
        ...(goOn === undefined ? {} : { goOn }),
      }),
    );
  } finally {
    await session.close();
    await target.close();
  }
}
