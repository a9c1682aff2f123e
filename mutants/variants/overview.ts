import type { ConnectRoute } from "../../emulator/areas/connect/parts.ts";
import { settingsOf } from "../../emulator/areas/connect/settings.ts";
import { coded, only, validationFailed } from "../../emulator/kernel/answers.ts";
import { alsoRefusing, connecting, readingAs } from "../connect/parts.ts";
import { type Replace, type Variant, inOrder } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { type Overview, overviewing, shown } from "./parts/overview.ts";
import { variant } from "./parts/variant.ts";
import { entry } from "../part.ts";

/** The overview with its query changed before anybody reads it. */
const asked = (
  change: (query: Readonly<Record<string, readonly string[]>>, usual: Overview) => typeof query,
): Replace =>
  overviewing((usual) =>
    readingAs(usual, (input) => ({
      ...input,
      command: { ...input.command, query: change(input.command.query, usual) },
    })),
  );

const NAMES = ["range", "granularity", "comparison"] as const;

/** The parts with the leaders of both lists changed. */
const leaders = (change: (all: unknown[]) => unknown[]): Replace =>
  shown((body) => {
    for (const name of ["top_volume", "top_growth"]) {
      const all = body[name];
      if (Array.isArray(all)) body[name] = change(all as unknown[]);
    }
  });

/** Other choices at the open points in `spec/areas/overview.yaml`. */
export const overviewVariants: readonly Variant[] = [
  variant(
    "thirty-days-are-days",
    "overview-default-granularity-30d",
    "A window of thirty days is reported by the day unless the request asks for weeks",
    asked((query) =>
      query["range"]?.at(-1) === "30d" && query["granularity"] === undefined
        ? { ...query, granularity: ["day"] }
        : query,
    ),
  ),
  variant(
    "weeks-for-half-a-year",
    "overview-week-ranges",
    "Weeks go with six months only",
    overviewing(({ compatible }) => ({
      compatible: { "30d": ["day"], "6m": compatible["6m"], "12m": ["month"] },
    })),
  ),
  {
    ...variant(
      "weeks-for-thirty-days",
      "overview-week-ranges",
      "Weeks go with thirty days only",
      overviewing(({ compatible }) => ({
        compatible: { "30d": compatible["30d"], "6m": ["month"], "12m": ["month"] },
      })),
    ),
    // Beside the one for half a year, weeks would go with no range.
    alone: true,
  },
  variant(
    "three-lead",
    "overview-leader-count",
    "Three vendors lead at the most",
    leaders((all) => all.slice(0, 3)),
  ),
  variant(
    "twice-is-refused",
    "overview-repeated-parameters",
    "A parameter that is given twice is refused",
    overviewing((usual) =>
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
    "An unknown range, granularity or comparison is ignored",
    asked((query, { choices }) =>
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
        const refused = <Route extends ConnectRoute>(route: Route): Route => ({
          ...route,
          ...alsoRefusing(route, ({ state, command: { caller } }) =>
            settingsOf(state, caller.accountId).connectMode === null
              ? only(coded(422, "connect.controller_mode_unset", "Connect is not activated"))
              : undefined,
          ),
        });
        return inOrder(
          connecting(({ overview, listAccounts, payoutSchedule }) => ({
            overview: refused(overview),
            listAccounts: refused(listAccounts),
            payoutSchedule: { ...payoutSchedule, replace: refused(payoutSchedule.replace) },
          })),
          entry("merchantSetups", "connect", (setUp) => (merchant, options, context) => {
            const isFirst = merchant.name === "First merchant";
            return setUp(merchant, isFirst ? { ...options, connectMode: null } : options, context);
          }),
        )(parts);
      },
    ),
    alone: true,
  },
  variant(
    "no-overview-without-connect",
    "overview-not-activated",
    "A merchant without Connect is refused the overview",
    overviewing((usual) =>
      alsoRefusing(usual, ({ state, command, parts: { activation } }) => {
        const { presenter } = activation.retrieve;
        const settings = settingsOf(state, command.caller.accountId);
        return presenter["connect_mode"]?.(settings) === null
          ? only(coded(422, "connect.controller_mode_unset", "Connect is not activated"))
          : undefined;
      }),
    ),
  ),
  variant(
    "overview-currency-in-capitals",
    "overview-currency-casing",
    "The currency of the overview is in capital letters",
    shown((body) => {
      body["currency"] = String(body["currency"]).toUpperCase();
    }),
  ),
  variant(
    "whole-percents",
    "overview-delta-rounding",
    "Percentages are whole",
    overviewing(({ delta }) => ({
      delta: (value, previous) => {
        const exact = delta(value, previous);
        return exact === null ? null : Math.round(exact);
      },
    })),
  ),
  variant(
    "percents-to-the-last-digit",
    "overview-delta-rounding",
    "Percentages are not rounded",
    overviewing(() => ({
      delta: (value, previous) => (previous === 0 ? null : ((value - previous) / previous) * 100),
    })),
  ),
  variant(
    "growth-by-difference",
    "overview-growth-measure",
    "Those who grew by the most francs lead by growth",
    overviewing(({ leaders: usual }) => ({
      leaders: {
        ...usual,
        growth: (all) =>
          all.filter(({ value }) => value > 0).sort((a, b) => b.value - b.previous - (a.value - a.previous)),
      },
    })),
  ),
  variant(
    "growth-in-charges",
    "overview-growth-measure",
    "The values of those who lead by growth are numbers of charges, which have no reference",
    shown((body) => {
      const all = body["top_growth"];
      if (Array.isArray(all))
        body["top_growth"] = all
          .filter(isObject)
          .map((leader) => ({ ...leader, value: 1, previous_value: null, delta: null }));
    }),
  ),
  variant(
    "leaders-backwards",
    "overview-leader-order",
    "The largest of the leaders comes last",
    leaders((all) => all.toReversed()),
  ),
  variant(
    "leaders-countries-in-small-letters",
    "overview-leader-country-casing",
    "The country of a leader is in small letters",
    leaders((all) =>
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
    "The reference is empty if no vendor had a volume; a vendor that starts beside others grew by a hundred percent",
    overviewing(({ leaders: usual }) => {
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
  ),
];
