import { expect, test } from "vitest";
import { openPoints, catalogue } from "../../spec/index.ts";
import { inThisProcess } from "./command-line.ts";

async function explained(name: string): Promise<string> {
  const { code, stdout } = await inThisProcess(["explain", name]);
  expect(code).toBe(0);
  return stdout;
}

const points = (section: string) => openPoints.filter((point) => point.section === section);
const ruleOf = (section: string | undefined): string =>
  catalogue.find((rule) => rule.section === section)?.id ?? "no such rule";

test.each(["route.createPaymentIntent", "createPaymentIntent"])(
  "%s: a route that a run found missing",
  async (name) => {
    const text = await explained(name);
    expect(text).toContain("The route POST /v1/payment-intents (§4.1).");
    expect(text).toContain("payconform run --rules payment-intents/create-payment-intent-is-served");
  },
);

test("an open point: what is accepted, and what a run records", async () => {
  const point = openPoints.find(({ id }) => id === "event-nulls");
  const text = await explained("event-nulls");
  for (const part of [point?.question, point?.accepts, point?.records, ...(point?.readings ?? [])])
    expect(text).toContain(part);
});

test("for a rule in a section with few open points, says what the suite accepts at each", async () => {
  const few = openPoints.find(({ section }) => points(section).length === 1);
  expect(await explained(ruleOf(few?.section))).toContain(`Accepted: ${few?.accepts}`);
});

test("for a rule in a section with many open points, lists their names", async () => {
  const [first] = points("6.1");
  const text = await explained(ruleOf("6.1"));
  for (const { id } of points("6.1")) expect(text).toContain(`    ${id}\n`);
  expect(text).toContain("payconform explain NAME");
  expect(text).not.toContain(first?.question);
});

test("for a trace rule, names the file that judges it", async () => {
  for (const [id, file] of [
    ["reversals/totals-add-up-everywhere", "money"],
    ["vendors/ids-are-never-reused", "objects"],
  ] as const) {
    const text = await explained(id);
    expect(text).toMatch(new RegExp(`check    harness/judge/trace/${file}\\.ts:\\d+\n`));
    expect(text).toContain("each exchange and event with what was seen before");
    expect(text).not.toContain("planned");
  }
});
