import { describe, expect, it } from "vitest";
import { passiveRules } from "../../scripts/generate/passive-rules.ts";

const rulesOf = (schemas: object, paths: object = {}): unknown[] =>
  passiveRules({ paths, components: { schemas } }).rules.map(({ id, section, says, needs }) => [
    id,
    section,
    says,
    needs,
  ]);

const thing = (rest: object): object => ({
  Thing: { type: "object", "x-subject": "A thing", "x-section": "2.1", ...rest },
});

describe("the rules beside the contract's constraints", () => {
  it("inherit subject, section and needs, and say what the keyword says", () => {
    const rules = rulesOf(
      thing({
        "x-needs": ["host.checkout"],
        "x-rule": "things/body",
        required: ["id"],
        properties: {
          id: {
            type: "string",
            pattern: "^th_",
            "x-rule": "things/id",
            "x-value-rules": { pattern: "things/id-prefix" },
          },
          size: { type: ["number", "null"], "x-rule": "things/size" },
        },
      }),
    );
    expect(rules).toEqual([
      ["things/body", "2.1", "A thing is an object.", ["host.checkout"]],
      ["things/id", "2.1", "A thing has `id`, a string.", ["host.checkout"]],
      ["things/id-prefix", "2.1", "The `id` of a thing begins with `th_`.", ["host.checkout"]],
      ["things/size", "2.1", "The `size` of a thing, if present, is a number or null.", ["host.checkout"]],
    ]);
  });

  it("derive their ids from `x-rules`, where none is written", () => {
    const { contract } = passiveRules({
      paths: {},
      components: {
        schemas: thing({
          "x-rules": { prefix: "things/", multipleOf: "things/whole" },
          properties: {
            ownerId: {
              type: "string",
              pattern: "^ow_",
              format: "uri",
              "x-value-rules": { format: "things/linked" },
            },
            size_in_cm: { type: "number", multipleOf: 1, minimum: 0 },
            type: { type: "string", "x-rule": "things/kind", enum: ["a"] },
            parts: { type: "array", items: { type: "object", properties: { n: { type: "number" } } } },
          },
        }),
      },
    });
    const { properties } = (contract["components"] as { schemas: { Thing: { properties: unknown } } }).schemas
      .Thing;
    expect(properties).toMatchObject({
      ownerId: {
        "x-rule": "things/owner-id",
        "x-value-rules": { pattern: "things/owner-id-prefix", format: "things/linked" },
      },
      size_in_cm: {
        "x-rule": "things/size-in-cm",
        "x-value-rules": { multipleOf: "things/whole", minimum: "things/size-in-cm-not-negative" },
      },
      type: { "x-rule": "things/kind", "x-value-rules": { enum: "things/kind-documented" } },
      parts: { "x-rule": "things/parts", items: { properties: { n: { type: "number" } } } },
    });
    expect(JSON.stringify(properties)).not.toContain("things/n");
  });

  it("name an inner field by its path", () => {
    const entry = {
      type: "object",
      required: ["n"],
      properties: { n: { type: "integer", "x-rule": "things/n" } },
    };
    const rules = rulesOf(thing({ properties: { parts: { type: "array", items: entry } } }));
    expect(rules).toEqual([["things/n", "2.1", "An entry of `parts` in a thing has `n`, an integer.", []]]);
  });

  it("use a written sentence instead", () => {
    const written = {
      id: "things/id",
      section: "9",
      says: "Every thing is known.",
      needs: ["events"],
    };
    const rules = rulesOf(
      thing({ required: ["id"], properties: { id: { type: "string", "x-rule": written } } }),
    );
    expect(rules).toEqual([["things/id", "9", "Every thing is known.", ["events"]]]);
  });

  it("say which statuses an operation succeeds with", () => {
    const get = {
      "x-subject": "Retrieving a thing",
      "x-section": "4.1",
      "x-status-rule": "things/retrieve-status",
      responses: { 200: {}, "2XX": {}, 404: {} },
    };
    expect(rulesOf({}, { "/v1/things": { get } })).toEqual([
      [
        "things/retrieve-status",
        "4.1",
        "Retrieving a thing returns 200 or a 2xx status on success and never returns 500.",
        [],
      ],
    ]);
  });

  it("leave only ids in the contract", () => {
    const { contract } = passiveRules({
      paths: {},
      components: { schemas: thing({ "x-rule": { id: "things/body", says: "A thing is a thing." } }) },
    });
    expect(contract).toEqual({
      paths: {},
      components: { schemas: { Thing: { type: "object", "x-rule": "things/body" } } },
    });
  });
});

describe("what is refused", () => {
  it.each([
    [
      "a rule without a section",
      { Thing: { type: "string", "x-subject": "A thing", "x-rule": "things/a" } },
      "no section",
    ],
    ["a rule without a sentence", { Thing: { "x-section": "1", "x-rule": "things/a" } }, "no sentence"],
    [
      "a rule that differs between its places",
      thing({
        properties: {
          a: { type: "string", "x-rule": "things/a" },
          b: { type: "number", "x-rule": "things/a" },
        },
      }),
      "is written differently at several places",
    ],
  ])("%s", (_what, schemas, message) => {
    expect(() => rulesOf(schemas)).toThrow(message);
  });
});
