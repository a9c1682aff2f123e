import type { OverviewParts } from "../../emulator/areas/connect/parts.ts";
import { json, only } from "../../emulator/kernel/answers.ts";
import { alsoRefusing, changingRefusal, connectPart, refusing } from "../connect/parts.ts";
import { type Mutant, named, part, type Replace } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { answerFaults } from "../faults/answers.ts";
import { derived } from "../faults/fields.ts";
import { as, constantly, type Replacement } from "../faults/values.ts";
import { misreading } from "../faults/requests.ts";

type Range = keyof OverviewParts["compatible"];

type Step = OverviewParts["compatible"][Range][number];

/** A mutant that accepts other granularities with a range. */
const allowing = (range: Range, steps: readonly Step[], ...rules: readonly string[]): Mutant =>
  derived({
    words: `overview accepts ${steps.join(" ")} with ${range}`,
    sentence: `The range ${range} can have the granularities ${steps.join(", ")}`,
    violates: rules.map((rule) => `overview/${rule}`),
    replace: part(["connect", "overview", "compatible"], () => ({ [range]: steps })),
  });

/** A mutant with another value for an omitted parameter. */
const assuming = (parameter: "range" | "granularity" | "comparison", value: string): Mutant =>
  derived({
    words: `overview ${parameter} defaults to ${value}`,
    sentence: `Without a ${parameter}, an overview has the ${parameter} ${value}`,
    violates: [`overview/${parameter}-by-default`],
    replace: part(["connect", "overview", "defaults"], () => ({ [parameter]: value })),
  });

const period = answerFaults(
  "period of an overview",
  {
    operations: ["retrieveOverview"],
    status: 200,
    objects: ({ period: own }) => (isObject(own) ? [own] : []),
  },
  "overview/",
);

/** One value in place of another. */
const exchanged = (from: string, to: string): Replacement =>
  as(`${to} for ${from}`, (value) => (value === from ? to : value));

/** Refuses incompatible parameters under another rule name. */
const misnaming = (rule: string): Replace =>
  refusing("overview", "compatible", (refusal) => ({
    ...refusal,
    answer: json(422, { errors: [{ rule, field: "granularity", message: `${rule} validation failed` }] }),
  }));

export const mutants: readonly Mutant[] = [
  period.gives("range", "range-as-asked", constantly("12m")),
  period.gives("range", "range-as-asked", exchanged("30d", "6m")),
  period.gives("granularity", "granularity-as-asked", constantly("month")),
  period.gives("granularity", "granularity-as-asked", exchanged("week", "day")),
  period.gives("comparison", "comparison-as-asked", constantly("previous_year")),
  assuming("range", "6m"),
  assuming("granularity", "week"),
  assuming("comparison", "previous_period"),
  allowing("12m", ["day", "week", "month"], "day-with-12m-refused", "invalid-never-accepted"),
  allowing("6m", ["day", "week", "month"], "day-with-6m-refused"),
  allowing("30d", ["day", "week", "month"], "month-with-30d-refused"),
  allowing("30d", ["week"], "day-with-30d-admitted"),
  allowing("6m", ["week"], "month-with-6m-admitted", "refused-for-its-cause"),
  allowing("12m", ["week"], "month-with-12m-admitted"),
  ...named({
    "overview-days-without-a-range-are-thirty": {
      violates: ["overview/day-with-12m-refused"],
      summary: "A granularity of `day` without a range covers thirty days.",
      wrap: misreading("retrieveOverview", { granularity: "day" }, (query) => query.set("range", "30d")),
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
  }),
];
