import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { connectPart } from "../connect/parts.ts";
import type { Placed } from "../faults/answers.ts";
import { where } from "../faults/fields.ts";
import { as, constantly } from "../faults/values.ts";
import { byId, named, part } from "../mutant.ts";
import { objectsIn } from "../shared/answers.ts";
import { overview } from "./parts.ts";

const VOLUME = "top-volume-reports-the-volume";
const REFERENCE = "top-volume-reports-the-reference";
const CHANGE = "delta-is-the-change-in-percent";

const number = (words: string, change: (usual: number) => number) =>
  as(words, (usual) => change(Number(usual)));
const text = (words: string, change: (usual: string) => string) =>
  as(words, (usual) => change(String(usual)));
const ofTheFirst = (field: string) =>
  as<Placed>("that of the first", (_usual, { body }) => objectsIn(body, "top_volume")[0]?.[field]);
const second = where(
  "of the second",
  ({ body, holder }: Placed) => objectsIn(body, "top_volume")[1] === holder,
);
const byDay = number("by day", (value) => Math.round(value / 30));
const inThousands = number("in full thousands", (value) => Math.floor(value / 1_000) * 1_000);
const quarter = as<Placed>("a quarter of the value", (usual, { holder }) =>
  usual === 0 ? 0 : Math.round(Number(holder["value"]) / 4),
);
const ratio = as<Placed>("the ratio in percent", (usual, { holder }) =>
  usual === null ? null : (Number(holder["value"]) / Number(holder["previous_value"])) * 100,
);
const neverNegative = as("zero at least", (delta) => (delta === null ? null : Math.max(0, Number(delta))));
const inGabon = constantly("GA");
const withoutAccents = text("without accents", (name) => name.normalize("NFD").replace(/\p{M}/gu, ""));
const escaped = text("escaped for HTML", (name) => name.replaceAll("&", "&amp;").replaceAll('"', "&quot;"));

export const mutants = named({
  ...byId([
    overview.gives("top_volume[].value", VOLUME, byDay),
    overview.gives("top_volume[].value", VOLUME, inThousands),
    overview.gives("top_volume[].value", VOLUME, ofTheFirst("value"), second),
    overview.gives("top_volume[].previous_value", REFERENCE, constantly(0)),
    overview.gives("top_volume[].previous_value", REFERENCE, quarter),
    overview.gives("top_volume[].delta", CHANGE, ratio),
    overview.gives("top_volume[].delta", CHANGE, neverNegative),
    overview.gives(
      "top_volume[].delta",
      "delta-null-without-reference",
      as("0 instead of null", (delta) => delta ?? 0),
    ),
    overview.gives(
      "top_growth[].delta",
      "delta-null-without-reference",
      as("100 instead of null", (delta) => delta ?? 100),
    ),
    overview.gives("top_volume[].country", "leader-country-is-the-vendors", inGabon),
    overview.gives("top_growth[].country", "leader-country-is-the-vendors", inGabon),
    overview.gives("top_volume[].name", "leader-name-has-every-character", withoutAccents),
    overview.gives("top_volume[].name", "leader-name-has-every-character", escaped),
    overview.gives("top_volume[].name", "leader-name-is-not-another-vendors", ofTheFirst("name")),
    overview.gives("top_volume[].name", "leader-name-is-not-another-vendors", ofTheFirst("name"), second),
  ]),
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
  "overview-leaders-with-one-volume-are-one": {
    violates: ["overview/top-volume-holds-the-largest"],
    summary: "Of vendors with the same volume, only the last leads.",
    replace: part(["connect", "overview", "leaders"], ({ volume }) => ({
      volume: (all) => [...new Map(volume(all).map((leader) => [leader.value, leader])).values()],
    })),
  },
});
