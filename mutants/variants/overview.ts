import type { Granularity } from "../../emulator/areas/connect/periods.ts";
import type { ConnectRoute } from "../../emulator/areas/connect/guard.ts";
import { settingsOf } from "../../emulator/areas/connect/settings.ts";
import type { Parts } from "../../emulator/index.ts";
import { coded, only, validationFailed } from "../../emulator/kernel/answers.ts";
import { alsoRefusing, connecting, readingAs } from "../connect/parts.ts";
import type { Variant } from "../mutant.ts";
import { type Body, isObject } from "../shared/answers.ts";
import { answering, variant } from "../shared/variants.ts";

type Overview = Parts["connect"]["overview"];

const overviewing = (parts: Parts, change: (usual: Overview) => Partial<Overview>): Parts =>
  connecting(parts, ({ overview }) => ({ overview: { ...overview, ...change(overview) } }));

const shown = (parts: Parts, change: (body: Body) => void): Parts =>
  answering(parts, ["retrieveOverview"], 200, change);

/** The overview with its query changed before anybody reads it. */
const asked = (
  parts: Parts,
  change: (query: Readonly<Record<string, readonly string[]>>, usual: Overview) => typeof query,
): Parts =>
  overviewing(parts, (usual) =>
    readingAs(usual, (input) => ({
      ...input,
      command: { ...input.command, query: change(input.command.query, usual) },
    })),
  );

const NAMES = ["range", "granularity", "comparison"] as const;
const BOUNDS = ["from", "to", "previous_from", "previous_to"];

/** The bounds of both windows, told otherwise. */
const bounds = (parts: Parts, change: (bound: string, name: string) => string): Parts =>
  shown(parts, (body) => {
    const { period } = body;
    if (!isObject(period)) return;
    for (const name of BOUNDS) period[name] = change(String(period[name]), name);
  });

/** The leaders of both lists, told otherwise. */
const leaders = (parts: Parts, change: (all: unknown[]) => unknown[]): Parts =>
  shown(parts, (body) => {
    for (const name of ["top_volume", "top_growth"]) {
      const all = body[name];
      if (Array.isArray(all)) body[name] = change(all as unknown[]);
    }
  });

/** The dates of all points, told otherwise. */
const points = (parts: Parts, change: (date: string, at: number) => string): Parts =>
  shown(parts, (body) => {
    for (const name of ["gross_volume", "new_accounts"]) {
      const series = body[name];
      const all = isObject(series) ? series["points"] : undefined;
      if (!Array.isArray(all)) continue;
      for (const [at, point] of all.filter(isObject).entries())
        point["date"] = change(String(point["date"]), at);
    }
  });

const windows: readonly Variant[] = [
  variant(
    "windows-end-now",
    "overview-window-anchor",
    "A window ends with the moment of the request",
    (parts) =>
      overviewing(parts, ({ references }) => {
        const earlierBy = (length: Parameters<typeof references.previous_period>[1], to: number): number =>
          references.previous_period({ from: to, to }, length).from;
        // The millisecond of the request itself belongs to the window.
        return { window: (length, now) => ({ from: earlierBy(length, now + 1), to: now + 1 }) };
      }),
  ),
  variant(
    "windows-of-complete-steps",
    "overview-window-anchor",
    "A window ends with the last complete day or month",
    (parts) =>
      overviewing(parts, ({ window }) => ({
        window: (length, now) => {
          const today = Math.floor(now / 86_400_000) * 86_400_000;
          const midnight = "days" in length ? today : today - (new Date(today).getUTCDate() - 1) * 86_400_000;
          return window(length, midnight - 1);
        },
      })),
  ),
  {
    // Beside windows of days, its last step would be a whole one.
    alone: true,
    ...variant(
      "windows-with-a-step-of-now",
      "overview-window-anchor",
      "A window has the complete days or months that its range asks for, and what has passed of the current one",
      (parts) =>
        overviewing(parts, ({ references }) => ({
          window: (length, now) => {
            const today = Math.floor(now / 86_400_000) * 86_400_000;
            const start = "days" in length ? today : today - (new Date(today).getUTCDate() - 1) * 86_400_000;
            return { from: references.previous_period({ from: start, to: start }, length).from, to: now + 1 };
          },
        })),
    ),
  },
  variant(
    "windows-end-with-the-request",
    ["overview-window-anchor", "overview-instant-form"],
    "A window ends with the moment of the request, which belongs to it; the period before ends a millisecond before it begins",
    (parts) =>
      shown(
        overviewing(parts, ({ references }) => ({
          window: (length, now) => ({
            from: references.previous_period({ from: now, to: now }, length).from,
            to: now,
          }),
          within: ({ from, to }, at) => at >= from && at <= to,
        })),
        ({ period }) => {
          if (isObject(period) && period["comparison"] === "previous_period")
            period["previous_to"] = new Date(Date.parse(String(period["previous_to"])) - 1).toISOString();
        },
      ),
  ),
  variant(
    "thirty-days-end-with-the-month",
    "overview-window-anchor",
    "A window of thirty days ends with the month, as the others do",
    (parts) =>
      overviewing(parts, ({ window }) => ({
        window: (length, now) => {
          const { to } = window({ months: 1 }, now);
          return "days" in length ? { from: to - length.days * 86_400_000, to } : window(length, now);
        },
      })),
  ),
  variant(
    "whole-weeks-only",
    "overview-step-count",
    "By weeks there is a point for each whole week; the total is that of the window all the same",
    (parts) =>
      shown(parts, ({ period, ...body }) => {
        if (!isObject(period) || period["granularity"] !== "week") return;
        const length = Date.parse(String(period["to"])) - Date.parse(String(period["from"]));
        for (const name of ["gross_volume", "new_accounts"]) {
          const series = body[name];
          const all = isObject(series) ? series["points"] : undefined;
          if (Array.isArray(all)) all.splice(Math.floor(length / (7 * 86_400_000)));
        }
      }),
  ),
  variant(
    "cut-steps-are-no-steps",
    "overview-step-count",
    "What a window cuts off a step belongs to the step before",
    (parts) =>
      overviewing(parts, ({ steps }) => ({
        steps: (window, granularity) => {
          const all = steps(window, granularity);
          const last = all.at(-1) ?? window.from;
          const length: Record<Granularity, number> = { day: 1, week: 7, month: 28 };
          const whole = window.to - last >= length[granularity] * 86_400_000;
          return whole || all.length < 2 ? all : all.slice(0, -1);
        },
      })),
  ),
  variant(
    "surplus-of-the-reference-untold",
    "overview-folding",
    "What happened in the reference after its last step goes into the total alone",
    (parts) =>
      overviewing(parts, ({ fold }) => ({
        // A step beyond the window's: it counts, and no point shows it.
        fold: (referenceSteps, steps, at) =>
          referenceSteps.length > steps.length && at >= (referenceSteps[steps.length] ?? Infinity)
            ? steps.length
            : fold(referenceSteps, steps, at),
      })),
  ),
  variant(
    "windows-of-days",
    "overview-instant-form",
    "The bounds of the windows are calendar dates",
    (parts) => bounds(parts, (bound) => bound.slice(0, 10)),
  ),
  variant("windows-with-their-end", "overview-instant-form", "The end of a window belongs to it", (parts) =>
    bounds(parts, (bound, name) =>
      name.endsWith("to") ? new Date(Date.parse(bound) - 1).toISOString() : bound,
    ),
  ),
  variant("points-are-instants", "overview-point-dates", "The date of a point is an instant", (parts) =>
    points(parts, (date) => `${date}T00:00:00Z`),
  ),
  variant(
    "points-have-names",
    "overview-point-dates",
    "The date of a point is the name of its step",
    (parts) => points(parts, (date, at) => `${date.slice(0, 4)}, step ${at + 1}`),
  ),
];

const parameters: readonly Variant[] = [
  variant(
    "thirty-days-are-days",
    "overview-default-granularity-30d",
    "A window of thirty days is told by the day unless somebody asks for weeks",
    (parts) =>
      asked(parts, (query) =>
        query["range"]?.at(-1) === "30d" && query["granularity"] === undefined
          ? { ...query, granularity: ["day"] }
          : query,
      ),
  ),
  variant("weeks-for-half-a-year", "overview-week-ranges", "Weeks go with six months only", (parts) =>
    overviewing(parts, ({ compatible }) => ({
      compatible: { "30d": ["day"], "6m": compatible["6m"], "12m": ["month"] },
    })),
  ),
  variant("weeks-for-thirty-days", "overview-week-ranges", "Weeks go with thirty days only", (parts) =>
    overviewing(parts, ({ compatible }) => ({
      compatible: { "30d": compatible["30d"], "6m": ["month"], "12m": ["month"] },
    })),
  ),
  variant("three-lead", "overview-leader-count", "Three vendors lead at the most", (parts) =>
    leaders(parts, (all) => all.slice(0, 3)),
  ),
  variant(
    "twice-is-refused",
    "overview-repeated-parameters",
    "A parameter that is given twice is refused",
    (parts) =>
      overviewing(parts, (usual) =>
        alsoRefusing(usual, ({ command }) => {
          const twice = NAMES.find((name) => (command.query[name]?.length ?? 0) > 1);
          return twice === undefined
            ? undefined
            : only(validationFailed(422, [{ rule: "once", field: twice, message: "once failed" }]));
        }),
      ),
  ),
  variant(
    "unknown-words-are-defaults",
    "overview-unknown-values",
    "A range, granularity or comparison that nobody knows is as if it was not there",
    (parts) =>
      asked(parts, (query, { choices }) =>
        Object.fromEntries(
          Object.entries(query).filter(
            ([name, values]) =>
              !(NAMES as readonly string[]).includes(name) ||
              choices[name as (typeof NAMES)[number]].includes(values.at(-1) ?? ""),
          ),
        ),
      ),
  ),
  {
    ...variant(
      "nothing-without-connect",
      ["overview-not-activated", "connect-relayed-codes"],
      "The merchant of the profile has not activated Connect, and is refused all of it but what is always answered",
      (parts) => {
        const { connect: setUp } = parts.merchantSetups;
        const refused = <Route extends ConnectRoute>(route: Route): Route => ({
          ...route,
          ...alsoRefusing(route, ({ state, command: { caller } }) =>
            settingsOf(state, caller.accountId).connectMode === null
              ? only(coded(422, "connect.controller_mode_unset", "Connect is not activated"))
              : undefined,
          ),
        });
        return connecting(
          {
            ...parts,
            merchantSetups: {
              ...parts.merchantSetups,
              ...(setUp === undefined
                ? {}
                : {
                    connect: (merchant, options, context) =>
                      setUp(
                        merchant,
                        merchant.name === "First merchant" ? { ...options, connectMode: null } : options,
                        context,
                      ),
                  }),
            },
          },
          ({ overview, listAccounts, payoutSchedule }) => ({
            overview: refused(overview),
            listAccounts: refused(listAccounts),
            payoutSchedule: { ...payoutSchedule, replace: refused(payoutSchedule.replace) },
          }),
        );
      },
    ),
    alone: true,
  },
  variant(
    "no-overview-without-connect",
    "overview-not-activated",
    "A merchant without Connect is refused the overview",
    (parts) =>
      overviewing(parts, (usual) =>
        alsoRefusing(usual, ({ state, command, parts: { activation } }) => {
          const { presenter } = activation.retrieve;
          const settings = settingsOf(state, command.caller.accountId);
          return presenter["connect_mode"]?.(settings) === null
            ? only(coded(422, "connect.controller_mode_unset", "Connect is not activated"))
            : undefined;
        }),
      ),
  ),
];

const figures: readonly Variant[] = [
  variant(
    "overview-currency-in-capitals",
    "overview-currency-casing",
    "The currency of the overview is in capital letters",
    (parts) =>
      shown(parts, (body) => {
        body["currency"] = String(body["currency"]).toUpperCase();
      }),
  ),
  variant("whole-percents", "overview-delta-rounding", "Percentages are whole", (parts) =>
    overviewing(parts, ({ delta }) => ({
      delta: (value, previous) => {
        const exact = delta(value, previous);
        return exact === null ? null : Math.round(exact);
      },
    })),
  ),
  variant("percents-to-the-last-digit", "overview-delta-rounding", "Percentages are not rounded", (parts) =>
    overviewing(parts, () => ({
      delta: (value, previous) => (previous === 0 ? null : ((value - previous) / previous) * 100),
    })),
  ),
  variant(
    "growth-by-difference",
    "overview-growth-measure",
    "Those who grew by the most francs lead by growth",
    (parts) =>
      overviewing(parts, ({ leaders: usual }) => ({
        leaders: {
          ...usual,
          growth: (all) =>
            all
              .filter(({ value }) => value > 0)
              .sort((a, b) => b.value - b.previous - (a.value - a.previous)),
        },
      })),
  ),
  variant(
    "growth-in-charges",
    "overview-growth-measure",
    "The values of those who lead by growth are numbers of charges, which have no reference",
    (parts) =>
      shown(parts, (body) => {
        const all = body["top_growth"];
        if (Array.isArray(all))
          body["top_growth"] = all
            .filter(isObject)
            .map((leader) => ({ ...leader, value: 1, previous_value: null, delta: null }));
      }),
  ),
  variant("leaders-backwards", "overview-leader-order", "The largest of the leaders comes last", (parts) =>
    leaders(parts, (all) => all.toReversed()),
  ),
  variant(
    "leaders-countries-in-small-letters",
    "overview-leader-country-casing",
    "The country of a leader is in small letters",
    (parts) =>
      leaders(parts, (all) =>
        all.map((leader) =>
          isObject(leader) && typeof leader["country"] === "string"
            ? { ...leader, country: leader["country"].toLowerCase() }
            : leader,
        ),
      ),
  ),
  variant(
    "growth-from-nothing",
    "overview-empty-reference",
    "The reference is empty when nobody had anything; who begins beside others grew by a hundred percent",
    (parts) =>
      overviewing(parts, ({ leaders: usual }) => {
        const begun = (all: Parameters<typeof usual.volume>[0]) => {
          const somebody = all.some(({ previous }) => previous > 0);
          return all.map((leader) =>
            leader.delta === null && somebody ? { ...leader, delta: 100 } : leader,
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
  ),
];

/** Open points about the overview (§2.9, §4.6). */
export const overviewVariants: readonly Variant[] = [...windows, ...parameters, ...figures];
