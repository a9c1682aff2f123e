import type { OverviewParts } from "../../emulator/areas/connect/parts.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { connectPart } from "../connect/parts.ts";
import { named, part, type Replace } from "../mutant.ts";

type Leader = OverviewParts["leader"];

const reporting = (change: Partial<Leader>): Replace =>
  connectPart("overview", ({ leader }) => ({ leader: { ...leader, ...change } as Leader }));

const renaming = (change: (name: string) => string): Replace =>
  part(["connect", "overview", "leaders"], (leaders) => ({
    volume: (all) =>
      leaders
        .volume(all)
        .map((one) => ({ ...one, vendor: { ...one.vendor, name: change(one.vendor.name) } })),
  }));

/** Gives each leader by volume the name of another one. */
const naming = (place: (index: number) => number): Replace =>
  part(["connect", "overview", "leaders"], (leaders) => ({
    volume: (all) => {
      const sorted = leaders.volume(all);
      return sorted.map((one, index) => ({
        ...one,
        vendor: { ...one.vendor, name: sorted[place(index)]?.vendor.name ?? one.vendor.name },
      }));
    },
  }));

export const mutants = named({
  "overview-leaders-are-the-smallest": {
    violates: ["overview/top-volume-holds-the-largest"],
    summary: "The leaders by volume are the vendors with the least volume.",
    replace: part(["connect", "overview", "leaders"], (leaders) => ({
      volume: (all) => leaders.volume(all).toReversed(),
    })),
  },
  "overview-leaders-sorted-as-text": {
    violates: ["overview/top-volume-holds-the-largest"],
    summary: "The leaders are sorted by their volumes as strings.",
    replace: part(["connect", "overview", "leaders"], (leaders) => ({
      volume: (all) => leaders.volume(all).toSorted((a, b) => (String(a.value) < String(b.value) ? 1 : -1)),
    })),
  },
  "overview-leaders-lack-the-largest": {
    violates: ["overview/top-volume-holds-the-largest"],
    summary: "With more than four vendors, the first by volume is not a leader.",
    replace: part(["connect", "overview", "leaders"], (leaders) => ({
      volume: (all) => {
        const sorted = leaders.volume(all);
        return sorted.length > leaders.size ? sorted.slice(1) : sorted;
      },
    })),
  },
  "overview-leader-value-per-day": {
    violates: ["overview/top-volume-reports-the-volume"],
    summary: "A leader's value is its volume by day.",
    replace: reporting({ value: ({ value }) => Math.round(value / 30) }),
  },
  "overview-leader-value-in-thousands": {
    violates: ["overview/top-volume-reports-the-volume"],
    summary: "A leader's value is reported in full thousands.",
    replace: reporting({ value: ({ value }) => Math.floor(value / 1000) * 1000 }),
  },
  "overview-second-leader-has-the-first-ones-value": {
    violates: ["overview/top-volume-reports-the-volume"],
    summary: "The second leader by volume is reported with the value of the first.",
    replace: part(["connect", "overview", "leaders"], (leaders) => ({
      volume: (all) => {
        const [first, second, ...others] = leaders.volume(all);
        if (first === undefined || second === undefined) return leaders.volume(all);
        return [first, { ...second, value: first.value }, ...others];
      },
    })),
  },
  "overview-leaders-by-their-names": {
    violates: ["overview/top-volume-reports-the-volume"],
    summary: "The volume of vendors with the same name is that of the first one.",
    replace: connectPart("overview", ({ volume }) => ({
      volume: (state, caller) => {
        const all = state.find(vendors, "owner", ownerOf(caller));
        return volume(state, caller).map((one) => {
          const name = state.get(vendors, one.vendor)?.name;
          return { ...one, vendor: all.find((vendor) => vendor.name === name)?.id ?? one.vendor };
        });
      },
    })),
  },
  "overview-leader-reference-is-nothing": {
    violates: ["overview/top-volume-reports-the-reference"],
    summary: "A leader's previous value is always zero.",
    replace: reporting({ previous_value: () => 0 }),
  },
  "overview-leader-reference-at-most-the-value": {
    violates: ["overview/top-volume-reports-the-reference"],
    summary: "A leader's previous value is reported as a quarter of its value.",
    replace: reporting({
      previous_value: ({ value, previous }) => (previous === 0 ? 0 : Math.round(value / 4)),
    }),
  },
  "overview-delta-is-the-ratio": {
    violates: ["overview/delta-is-the-change-in-percent"],
    summary: "The delta is the volume in percent of the reference.",
    replace: connectPart("overview", () => ({
      delta: (value, previous) => (previous === 0 ? null : (value / previous) * 100),
    })),
  },
  "overview-delta-never-falls": {
    violates: ["overview/delta-is-the-change-in-percent"],
    summary: "The delta of a volume that fell is zero.",
    replace: connectPart("overview", ({ delta }) => ({
      delta: (value, previous) => {
        const usual = delta(value, previous);
        return usual === null ? null : Math.max(0, usual);
      },
    })),
  },
  "overview-delta-zero-without-reference": {
    violates: ["overview/delta-null-without-reference"],
    summary: "Without a reference the delta is zero.",
    replace: connectPart("overview", ({ delta }) => ({
      delta: (value, previous) => delta(value, previous) ?? 0,
    })),
  },
  "overview-growth-of-a-hundred-without-reference": {
    violates: ["overview/delta-null-without-reference"],
    summary: "The delta of a leader by growth is 100 without a reference.",
    replace: part(["connect", "overview", "leaders"], (leaders) => ({
      growth: (all) => leaders.growth(all).map((one) => ({ ...one, delta: one.delta ?? 100 })),
    })),
  },
  "overview-leaders-with-one-volume-are-one": {
    violates: ["overview/top-volume-holds-the-largest"],
    summary: "Of vendors with the same volume, only the last leads.",
    replace: part(["connect", "overview", "leaders"], ({ volume }) => ({
      volume: (all) => [...new Map(volume(all).map((leader) => [leader.value, leader])).values()],
    })),
  },
  "overview-leader-country-is-one": {
    violates: ["overview/leader-country-is-the-vendors"],
    summary: "Every leader is in Gabon.",
    replace: reporting({ country: () => "GA" }),
  },
  "overview-leader-country-is-one-by-growth": {
    violates: ["overview/leader-country-is-the-vendors"],
    summary: "The leaders by growth are in Gabon.",
    replace: part(["connect", "overview", "leaders"], (leaders) => ({
      growth: (all) =>
        leaders.growth(all).map((one) => ({ ...one, vendor: { ...one.vendor, country: "GA" } })),
    })),
  },
  "overview-leader-names-without-accents": {
    violates: ["overview/leader-name-has-every-character"],
    summary: "The names of leaders have no accents.",
    replace: renaming((name) => name.normalize("NFD").replace(/\p{M}/gu, "")),
  },
  "overview-leader-names-escaped-for-html": {
    violates: ["overview/leader-name-has-every-character"],
    summary: "The names of leaders are escaped for HTML.",
    replace: renaming((name) => name.replaceAll("&", "&amp;").replaceAll('"', "&quot;")),
  },
  "overview-leader-names-of-the-first": {
    violates: ["overview/leader-name-is-not-another-vendors"],
    summary: "Every leader has the name of the first one.",
    replace: naming(() => 0),
  },
  "overview-second-leader-has-the-first-ones-name": {
    violates: ["overview/leader-name-is-not-another-vendors"],
    summary: "The second leader by volume has the name of the first one.",
    replace: naming((index) => (index === 1 ? 0 : index)),
  },
});
