import pc from "picocolors";
import { expect, test } from "vitest";
import type { Symptom } from "../../harness/results.ts";
import { causes, tryAgain } from "../../reports/evidence/causes.ts";
import { causesText, nextText } from "../../reports/evidence/causes-text.ts";
import { needsText } from "../../reports/console/console-text.ts";
import { summaryMarkdown } from "../../reports/files/summary-markdown.ts";
import { rule, run, violationOf } from "./fixture.ts";

const colors = pc.createColors(false);

/** A server that serves all routes of vendors but one, and none of test clocks. */
const result = {
  ...run([
    rule({ id: "vendors/created-id", verdict: "violated", symptom: null }),
    ...["vendors/read-is-served", "test-clocks/create-is-served", "test-clocks/list-is-served"].map((id) =>
      rule({
        id,
        section: id.startsWith("test-clocks") ? "4.8" : "4.7",
        verdict: "violated",
        symptom: { kind: "route", where: [`GET /v1/${id}`], operation: id },
        violation: violationOf({ expected: "it to be served", actual: "404" }),
      }),
    ),
    ...["test-clocks/a", "vendors/b"].map((id) =>
      rule({
        id,
        verdict: "could_not_run",
        needs: [{ id: "events", supply: "Set `events` in the profile." }],
      }),
    ),
    rule({
      id: "conventions/c",
      verdict: "could_not_run",
      needs: [{ id: "route.test-clocks/create-is-served", supply: "Serve it." }],
    }),
  ]),
  absentSections: [{ name: "§4.8 Test clocks", areas: ["test-clocks"] }],
  replayTemplate: "payconform run --rules ID",
};

const FIRST = "GET /v1/test-clocks/create-is-served";
const CLOCKS = `§4.8 Test clocks: ${FIRST}, GET /v1/test-clocks/list-is-served are missing`;

test("a section without any route is one cause, after causes in other sections", () => {
  const found = causes(result);
  expect(found.map(({ group, says }) => `${group}: ${says}`)).toEqual([
    "routes: GET /v1/vendors/read-is-served is missing",
    expect.stringMatching(/^behaviour: /),
    `sections: ${CLOCKS}`,
  ]);
  expect(causesText(found, colors)).toContain(
    `Sections without any route\n  3  ${CLOCKS}: 2 rules, 1 more rule not judged\n`,
  );
});

test("a rule of a section without any route waits for its routes, whatever else is missing", () => {
  const field: Symptom = {
    kind: "field",
    where: ["POST /v1/payment-intents"],
    field: "/accountId",
    status: 200,
    fault: "absent",
    expected: "there",
    actual: "absent",
  };
  const waiting = ["test-clocks/d", "vendors/d"].map((id) =>
    rule({ id, section: "2.11", verdict: "inconclusive", symptom: field }),
  );
  const found = causes({ ...result, rules: [...result.rules, ...waiting] });
  const counts = new Map(found.map((cause) => [cause.says, cause.waiting.length]));
  expect(counts.get(CLOCKS)).toBe(2);
  expect(counts.get("`accountId` is absent from POST /v1/payment-intents")).toBe(1);
  const [alone] = causes({ ...result, rules: waiting.slice(0, 1) });
  expect(alone?.says).toBe("§4.8 Test clocks: no route exists");
  expect(alone === undefined ? null : tryAgain(alone, result)).toBe("payconform run --rules 4.8");
});

test("routes that others need are named first", () => {
  const missing = (where: string) =>
    rule({
      id: where,
      section: "4.8",
      area: "test-clocks",
      verdict: "violated",
      symptom: { kind: "route", where: [where], operation: where },
    });
  const [section] = causes({
    ...result,
    rules: [missing("POST /v1/clocks/{id}/advance"), missing("POST /v1/clocks")],
  });
  expect(section?.says).toBe("§4.8 Test clocks: POST /v1/clocks, POST /v1/clocks/{id}/advance are missing");
});

test("sections come in the order of the document, and the next step is the first one as a whole", () => {
  const missing = (id: string, section: string) =>
    rule({
      id,
      section,
      verdict: "violated",
      symptom: { kind: "route", where: [`GET /v1/${id}`], operation: id },
    });
  const waiting = ["overview/b", "overview/c"].map((id) =>
    rule({ id, verdict: "could_not_run", needs: [{ id: "route.overview/a", supply: "Serve it." }] }),
  );
  const begun = {
    ...run([missing("overview/a", "4.6"), missing("checkout-sessions/a", "4.2"), ...waiting]),
    absentSections: [
      { name: "§4.2 Checkout sessions", areas: ["checkout-sessions"] },
      { name: "§4.6 Overview", areas: ["overview"] },
    ],
    replayTemplate: "payconform run --rules ID",
  };
  const found = causes(begun);
  expect(found.map(({ says }) => says)).toEqual([
    "§4.2 Checkout sessions: GET /v1/checkout-sessions/a is missing",
    "§4.6 Overview: GET /v1/overview/a is missing",
  ]);
  expect(nextText(begun, found, colors)?.split("\n").slice(0, 2)).toEqual([
    "first      §4.2 Checkout sessions: GET /v1/checkout-sessions/a is missing (1 rule)",
    "try again  payconform run --rules 4.2",
  ]);
});

test("only needs of existing parts are listed, and the last line says what to write into the profile", () => {
  expect(needsText(result, colors)).toBe(
    "Missing needs\n" +
      "  routes for 1 rule: the target has no route of §4.8 Test clocks\n" +
      "  events for 1 rule (1 needs nothing else): Set `events` in the profile.",
  );
  const leaveOut = "if your server never has §4.8, write into payconform.yaml: notOffered: [test-clocks]";
  expect(nextText(result, causes(result), colors)?.split("\n").at(-1)).toBe(`leave out  ${leaveOut}`);
  expect(summaryMarkdown(result)).toContain(`1 rule: the target has no route of §4.8 Test clocks`);
});
