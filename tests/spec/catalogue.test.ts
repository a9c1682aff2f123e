import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readList } from "../../scripts/generate/sources.ts";
import { openPoints, catalogue, control, needs, openapi, ports, retiredRules } from "../../spec/index.ts";
import { documentedOperations } from "../../spec/json.ts";
import { walkContract } from "./contract-walk.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe("the rule catalogue", () => {
  it("has ids and sentences that are unique", () => {
    expect(repeated(catalogue.map((rule) => rule.id))).toEqual([]);
    expect(repeated(catalogue.map((rule) => rule.says))).toEqual([]);
  });

  it("uses one sentence in the present tense", () => {
    const wordy = catalogue.filter(
      (rule) => /\b(should|shall|ought|must)\b/i.test(rule.says) || /[.?!]\s+[A-Z]/.test(rule.says),
    );
    expect(wordy.map((rule) => `${rule.id}: ${rule.says}`)).toEqual([]);
  });

  it("has only needs that are defined", () => {
    const defined = new Set(needs.map((need) => need.id));
    const unknown = catalogue.flatMap((rule) => rule.needs.filter((need) => !defined.has(need)));
    expect([...new Set(unknown)].sort()).toEqual([]);
  });

  it("defines no need that no rule has, unless it spares requests", () => {
    const used = new Set(
      [...catalogue, ...needs.map((need) => ({ needs: need.met_by ?? [] }))].flatMap((one) => one.needs),
    );
    const unused = needs.filter((need) => need.spares !== true && !used.has(need.id));
    expect(unused.map((need) => need.id)).toEqual([]);
  });

  it("does not judge what is unobservable by a passive rule", () => {
    const odd = catalogue.filter((rule) => rule.unobservable !== undefined && rule.kind === "passive");
    expect(odd.map((rule) => rule.id)).toEqual([]);
  });
});

describe("retired rules", () => {
  const ids = new Set<string>(catalogue.map((rule) => rule.id));

  it("are sorted in their file", () => {
    const listed = readList(root, "spec/retired.yaml").map((entry) => String(entry["id"]));
    expect(listed).toEqual([...listed].sort());
  });

  it("are not in the catalogue", () => {
    expect(retiredRules.filter(({ id }) => ids.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it("are replaced by rules that are judged: where a replacement is retired too, name what replaces that one", () => {
    const astray = retiredRules.flatMap(({ id, replacedBy }) =>
      replacedBy.filter((other) => !ids.has(other)).map((other) => `${id}: ${other}`),
    );
    expect(astray).toEqual([]);
  });
});

describe("needs", () => {
  it("are met by needs that are defined, and not by themselves", () => {
    const ids = new Set(needs.map((need) => need.id));
    const astray = needs.filter((need) => (need.met_by ?? []).some((id) => id === need.id || !ids.has(id)));
    expect(astray.map((need) => need.id)).toEqual([]);
  });

  it("are sorted in their file", () => {
    const ids = readList(root, "spec/needs.yaml").map((need) => String(need["id"]));
    expect(ids).toEqual([...ids].sort());
  });

  it("name operations of the control protocol that exist", () => {
    const offered = new Set(documentedOperations(control).map(({ operation }) => operation["operationId"]));
    const named = needs.map((need) => need.id).filter((id) => id.startsWith("control."));
    expect(named.filter((id) => !offered.has(id.slice("control.".length)))).toEqual([]);
  });

  it("name ports that exist", () => {
    const names = new Set(ports.map((port) => port.name));
    const named = needs
      .filter((need) => need.id.startsWith("port."))
      .map((need) => need.id.slice("port.".length));
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });
});

describe("the register of open points", () => {
  it("asks each question once", () => {
    expect(repeated(openPoints.map((entry) => entry.question))).toEqual([]);
  });

  it("names operations and ports that exist", () => {
    const known = new Set<string>([
      ...walkContract(openapi).operations.map(({ value }) => String(value["operationId"])),
      ...Object.keys(openapi["webhooks"] ?? {}),
      ...ports.map((port) => port.name),
      ...ports.map((port) => `port.${port.name}`),
    ]);
    const unknown = openPoints.flatMap((entry) =>
      entry.operations
        .filter((operation) => !known.has(operation))
        .map((operation) => `${entry.id}: ${operation}`),
    );
    expect(unknown).toEqual([]);
  });
});
