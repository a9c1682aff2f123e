import { duration, oneLine } from "./text.ts";

const WINDOW_MS = 3_000;
/** The time and the share of checks before which the remaining time is not estimated, because it would be unreliable. */
const ESTIMATED_AFTER_MS = 2_000;
const ESTIMATED_FROM = 0.05;
const BAR_WIDTH = 20;

/** The progress of a run. */
export interface Progress {
  /** Sets the number of rules in scope, and the number of those with their own checks. */
  readonly planned: (rules: number, checks: number, at: number) => void;
  readonly judged: (rule: { readonly isPassive: boolean; readonly isViolated: boolean }) => void;
  /** Sets the number of requests so far, the rules that are being judged, longest first, and why the suite waits. */
  readonly sent: (requests: number, judging: readonly string[], at: number, paused?: string | null) => void;
  /** The parts of a progress line, most important first. Times are of a monotonic clock, ms. */
  readonly parts: (at: number) => readonly string[];
}

export function createProgress(): Progress {
  const total = { rules: 0, checks: 0 };
  const done = { rules: 0, checks: 0, violated: 0 };
  let startedAt = 0;
  let waitsFor: string | null = null;
  let recent: readonly { readonly at: number; readonly requests: number; readonly checks: number }[] = [];

  const rate = (): string | null => {
    const [first, last] = [recent[0], recent.at(-1)];
    if (first === undefined || last === undefined || last.at <= first.at) return null;
    return `${Math.round(((last.requests - first.requests) * 1_000) / (last.at - first.at))} requests/s`;
  };
  const left = (at: number): string | null => {
    const share = total.checks === 0 ? 0 : done.checks / total.checks;
    const elapsed = at - startedAt;
    if (elapsed < ESTIMATED_AFTER_MS || share < ESTIMATED_FROM || share >= 1) return null;
    const ms = Math.max((elapsed * (1 - share)) / share, leftAtRecentRate(at));
    return `about ${duration(Math.ceil(ms / 1_000) * 1_000).replace(".0", "")} left`;
  };
  /** The time left at the rate of the last seconds, ms. On a shared account, checks of lists run last, one after another. */
  const leftAtRecentRate = (at: number): number => {
    const [first] = recent;
    const judged = done.checks - (first?.checks ?? 0);
    return first === undefined || judged === 0
      ? 0
      : ((total.checks - done.checks) * (at - first.at)) / judged;
  };

  return {
    planned: (rules, checks, at) => {
      Object.assign(total, { rules, checks });
      startedAt = at;
      recent = [{ at, requests: 0, checks: 0 }];
    },
    judged: ({ isPassive, isViolated }) => {
      done.rules += 1;
      if (!isPassive) done.checks += 1;
      if (isViolated) done.violated += 1;
    },
    sent: (requests, judging, at, paused = null) => {
      const { checks } = done;
      recent = [...recent.filter((entry) => at - entry.at <= WINDOW_MS), { at, requests, checks }];
      const [longest = null] = judging;
      waitsFor = paused ?? (longest === null ? null : `for ${longest}`);
    },
    parts: (at) => {
      const rules = Math.max(total.rules, done.rules);
      const filled = rules === 0 ? 0 : Math.floor((done.rules * BAR_WIDTH) / rules);
      const waiting = waitsFor === null ? null : `waiting ${oneLine(waitsFor)}`;
      return [
        `[${"#".repeat(filled)}${".".repeat(BAR_WIDTH - filled)}] ${done.rules}/${rules} rules`,
        ...(done.violated === 0 ? [] : [`${done.violated} violated`]),
        ...[left(at), rate(), waiting].filter((part) => part !== null),
      ];
    },
  };
}
