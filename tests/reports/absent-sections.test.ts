import pc from "picocolors";
import { expect, test } from "vitest";
import { causes } from "../../reports/causes.ts";
import { causesText, nextText } from "../../reports/causes-text.ts";
import { needsText } from "../../reports/console-text.ts";
import { summaryMarkdown } from "../../reports/summary-markdown.ts";
import { rule, run } from "./fixture.ts";

const colors = pc.createColors(false);

/** A server that serves vendors but for one route, and nothing of test clocks. */
const result = {
  ...run([
    rule({ id: "vendors/created-id", verdict: "violated", symptom: null }),
    ...["vendors/read-is-served", "test-clocks/create-is-served", "test-clocks/list-is-served"].map((id) =>
      rule({
        id,
        verdict: "violated",
        symptom: { kind: "route", where: [`GET /v1/${id}`], operation: id },
        violation: {
          expected: "it to be served",
          actual: "404",
          reproduced: "1/1",
          exchange: null,
          event: null,
        },
      }),
    ),
    ...["test-clocks/a", "vendors/b"].map((id) =>
      rule({
        id,
        verdict: "could_not_run",
        needs: [{ id: "events", supply: "Set `events` in the profile." }],
      }),
    ),
  ]),
  absentSections: [{ name: "§4.8 Test clocks", areas: ["test-clocks"] }],
};

test("missing routes of a section without any route come after what was begun", () => {
  expect(causes(result).map(({ group, says }) => `${group}: ${says}`)).toEqual([
    "routes: GET /v1/vendors/read-is-served is missing",
    expect.stringMatching(/^behaviour: /),
    "sections: GET /v1/test-clocks/create-is-served is missing",
    "sections: GET /v1/test-clocks/list-is-served is missing",
  ]);
  expect(causesText(causes(result), colors)).toMatch(
    /Sections without any route\n {2}3 {2}GET \/v1\/test-clocks\/create-is-served is missing/,
  );
});

test("needs are named for the parts that are there, and the last line says what to write into the profile", () => {
  expect(needsText(result, colors)).toBe(
    "Missing needs\n" +
      "  routes for 1 rule: no route is there of §4.8 Test clocks\n" +
      "  events for 1 rule (1 needs nothing else): Set `events` in the profile.",
  );
  const leaveOut = "if your server never has §4.8, write into payconform.yaml: notOffered: [test-clocks]";
  expect(nextText(result, causes(result), colors)?.split("\n").at(-1)).toBe(`leave out  ${leaveOut}`);
  expect(summaryMarkdown(result)).toContain(`1 rule: no route is there of §4.8 Test clocks`);
});
