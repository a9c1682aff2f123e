import type { OverviewParts } from "../../emulator/areas/connect/parts.ts";
import { json, only } from "../../emulator/kernel/answers.ts";
import { alsoRefusing, changingAnswer, changingRefusal, connectPart, refusing } from "../connect/parts.ts";
import type { Replace } from "../mutant.ts";
import { named } from "../named.ts";
import { isObject } from "../shared/answers.ts";
import { misreading } from "../faults/requests.ts";
import { part } from "../part.ts";

type Range = keyof OverviewParts["compatible"];

type Step = OverviewParts["compatible"][Range][number];

const allowing = (range: Range, steps: readonly Step[]): Replace =>
  part(["connect", "overview", "compatible"], () => ({ [range]: steps }));

/** Reports another value of a parameter if it has one of these. */
const stating = (parameter: string, as: (value: unknown) => unknown): Replace =>
  changingAnswer("overview", ({ period }) => {
    if (isObject(period)) period[parameter] = as(period[parameter]);
  });

/** Refuses incompatible parameters under another rule name. */
const misnaming = (rule: string): Replace =>
  refusing("overview", "compatible", (refusal) => ({
    ...refusal,
    answer: json(422, { errors: [{ rule, field: "granularity", message: `${rule} validation failed` }] }),
  }));

export const mutants = named({
  "overview-states-twelve-months": {
    violates: ["overview/range-as-asked"],
    summary: "Every overview reports the range `12m`.",
    replace: stating("range", () => "12m"),
  },
  "overview-states-half-a-year-for-a-month": {
    violates: ["overview/range-as-asked"],
    summary: "An overview of thirty days reports the range `6m`.",
    replace: stating("range", (range) => (range === "30d" ? "6m" : range)),
  },
  "overview-states-months": {
    violates: ["overview/granularity-as-asked"],
    summary: "Every overview reports the granularity `month`.",
    replace: stating("granularity", () => "month"),
  },
  "overview-states-days-for-weeks": {
    violates: ["overview/granularity-as-asked"],
    summary: "An overview by week reports the granularity `day`.",
    replace: stating("granularity", (step) => (step === "week" ? "day" : step)),
  },
  "overview-states-previous-year": {
    violates: ["overview/comparison-as-asked"],
    summary: "Every overview reports the comparison `previous_year`.",
    replace: stating("comparison", () => "previous_year"),
  },
  "overview-range-defaults-to-six-months": {
    violates: ["overview/range-by-default"],
    summary: "Without a range an overview covers six months.",
    replace: part(["connect", "overview", "defaults"], () => ({ range: "6m" })),
  },
  "overview-granularity-defaults-to-week": {
    violates: ["overview/granularity-by-default"],
    summary: "Without a granularity an overview has the granularity `week`.",
    replace: part(["connect", "overview", "defaults"], () => ({ granularity: "week" })),
  },
  "overview-comparison-defaults-to-period": {
    violates: ["overview/comparison-by-default"],
    summary: "Without a comparison an overview compares with the previous period.",
    replace: part(["connect", "overview", "defaults"], () => ({ comparison: "previous_period" })),
  },
  "overview-takes-days-for-twelve-months": {
    violates: ["overview/day-with-12m-refused"],
    summary: "Twelve months by day are accepted.",
    replace: allowing("12m", ["day", "week", "month"]),
  },
  "overview-days-without-a-range-are-thirty": {
    violates: ["overview/day-with-12m-refused"],
    summary: "A granularity of `day` without a range covers thirty days.",
    wrap: misreading("retrieveOverview", { granularity: "day" }, (query) => query.set("range", "30d")),
  },
  "overview-takes-days-for-six-months": {
    violates: ["overview/day-with-6m-refused"],
    summary: "Six months by day are accepted.",
    replace: allowing("6m", ["day", "week", "month"]),
  },
  "overview-takes-months-for-thirty-days": {
    violates: ["overview/month-with-30d-refused"],
    summary: "Thirty days by month are accepted.",
    replace: allowing("30d", ["day", "week", "month"]),
  },
  "overview-misfit-is-an-enum-fault": {
    violates: [
      "overview/day-with-12m-refused",
      "overview/day-with-6m-refused",
      "overview/month-with-30d-refused",
    ],
    summary: "A granularity that is incompatible with the range is refused as unknown.",
    replace: misnaming("enum"),
  },
  "overview-misfit-rule-comes-second": {
    violates: ["overview/month-with-30d-refused"],
    summary: "The rule of an incompatible granularity is in the second error.",
    replace: changingRefusal("overview", "compatible", (body) => {
      if (Array.isArray(body["errors"]))
        body["errors"] = [
          { rule: "invalid", field: "range", message: "invalid" },
          ...(body["errors"] as unknown[]),
        ];
    }),
  },
  "overview-refuses-days": {
    violates: ["overview/day-with-30d-admitted"],
    summary: "Thirty days are accepted by week only.",
    replace: allowing("30d", ["week"]),
  },
  "overview-refuses-months-for-six-months": {
    violates: ["overview/month-with-6m-admitted"],
    summary: "Six months are accepted by week only.",
    replace: allowing("6m", ["week"]),
  },
  "overview-refuses-months-for-twelve-months": {
    violates: ["overview/month-with-12m-admitted"],
    summary: "Twelve months are accepted by week only.",
    replace: allowing("12m", ["week"]),
  },
  "overview-refuses-weeks": {
    violates: ["overview/week-admitted"],
    summary: "Weeks are refused with every range.",
    replace: connectPart("overview", (): Partial<OverviewParts> => ({
      compatible: { "30d": ["day"], "6m": ["month"], "12m": ["month"] },
    })),
  },
  "overview-refuses-weeks-of-a-year-as-unknown": {
    violates: ["overview/week-admitted"],
    summary: "Weeks with twelve months are refused as an unknown value.",
    replace: alsoRefusing("overview", ({ command: { query } }) =>
      query["granularity"]?.at(-1) === "week" && (query["range"]?.at(-1) ?? "12m") === "12m"
        ? only(json(422, { errors: [{ rule: "enum", field: "granularity", message: "enum failed" }] }))
        : undefined,
    ),
  },
  "overview-of-six-months-with-a-comparison-alone": {
    violates: ["overview/range-by-default"],
    summary: "An overview with only a comparison covers six months.",
    wrap: misreading("retrieveOverview", { comparison: null }, (query) => query.set("range", "6m")),
  },
  "overview-comparison-alone-ignored": {
    violates: ["overview/comparison-as-asked"],
    summary: "A comparison is ignored unless another parameter is set.",
    wrap: misreading("retrieveOverview", { comparison: null }, (query) => query.delete("comparison")),
  },
  "overview-range-alone-beside-the-period-before": {
    violates: ["overview/comparison-by-default"],
    summary: "An overview with only a range compares with the previous period.",
    wrap: misreading("retrieveOverview", { range: null }, (query) =>
      query.set("comparison", "previous_period"),
    ),
  },
  "overview-six-months-alone-ignored": {
    violates: ["overview/range-as-asked"],
    summary: "An overview with only the range `6m` covers twelve months.",
    wrap: misreading("retrieveOverview", { range: "6m" }, (query) => query.set("range", "12m")),
  },
  "overview-six-months-alone-by-week": {
    violates: ["overview/granularity-of-six-months-by-default"],
    summary: "An overview with only the range `6m` has the granularity `week`.",
    wrap: misreading("retrieveOverview", { range: "6m" }, (query) => query.set("granularity", "week")),
  },
});
