/**
 * Records how many requests each check sends, for the plan before a run. Judges the emulator twice, with different numbers of runs of each
 * property, and writes spec/check-requests.json.
 *
 *   npm run check-requests
 *
 * A stale entry makes an estimate wrong, never a verdict.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { embeddedTarget } from "../cli/targets/embedded.ts";
import type { Check } from "../harness/check.ts";
import { planRun } from "../harness/engine/plan.ts";
import { executePlan } from "../harness/engine/run.ts";
import { socketTransport } from "../harness/http/socket.ts";
import { withDefaults } from "../harness/profile/defaults.ts";
import type { RuleCheck } from "../harness/rule.ts";
import { openSession } from "../harness/session/open.ts";
import { checks } from "../suites/index.ts";

const RUNS = [5, 20] as const;
/** The fewest additional requests per run that count. Fewer are due to polling. */
const LEAST_SLOPE = 0.3;

/** The requests of a run by sender: a check, or the key of a result that several checks share. */
class Sent {
  readonly #sender = new AsyncLocalStorage<string>();
  readonly #begun = new Set<string>();
  readonly requests = new Map<string, number>();
  /** The senders that used the result of a sender, which sends only once for all of them. */
  readonly users = new Map<string, Set<string>>();
  readonly passed: string[] = [];
  total = 0;

  begins(id: string): void {
    this.#begun.add(id);
  }

  sends(): void {
    const sender = this.#sender.getStore() ?? "";
    this.requests.set(sender, (this.requests.get(sender) ?? 0) + 1);
  }

  #isUsed(sender: string): void {
    const user = this.#sender.getStore();
    if (user !== undefined && user !== sender)
      this.users.set(sender, (this.users.get(sender) ?? new Set()).add(user));
  }

  /** Wraps a check so that its requests, including those of its clean-up, are counted. */
  counted({ id, options, judge }: RuleCheck): RuleCheck {
    const counting = (check: Check): Check => ({
      ...check,
      once: (key, make) => {
        this.#isUsed(key);
        return this.#sender.run(key, () => check.once(key, (maker) => make(counting(maker))));
      },
    });
    return {
      id,
      options,
      judge: (check) => {
        if (this.#begun.delete(id)) {
          this.#sender.enterWith(id);
          return judge(counting(check));
        }
        // Another check executes this one to try its route.
        this.#isUsed(id);
        return this.#sender.run(id, () => judge(counting(check)));
      },
    };
  }

  /** The checks for which a sender sends. */
  checksOf(sender: string, known = new Set<string>()): ReadonlySet<string> {
    if (known.has(sender)) return known;
    known.add(sender);
    for (const user of this.users.get(sender) ?? []) this.checksOf(user, known);
    return known;
  }
}

async function sentWith(runs: number): Promise<Sent> {
  const sent = new Sent();
  const target = await embeddedTarget({ seed: 1 });
  const profile = withDefaults(target.profile);
  const transport = socketTransport({ connections: profile.inFlight * 8 });
  const { keys, liveKeyAllowed } = target;
  const session = await openSession({ profile, keys, liveKeyAllowed, transport, seed: 1, runs });
  const { sendTo } = session;
  await executePlan({
    session: {
      ...session,
      sendTo: (request) => {
        sent.sends();
        return sendTo(request);
      },
    },
    plan: planRun({ checks: checks.map((check) => sent.counted(check)), patterns: [] }),
    signal: new AbortController().signal,
    replay: () => null,
    onCheck: (id, state) => void (state === "begins" && sent.begins(id)),
    onResult: ({ id, kind, verdict }) =>
      void (kind !== "passive" && verdict === "passed" && sent.passed.push(id)),
  });
  sent.total = session.budget.sent();
  await session.close();
  await transport.close();
  await target.close();
  return sent;
}

const few = await sentWith(RUNS[0]);
const many = await sentWith(RUNS[1]);
const position = new Map<string, number>(checks.map(({ id }, index) => [id, index]));
const own: (readonly [id: string, requests: number, perRun: number])[] = [];
const shared = new Map<string, number>();
for (const [sender, requests] of many.requests) {
  const ids = [...many.checksOf(sender)]
    .filter((id) => position.has(id))
    .sort((a, b) => (position.get(a) ?? 0) - (position.get(b) ?? 0));
  if (ids.length === 1 && ids[0] === sender) continue;
  if (ids.length > 0) shared.set(ids.join(" "), (shared.get(ids.join(" ")) ?? 0) + requests);
}
for (const id of [...many.passed].sort((a, b) => (position.get(a) ?? 0) - (position.get(b) ?? 0))) {
  const [before, after] = [few, many].map(({ requests, users }) =>
    users.has(id) ? 0 : (requests.get(id) ?? 0),
  );
  const slope = ((after ?? 0) - (before ?? 0)) / (RUNS[1] - RUNS[0]);
  const perRun = slope < LEAST_SLOPE ? 0 : Math.round(slope * 100) / 100;
  own.push([id, Math.max(0, Math.round((after ?? 0) - perRun * RUNS[1])), perRun]);
}
writeFileSync(
  join(import.meta.dirname, "../spec/check-requests.json"),
  `{\n"checks": {\n${own
    .map(
      ([id, requests, perRun]) =>
        `${JSON.stringify(id)}: ${JSON.stringify(perRun === 0 ? [requests] : [requests, perRun])}`,
    )
    .join(",\n")}\n},\n"shared": [\n${[...shared]
    .sort(([one], [two]) => (one < two ? -1 : 1))
    .map(([ids, requests]) => JSON.stringify([requests, ...ids.split(" ")]))
    .join(",\n")}\n]\n}\n`,
);
const recorded =
  own.reduce((sum, [, requests, perRun]) => sum + requests + perRun * RUNS[1], 0) +
  [...shared.values()].reduce((sum, requests) => sum + requests, 0);
console.log(
  `${own.length} checks, ${shared.size} groups; ${Math.round(recorded)} of ${many.total} requests belong to a check`,
);
