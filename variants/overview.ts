import type { OverviewParts } from "../emulator/areas/connect/parts.ts";
import type { Granularity } from "../emulator/areas/connect/periods.ts";
import { settingsOf } from "../emulator/areas/connect/settings.ts";
import { vendors } from "../emulator/areas/connect/vendor.ts";
import { coded, only, validationFailed } from "../emulator/kernel/answers.ts";
import { alsoRefusing, connectPart, readingAs } from "../mutants/connect/parts.ts";
import { entry, inOrder, named, part, type Replace } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { answering, type Body, isObject } from "../mutants/shared/answers.ts";
import { shown } from "./parts.ts";

const BOUNDS = ["from", "to", "previous_from", "previous_to"];

/** Changes the reported bounds of both windows. */
const bounds = (change: (bound: string, name: string) => string): Replace =>
  shown((body) => {
    const { period } = body;
    if (!isObject(period)) return;
    for (const name of BOUNDS) period[name] = change(String(period[name]), name);
  });

/** Changes the dates of all points. */
const points = (change: (date: string, at: number) => string): Replace =>
  shown((body) => {
    for (const name of ["gross_volume", "new_accounts"]) {
      const series = body[name];
      const all = isObject(series) ? series["points"] : undefined;
      if (!Array.isArray(all)) continue;
      for (const [at, point] of all.filter(isObject).entries())
        point["date"] = change(String(point["date"]), at);
    }
  });

function* previousValues(body: Body): Iterable<{ readonly at: Body; readonly name: string }> {
  for (const figure of ["gross_volume", "new_accounts"]) {
    const series = body[figure];
    for (const at of isObject(series) ? objectsIn(series["points"]) : []) yield { at, name: "previous" };
  }
  for (const leaders of ["top_volume", "top_growth"])
    for (const at of objectsIn(body[leaders])) yield { at, name: "previous_value" };
}

const objectsIn = (list: unknown): readonly Body[] => (Array.isArray(list) ? list.filter(isObject) : []);

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
  "nothing-before-is-null": {
    openPoints: ["overview-folding", "overview-empty-reference"],
    what: "An overview reports null instead of zero for an empty reference",
    replace: answering(["retrieveOverview"], 200, (body) => {
      for (const { name, at } of previousValues(body)) if (at[name] === 0) at[name] = null;
    }),
  },
  "thirty-days-a-year-earlier-are-thirty": {
    openPoints: ["overview-leap-days"],
    what: "Across 29 February, the reference one year earlier also has thirty days, and ends one year earlier",
    replace: connectPart("overview", ({ references }) => ({
      references: {
        ...references,
        previous_year: (window, length) => {
          const usual = references.previous_year(window, length);
          return "days" in length ? { ...usual, from: usual.to - (window.to - window.from) } : usual;
        },
      },
    })),
  },
  "windows-end-now": {
    openPoints: ["overview-window-anchor"],
    what: "A window ends at the time of the request",
    replace: connectPart("overview", ({ references }) => {
      const earlierBy = (length: Parameters<typeof references.previous_period>[1], to: number): number =>
        references.previous_period({ from: to, to }, length).from;
      // The window includes the millisecond of the request.
      return { window: (length, now) => ({ from: earlierBy(length, now + 1), to: now + 1 }) };
    }),
  },
  "reference-as-long-as-what-has-passed": {
    openPoints: ["overview-reference-length", "overview-window-anchor"],
    what: "A window ends with the moment of the request, in its last day or month; the period before is as long, and bounds are in whole seconds",
    replace: inOrder(
      connectPart("overview", ({ window }) => ({
        window: (length, now) => ({ ...window(length, now), to: now + 1 }),
      })),
      part(["connect", "overview", "references"], () => ({
        previous_period: ({ from, to }) => ({ from: from - (to - from), to: from }),
      })),
      bounds((bound) => `${bound.slice(0, 19)}Z`),
    ),
  },
  "windows-of-complete-steps": {
    openPoints: ["overview-window-anchor"],
    what: "A window ends with the last complete day or month",
    replace: connectPart("overview", ({ window }) => ({
      window: (length, now) => {
        const today = Math.floor(now / 86_400_000) * 86_400_000;
        const midnight = "days" in length ? today : today - (new Date(today).getUTCDate() - 1) * 86_400_000;
        return window(length, midnight - 1);
      },
    })),
  },
  "windows-with-a-step-of-now": {
    openPoints: ["overview-window-anchor"],
    what: "A window has the complete days or months of its range, plus the current partial one",
    // Combined with windows that end at full days, its last step would be complete.
    alone: true,
    replace: connectPart("overview", ({ references }) => ({
      window: (length, now) => {
        const today = Math.floor(now / 86_400_000) * 86_400_000;
        const start = "days" in length ? today : today - (new Date(today).getUTCDate() - 1) * 86_400_000;
        return { from: references.previous_period({ from: start, to: start }, length).from, to: now + 1 };
      },
    })),
  },
  "windows-end-with-the-request": {
    openPoints: ["overview-window-anchor", "overview-instant-form"],
    what: "A window includes the time of the request; the period before it ends a millisecond before its start",
    // Combined with inclusive ends, a millisecond would be in no window.
    alone: true,
    replace: inOrder(
      connectPart("overview", ({ references }) => ({
        window: (length, now) => ({
          from: references.previous_period({ from: now, to: now }, length).from,
          to: now,
        }),
        within: ({ from, to }, at) => at >= from && at <= to,
      })),
      shown(({ period }) => {
        if (isObject(period) && period["comparison"] === "previous_period")
          period["previous_to"] = new Date(Date.parse(String(period["previous_to"])) - 1).toISOString();
      }),
    ),
  },
  "thirty-days-end-with-the-month": {
    openPoints: ["overview-window-anchor"],
    what: "A window of thirty days ends at the end of the month, like the others",
    replace: connectPart("overview", ({ window }) => ({
      window: (length, now) => {
        const { to } = window({ months: 1 }, now);
        return "days" in length ? { from: to - length.days * 86_400_000, to } : window(length, now);
      },
    })),
  },
  "whole-weeks-only": {
    openPoints: ["overview-step-count"],
    what: "By weeks, there is a point for each complete week; the total still covers the whole window",
    replace: shown(({ period, ...body }) => {
      if (!isObject(period) || period["granularity"] !== "week") return;
      const length = Date.parse(String(period["to"])) - Date.parse(String(period["from"]));
      for (const name of ["gross_volume", "new_accounts"]) {
        const series = body[name];
        const all = isObject(series) ? series["points"] : undefined;
        if (Array.isArray(all)) all.splice(Math.floor(length / (7 * 86_400_000)));
      }
    }),
  },
  "cut-steps-are-no-steps": {
    openPoints: ["overview-step-count"],
    what: "A partial step at the end of a window is merged into the step before",
    replace: connectPart("overview", ({ steps }) => ({
      steps: (window, granularity) => {
        const all = steps(window, granularity);
        const last = all.at(-1) ?? window.from;
        const length: Record<Granularity, number> = { day: 1, week: 7, month: 28 };
        const whole = window.to - last >= length[granularity] * 86_400_000;
        return whole || all.length < 2 ? all : all.slice(0, -1);
      },
    })),
  },
  "surplus-of-the-reference-not-reported": {
    openPoints: ["overview-folding"],
    what: "Values of the reference after its last step count only in the total",
    replace: connectPart("overview", ({ fold }) => ({
      // A step outside the window: it counts in the total, and no point shows it.
      fold: (referenceSteps, steps, at) =>
        referenceSteps.length > steps.length && at >= (referenceSteps[steps.length] ?? Infinity)
          ? steps.length
          : fold(referenceSteps, steps, at),
    })),
  },
  "windows-of-days": {
    openPoints: ["overview-instant-form"],
    what: "The bounds of the windows are calendar dates",
    // A window of another variant may end during a day.
    replace: bounds((bound) => (/T00:00:00/.test(bound) ? bound.slice(0, 10) : bound)),
  },
  "windows-with-their-end": {
    openPoints: ["overview-instant-form"],
    what: "The end of a window is inclusive",
    replace: bounds((bound, name) =>
      // Another variant shows days.
      name.endsWith("to") && bound.includes("T") ? new Date(Date.parse(bound) - 1).toISOString() : bound,
    ),
  },
  "points-are-instants": {
    openPoints: ["overview-point-dates"],
    what: "The date of a point is a time",
    replace: points((date) => `${date}T00:00:00Z`),
  },
  "points-have-names": {
    openPoints: ["overview-point-dates"],
    what: "The date of a point is the name of its step",
    replace: points((date, at) => `${date.slice(0, 4)}, step ${at + 1}`),
  },
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
    incomplete: "The user can activate Connect for the account of the profile.",
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
