import type { OverviewParts } from "../../emulator/areas/connect/parts.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { settingsOf } from "../../emulator/areas/connect/settings.ts";
import { coded, only, validationFailed } from "../../emulator/kernel/answers.ts";
import { alsoRefusing, connectPart, readingAs } from "../connect/parts.ts";
import { type Replace, type Variant, inOrder } from "../mutant.ts";
import { named } from "../named.ts";
import { shown } from "./parts/overview.ts";
import { isObject } from "../shared/answers.ts";
import { entry } from "../part.ts";

type Query = Readonly<Record<string, readonly string[]>>;

/** Changes the query of an overview before it is validated. */
const asked = (change: (query: Query, overview: OverviewParts) => Query): Replace =>
  readingAs("overview", (input) => ({
    ...input,
    command: { ...input.command, query: change(input.command.query, input.parts.overview) },
  }));

const NAMES = ["range", "granularity", "comparison"] as const;

/** Changes the leaders of both lists. */
const leaders = (change: (all: unknown[]) => unknown[]): Replace =>
  shown((body) => {
    for (const name of ["top_volume", "top_growth"]) {
      const all = body[name];
      if (Array.isArray(all)) body[name] = change(all as unknown[]);
    }
  });

/** Other choices at the open points in `spec/areas/overview.yaml`. */
export const variants = named<Variant>({
  "thirty-days-are-days": {
    openPoints: ["overview-default-granularity-30d"],
    what: "A window of thirty days is by day unless the request has weeks",
    replace: asked((query) =>
      query["range"]?.at(-1) === "30d" && query["granularity"] === undefined
        ? { ...query, granularity: ["day"] }
        : query,
    ),
  },
  "weeks-for-half-a-year": {
    openPoints: ["overview-week-ranges"],
    what: "Weeks are accepted only with six months",
    replace: connectPart("overview", ({ compatible }): Partial<OverviewParts> => ({
      compatible: { "30d": ["day"], "6m": compatible["6m"], "12m": ["month"] },
    })),
  },
  "weeks-for-thirty-days": {
    openPoints: ["overview-week-ranges"],
    what: "Weeks are accepted only with thirty days",
    // Combined with the variant for six months, no range would accept weeks.
    alone: true,
    replace: connectPart("overview", ({ compatible }): Partial<OverviewParts> => ({
      compatible: { "30d": compatible["30d"], "6m": ["month"], "12m": ["month"] },
    })),
  },
  "three-lead": {
    openPoints: ["overview-leader-count"],
    what: "There are at most three leaders",
    replace: leaders((all) => all.slice(0, 3)),
  },
  "twice-is-refused": {
    openPoints: ["overview-repeated-parameters"],
    what: "A parameter that occurs twice is refused",
    replace: alsoRefusing("overview", ({ command }) => {
      const twice = NAMES.find((name) => (command.query[name]?.length ?? 0) > 1);
      return twice === undefined
        ? undefined
        : only(validationFailed(422, [{ rule: "once", field: twice, message: "once failed" }]));
    }),
  },
  "unknown-words-are-defaults": {
    openPoints: ["overview-unknown-values"],
    what: "An unknown range, granularity or comparison is ignored",
    replace: asked((query, { choices }) =>
      Object.fromEntries(
        Object.entries(query).filter(
          ([name, values]) =>
            !(NAMES as readonly string[]).includes(name) ||
            choices[name as (typeof NAMES)[number]].includes(values.at(-1) ?? ""),
        ),
      ),
    ),
  },
  "nothing-without-connect": {
    openPoints: ["overview-not-activated", "connect-relayed-codes"],
    what: "The merchant of the profile has not activated Connect, and gets only the routes that answer without it",
    alone: true,
    replace: inOrder(
      ...(["overview", "listAccounts", "payoutSchedule.replace"] as const).map((place) =>
        alsoRefusing(place, ({ state, command: { caller } }) =>
          settingsOf(state, caller.accountId).connectMode === null
            ? only(coded(422, "connect.controller_mode_unset", "Connect is not activated"))
            : undefined,
        ),
      ),
      entry("merchantSetups", "connect", (setUp) => (merchant, options, context) => {
        const isFirst = merchant.name === "First merchant";
        return setUp(merchant, isFirst ? { ...options, connectMode: null } : options, context);
      }),
    ),
  },
  "no-overview-without-connect": {
    openPoints: ["overview-not-activated"],
    what: "A merchant without Connect is refused the overview",
    replace: alsoRefusing("overview", ({ state, command, parts: { activation } }) => {
      const { presenter } = activation.retrieve;
      const settings = settingsOf(state, command.caller.accountId);
      return presenter["connect_mode"]?.(settings) === null
        ? only(coded(422, "connect.controller_mode_unset", "Connect is not activated"))
        : undefined;
    }),
  },
  "overview-currency-in-capitals": {
    openPoints: ["overview-currency-casing"],
    what: "The currency of the overview is in uppercase",
    replace: shown((body) => {
      body["currency"] = String(body["currency"]).toUpperCase();
    }),
  },
  "whole-percents": {
    openPoints: ["overview-delta-rounding"],
    what: "Percentages are whole numbers",
    replace: connectPart("overview", ({ delta }) => ({
      delta: (value, previous) => {
        const exact = delta(value, previous);
        return exact === null ? null : Math.round(exact);
      },
    })),
  },
  "percents-to-the-last-digit": {
    openPoints: ["overview-delta-rounding"],
    what: "Percentages are not rounded",
    replace: connectPart("overview", () => ({
      delta: (value, previous) => (previous === 0 ? null : ((value - previous) / previous) * 100),
    })),
  },
  "charges-of-deleted-vendors-do-not-count": {
    openPoints: ["overview-deleted-vendors"],
    what: "The charges of a deleted vendor no longer count in the gross volume",
    replace: connectPart("overview", ({ volume }) => ({
      volume: (state, caller) =>
        volume(state, caller).filter(({ vendor }) => state.get(vendors, vendor)?.deletedAt === null),
    })),
  },
  "growth-by-difference": {
    openPoints: ["overview-growth-measure"],
    what: "The leaders by growth are those that grew by the largest amount",
    replace: connectPart("overview", ({ leaders: usual }) => ({
      leaders: {
        ...usual,
        growth: (all) =>
          all.filter(({ value }) => value > 0).sort((a, b) => b.value - b.previous - (a.value - a.previous)),
      },
    })),
  },
  "growth-in-charges": {
    openPoints: ["overview-growth-measure"],
    what: "The values of the leaders by growth are numbers of charges, without a reference",
    replace: shown((body) => {
      const all = body["top_growth"];
      if (Array.isArray(all))
        body["top_growth"] = all
          .filter(isObject)
          .map((leader) => ({ ...leader, value: 1, previous_value: null, delta: null }));
    }),
  },
  "leaders-backwards": {
    openPoints: ["overview-leader-order"],
    what: "The largest of the leaders comes last",
    replace: leaders((all) => all.toReversed()),
  },
  "leaders-countries-in-small-letters": {
    openPoints: ["overview-leader-country-casing"],
    what: "The country of a leader is in lowercase",
    replace: leaders((all) =>
      all.map((leader) =>
        isObject(leader) && typeof leader["country"] === "string"
          ? { ...leader, country: leader["country"].toLowerCase() }
          : leader,
      ),
    ),
  },
  "growth-from-nothing": {
    openPoints: ["overview-empty-reference"],
    what: "The reference is empty if no vendor had a volume; a vendor without one grew by 100 percent if others had one",
    replace: connectPart("overview", ({ leaders: usual }) => {
      const begun = (all: Parameters<typeof usual.volume>[0]) => {
        const hasReference = all.some(({ previous }) => previous > 0);
        return all.map((leader) =>
          leader.delta === null && hasReference ? { ...leader, delta: 100 } : leader,
        );
      };
      return {
        leaders: {
          ...usual,
          volume: (all) => usual.volume(begun(all)),
          growth: (all) => usual.growth(begun(all)),
        },
      };
    }),
  },
});
