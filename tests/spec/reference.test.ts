import { expect, it } from "vitest";
import { page, rulesOf, withRules } from "../../scripts/docs.ts";
import { catalogue, openapi, readPublicContract } from "../../spec/index.ts";
import { documentedOperations } from "../../spec/json.ts";

const contract = withRules(readPublicContract());
const description = (id: string): string =>
  String(
    documentedOperations(contract).find(({ operation }) => operation["operationId"] === id)?.operation[
      "description"
    ],
  );

it("the reference shows the rules and the open points of each operation", () => {
  const text = description("createAllocationReversal");
  expect(text).toContain("`reversals/over-remaining-refused`");
  expect(text).toContain("`reversals/reversed-total`");
  expect(text).toContain("What does reversing an unknown or another marketplace's allocation return?");
  expect(text).not.toContain("`remittances/");
});

it("the reference shows every rule beside a constraint of an operation", () => {
  const shown = new Set(documentedOperations(openapi).flatMap(({ operation }) => rulesOf(operation)));
  const passive = catalogue.filter(({ kind, area }) => kind === "passive" && area === "remittances");
  expect(passive.length).toBeGreaterThan(20);
  expect(passive.filter((rule) => !shown.has(rule))).toEqual([]);
});

it("the reference loads nothing, and no text of the contract ends its script", () => {
  const html = page({ ...contract, info: { title: "T", version: "1", description: "</script><!--" } });
  // Compared as numbers and truths: a failure must not print three megabytes.
  expect(html.match(/<\/script/g)?.length).toBe(1);
  expect(html.includes("default-src 'none'")).toBe(true);
  expect(/<(script|link|img)[^>]+(src|href)="?https?:/.test(html)).toBe(false);
  expect(html.includes("logo-mini-full.svg")).toBe(false);
});
