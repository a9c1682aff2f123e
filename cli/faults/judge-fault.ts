import { type Fault, faulty } from "./fault.ts";
import { type Ground, judging, redPassives } from "./ground.ts";
import { type Excuse, excuseOf } from "./permitted.ts";

/** What became of one fault. */
export interface FaultOutcome {
  readonly id: string;
  readonly operation: string;
  readonly status: number;
  readonly path: string | null;
  readonly operator: string;
  /**
   * "killed": some rule went red. "permitted": none did, and none should. "unreached": nothing that the checks provoke was
   * changed. "survived": a check is weak. "broken": the suite itself failed on it.
   */
  readonly state: "killed" | "permitted" | "unreached" | "survived" | "broken";
  /** A rule that caught it, the class of permission (also of what no check reached), or what broke. */
  readonly why: string | null;
  readonly durationMs: number;
}

/** Where no rule should go red, so many checks are asked. */
const ENOUGH_CHECKS = 12;

/** Judges a fault with every check that looks at such answers, the quickest first, until a rule goes red. */
export async function judgeFault(
  fault: Fault,
  ground: Ground,
  options: { seed: number; runs: number },
): Promise<FaultOutcome> {
  const began = performance.now();
  const { id, operation, status, operator, place } = fault;
  const excuse: Excuse | null = excuseOf(fault);
  const { red, broken, changed } = await judgeOnce(fault, ground, {
    ...options,
    most: excuse === null ? Number.POSITIVE_INFINITY : ENOUGH_CHECKS,
  });
  const ended = (state: FaultOutcome["state"], why: string | null): FaultOutcome => ({
    id,
    operation,
    status,
    path: place === null ? null : `/${place.path.join("/")}`,
    operator: operator.name,
    state,
    why,
    durationMs: Math.round(performance.now() - began),
  });
  if (red !== null) return ended("killed", red);
  if (broken !== null) return ended("broken", broken);
  if (changed === 0) return ended("unreached", excuse?.id ?? null);
  return excuse === null ? ended("survived", null) : ended("permitted", excuse.id);
}

async function judgeOnce(
  fault: Fault,
  ground: Ground,
  options: { seed: number; runs: number; most: number },
): Promise<{ red: string | null; broken: string | null; changed: number }> {
  const { wrap, changed } = faulty(fault);
  const candidates = ground.checksOf.get(`${fault.operation} ${fault.status}`) ?? [];
  const asked = candidates.slice(0, options.most);
  const plan = { judged: [], checks: asked.map((entry) => ({ ...entry, told: true })), unjudged: [] };
  let red: string | null = null;
  let broken: string | null = null;
  await judging({ ...options, plan, wrap, inFlight: 4 }, async (session, run) => {
    const passive = (): string | null => redPassives(session).find((id) => !ground.unsound.has(id)) ?? null;
    await run(
      ({ id, verdict, reason }) => {
        if (verdict === "violated" && !ground.unsound.has(id)) red ??= id;
        if (verdict === "broken" && !ground.unsound.has(id)) broken ??= `${id}: ${reason ?? ""}`;
      },
      () => {
        red ??= passive();
        return red === null;
      },
    );
    // The last checks may end after everybody was asked whether to go on.
    red ??= passive();
  });
  return { red, broken, changed: changed() };
}
