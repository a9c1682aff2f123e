import type { OverviewParts } from "../../emulator/areas/connect/parts.ts";
import { json, only } from "../../emulator/kernel/answers.ts";
import { liesAbout } from "../connect/lies.ts";
import { acting, alsoRefusing, answered, refusing } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";

const { plain, subtle } = liesAbout("overview");

type Range = keyof OverviewParts["compatible"];
type Step = OverviewParts["compatible"][Range][number];

const allowing =
  (range: Range, steps: readonly Step[]) =>
  ({ compatible }: OverviewParts): Partial<OverviewParts> => ({
    compatible: { ...compatible, [range]: steps },
  });

/** An overview that states another value of a parameter, when it is one of these. */
const stating =
  (parameter: string, as: (value: unknown) => unknown) =>
  (usual: OverviewParts): Partial<OverviewParts> =>
    acting(usual, (decision) =>
      answered(decision, ({ period }) => {
        if (isObject(period)) period[parameter] = as(period[parameter]);
      }),
    );

/** An overview that refuses what does not go together, in other words. */
const misnaming =
  (rule: string) =>
  (usual: OverviewParts): Partial<OverviewParts> =>
    refusing(usual, "compatible", (refusal) => ({
      ...refusal,
      answer: json(422, { errors: [{ rule, field: "granularity", message: `${rule} validation failed` }] }),
    }));

/** What an overview takes and states of its parameters, wrongly (§4.6). */
export const overviewParameterMutants: readonly Mutant[] = [
  plain(
    "overview-states-twelve-months",
    "overview/range-as-asked",
    "Every overview says that it covers twelve months.",
    stating("range", () => "12m"),
  ),
  subtle(
    "overview-states-half-a-year-for-a-month",
    "overview/range-as-asked",
    "An overview of thirty days says that it covers six months.",
    stating("range", (range) => (range === "30d" ? "6m" : range)),
  ),
  plain(
    "overview-states-months",
    "overview/granularity-as-asked",
    "Every overview says that it goes by month.",
    stating("granularity", () => "month"),
  ),
  subtle(
    "overview-states-days-for-weeks",
    "overview/granularity-as-asked",
    "An overview by weeks says that it goes by day.",
    stating("granularity", (step) => (step === "week" ? "day" : step)),
  ),
  plain(
    "overview-states-previous-year",
    "overview/comparison-as-asked",
    "Every overview says that it refers to the previous year.",
    stating("comparison", () => "previous_year"),
  ),
  plain(
    "overview-range-defaults-to-six-months",
    "overview/range-by-default",
    "Without a range an overview covers six months.",
    ({ defaults }) => ({ defaults: { ...defaults, range: "6m" } }),
  ),
  plain(
    "overview-granularity-defaults-to-week",
    "overview/granularity-by-default",
    "Without a granularity an overview goes by week.",
    ({ defaults }) => ({ defaults: { ...defaults, granularity: "week" } }),
  ),
  plain(
    "overview-comparison-defaults-to-period",
    "overview/comparison-by-default",
    "Without a comparison an overview refers to the period before.",
    ({ defaults }) => ({ defaults: { ...defaults, comparison: "previous_period" } }),
  ),
  plain(
    "overview-takes-days-for-twelve-months",
    "overview/day-with-12m-refused",
    "Twelve months can be had by day.",
    allowing("12m", ["day", "week", "month"]),
  ),
  plain(
    "overview-takes-days-for-six-months",
    "overview/day-with-6m-refused",
    "Six months can be had by day.",
    allowing("6m", ["day", "week", "month"]),
  ),
  plain(
    "overview-takes-months-for-thirty-days",
    "overview/month-with-30d-refused",
    "Thirty days can be had by month.",
    allowing("30d", ["day", "week", "month"]),
  ),
  subtle(
    "overview-misfit-is-an-enum-fault",
    ["overview/day-with-12m-refused", "overview/day-with-6m-refused", "overview/month-with-30d-refused"],
    "What does not go together is refused as if no such granularity existed.",
    misnaming("enum"),
  ),
  subtle(
    "overview-misfit-rule-comes-second",
    "overview/month-with-30d-refused",
    "The rule of a misfit stands in the second error.",
    (usual) =>
      refusing(usual, "compatible", (refusal) =>
        answered(refusal, (body) => {
          if (Array.isArray(body["errors"]))
            body["errors"] = [
              { rule: "invalid", field: "range", message: "invalid" },
              ...(body["errors"] as unknown[]),
            ];
        }),
      ),
  ),
  plain(
    "overview-refuses-days",
    "overview/day-with-30d-admitted",
    "Thirty days are to be had by week only.",
    allowing("30d", ["week"]),
  ),
  plain(
    "overview-refuses-months-for-six-months",
    "overview/month-with-6m-admitted",
    "Six months are to be had by week only.",
    allowing("6m", ["week"]),
  ),
  plain(
    "overview-refuses-months-for-twelve-months",
    "overview/month-with-12m-admitted",
    "Twelve months are to be had by week only.",
    allowing("12m", ["week"]),
  ),
  plain("overview-refuses-weeks", "overview/week-admitted", "Weeks are refused with every range.", () => ({
    compatible: { "30d": ["day"], "6m": ["month"], "12m": ["month"] },
  })),
  subtle(
    "overview-refuses-weeks-of-a-year-as-unknown",
    "overview/week-admitted",
    "Weeks of twelve months are refused as a value that is unknown.",
    (usual) =>
      alsoRefusing(usual, ({ command: { query } }) =>
        query["granularity"]?.at(-1) === "week" && (query["range"]?.at(-1) ?? "12m") === "12m"
          ? only(json(422, { errors: [{ rule: "enum", field: "granularity", message: "enum failed" }] }))
          : undefined,
      ),
  ),
];
