import type { OverviewParts } from "../../emulator/areas/connect/parts.ts";
import { liesAbout } from "../connect/lies.ts";
import type { Mutant } from "../mutant.ts";

const { plain, subtle } = liesAbout("overview");

type Leader = OverviewParts["leader"];

const telling =
  (change: Partial<Leader>) =>
  ({ leader }: OverviewParts): Partial<OverviewParts> => ({ leader: { ...leader, ...change } as Leader });

/** Who leads and by what, wrongly (§2.9). */
export const overviewLeaderMutants: readonly Mutant[] = [
  plain(
    "overview-leaders-are-the-smallest",
    "overview/top-volume-holds-the-largest",
    "The vendors with the least volume lead.",
    ({ leaders }) => ({
      leaders: { ...leaders, volume: (all) => leaders.volume(all).toReversed() },
    }),
  ),
  subtle(
    "overview-leaders-sorted-as-text",
    "overview/top-volume-holds-the-largest",
    "The leaders are chosen by their volumes as text.",
    ({ leaders }) => ({
      leaders: {
        ...leaders,
        volume: (all) => leaders.volume(all).toSorted((a, b) => (String(a.value) < String(b.value) ? 1 : -1)),
      },
    }),
  ),
  subtle(
    "overview-leaders-lack-the-largest",
    "overview/top-volume-holds-the-largest",
    "Where more than four have a volume, the one with the most does not lead.",
    ({ leaders }) => ({
      leaders: {
        ...leaders,
        volume: (all) => {
          const sorted = leaders.volume(all);
          return sorted.length > leaders.size ? sorted.slice(1) : sorted;
        },
      },
    }),
  ),
  plain(
    "overview-leader-value-per-day",
    "overview/top-volume-reports-the-volume",
    "A leader's value is its volume by day.",
    telling({ value: ({ value }) => Math.round(value / 30) }),
  ),
  subtle(
    "overview-leader-value-in-thousands",
    "overview/top-volume-reports-the-volume",
    "A leader's value is told in full thousands.",
    telling({ value: ({ value }) => Math.floor(value / 1000) * 1000 }),
  ),
  plain(
    "overview-leader-reference-is-nothing",
    "overview/top-volume-reports-the-reference",
    "A leader's previous value is always zero.",
    telling({ previous_value: () => 0 }),
  ),
  subtle(
    "overview-leader-reference-at-most-the-value",
    "overview/top-volume-reports-the-reference",
    "A leader's previous value is told as a quarter of its value.",
    telling({ previous_value: ({ value, previous }) => (previous === 0 ? 0 : Math.round(value / 4)) }),
  ),
  plain(
    "overview-delta-is-the-ratio",
    "overview/delta-is-the-change-in-percent",
    "The delta is what the volume is of the reference, in percent.",
    () => ({ delta: (value, previous) => (previous === 0 ? null : (value / previous) * 100) }),
  ),
  subtle(
    "overview-delta-never-falls",
    "overview/delta-is-the-change-in-percent",
    "The delta of a volume that fell is zero.",
    ({ delta }) => ({
      delta: (value, previous) => {
        const usual = delta(value, previous);
        return usual === null ? null : Math.max(0, usual);
      },
    }),
  ),
  plain(
    "overview-delta-zero-without-reference",
    "overview/delta-null-without-reference",
    "Without a reference the delta is zero.",
    ({ delta }) => ({ delta: (value, previous) => delta(value, previous) ?? 0 }),
  ),
];
