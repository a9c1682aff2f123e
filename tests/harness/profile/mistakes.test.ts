import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { parseProfile } from "../../../harness/profile/load.ts";
import { UsageError } from "../../../harness/profile/usage-error.ts";

const head = "target:\n  baseUrl: http://127.0.0.1:1\n";

/** What the refusal of a profile says. */
function refusalOf(text: string, name = "payconform.yaml"): string {
  try {
    parseProfile(text, name);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error(`accepted:\n${text}`);
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly minProperties?: number;
}

const schema = JSON.parse(
  readFileSync(new URL("../../../spec/schemas/profile.schema.json", import.meta.url), "utf8"),
) as Schema & { readonly $defs: Readonly<Record<string, Schema>> };

/** Names of settings that the schema leaves open, by the setting above them. */
const NAMES: Readonly<Record<string, string>> = {
  fixtures: "vendor",
  fields: "balance-available",
  ports: "createVendor",
  outputs: "acct",
};

type Path = readonly string[];
/** A path, a value that the schema does not permit there, and what the refusal says of it. */
type Wrong = readonly [path: Path, value: unknown, says: string];

/** A wrong value for each constraint of a schema and of those below it. */
function wrongIn({ $ref, ...given }: Schema, path: Path = []): readonly Wrong[] {
  const {
    type = [],
    properties = {},
    additionalProperties,
    items,
    ...own
  } = {
    ...given,
    // A refusal shows the description of the named schema.
    ...schema.$defs[$ref?.split("/").at(-1) ?? ""],
  };
  const types = [type].flat();
  const other = ["words", 5, {}].find((value) => !types.includes(kindOf(value)));
  const { required = [], description, minimum, exclusiveMinimum, maximum } = own;
  const here: readonly (Wrong | false)[] = [
    types.length > 0 && [path, other, "has to be "],
    own.enum !== undefined && [path, "no-such", `is not allowed; allowed: ${own.enum.join(", ")}`],
    own.pattern !== undefined && [path, "\u0000", `is not allowed; allowed: ${description ?? "?"}`],
    minimum !== undefined && [path, minimum - 1, `is not allowed; allowed: at least ${minimum}`],
    maximum !== undefined && [path, maximum + 1, `is not allowed; allowed: at most ${maximum}`],
    exclusiveMinimum !== undefined && [
      path,
      exclusiveMinimum,
      `is not allowed; allowed: above ${exclusiveMinimum}`,
    ],
    types.includes("integer") && [path, 1.5, "has to be a whole number"],
    own.minLength !== undefined && [path, "", "is empty; give at least one"],
    own.minItems !== undefined && [path, [], "is empty; give at least one"],
    own.minProperties !== undefined && [path, {}, `exactly one of: ${Object.keys(properties).join(", ")}`],
    additionalProperties === false && [[...path, "zzz"], 1, "unknown; allowed here: "],
    ...required.map((name): Wrong => [path, {}, `${name} is missing`]),
  ];
  const open = typeof additionalProperties === "object" ? additionalProperties : undefined;
  return [
    ...here.filter((wrong) => wrong !== false),
    ...Object.entries(properties).flatMap(([name, inner]) => wrongIn(inner, [...path, name])),
    ...(open === undefined ? [] : wrongIn(open, [...path, NAMES[path.at(-1) ?? ""] ?? "x-a"])),
    ...(items === undefined ? [] : wrongIn(items, [...path, "0"])),
  ];
}

const kindOf = (value: unknown): string =>
  typeof value === "object" ? "object" : typeof value === "number" ? "number" : typeof value;

/** A profile with one setting, and the line of that setting. */
function profileWith(path: Path, value: unknown): { readonly text: string; readonly line: number } {
  const written = path.reduceRight<unknown>(
    (inner, name) => (name === "0" ? [inner] : { [name]: inner }),
    value,
  );
  const text = stringify(written);
  const name = path.filter((part) => part !== "0").at(-1) ?? "";
  const line = text.split("\n").findIndex((one) => one.trimStart().startsWith(`${name}:`)) + 1;
  return { text, line: path.at(-1) === "0" && text.includes(`${name}:\n`) ? line + 1 : line };
}

describe("a value that the schema does not permit is refused with its line, the value and what is allowed", () => {
  const wrong = wrongIn(schema).filter(([path]) => path.length > 0);

  test("for every constraint of every setting", () => {
    expect(wrong.length).toBeGreaterThan(150);
    for (const [path, value, says] of wrong) {
      const { text, line } = profileWith(path, value);
      const isSecret = path.some((part) => ["keys", "credentials"].includes(part));
      const shows = isSecret
        ? "the value (not shown: it may be a secret)"
        : JSON.stringify(value).slice(0, 100);
      const begin = `payconform.yaml:${line}: ${path.join(".")}: `;
      const lines = refusalOf(text).split("\n");
      const own = lines.filter((one) => one.startsWith(begin) && one.includes(says));
      expect(own, `${text}${lines.join("\n")}`).toHaveLength(1);
      if (!/^unknown|is missing$/.test(says)) expect(own[0]).toContain(shows);
    }
  });
});

describe("a mistake that no schema finds is refused with its line, its value and what is allowed", () => {
  const port = (binding: string): string => `ports:\n  createVendor: ${binding}\n`;
  const fixtures = (fixture: string): string => `fixtures: { ${fixture} }\n`;
  const fields = (field: string): string => `fields: { ${field} }\n`;
  /** What follows a valid target, and the refusal. */
  test.each<[string, string]>([
    [
      "  controlUrl: http://127.0.0.1:1/c\n  controlModule: ./c.mjs\n",
      '4: target.controlModule: "./c.mjs" stands beside controlUrl; allowed: one of the two',
    ],
    [
      "may_touch: [payout-schedule]\n",
      "3: may_touch: unknown; did you mean mayTouch? Allowed here: name, target",
    ],
    [
      fixtures("vendor-foriegn: acct_1"),
      "3: fixtures.vendor-foriegn: unknown; did you mean vendor-foreign? Allowed here: ",
    ],
    [
      "ports: { makeVendor: { method: POST, path: /x } }\n",
      "3: ports.makeVendor: unknown; did you mean createVendor? Allowed here: ",
    ],
    [fields("balance: /x"), "3: fields.balance: unknown; did you mean balance-"],
    [
      port("{ method: POST, path: /x, outputs: { id: /id } }"),
      "4: ports.createVendor.outputs.id: unknown; allowed here: acct",
    ],
    [
      port('{ method: POST, path: "/{shop}" }'),
      "4: ports.createVendor: {shop} is not an input of this port and has no default; allowed: {name}",
    ],
    [
      "notOffered:\n  - withdrawals\n  - withdrawls\n",
      '5: notOffered.1: "withdrawls" matches no rule; allowed: a rule id, an id with *, an area',
    ],
    ["notOffered: vendors\n", '3: notOffered: "vendors" has to be a list, such as [vendors]'],
    [
      fixtures("merchant-not-activated: sk_test_canary"),
      "3: fixtures.merchant-not-activated: the value (not shown) is a key; allowed: the name of the environment variable",
    ],
    [
      fixtures("marketplace-funds: lots"),
      '3: fixtures.marketplace-funds: "lots" is not allowed; allowed: whole francs',
    ],
    [
      fixtures("commission-rates: [low, high]"),
      '3: fixtures.commission-rates: ["low","high"] is not allowed; allowed: three numbers',
    ],
    [
      fields("balance-available: available"),
      '3: fields.balance-available: "available" is not allowed; allowed: a JSON pointer, such as "/available"',
    ],
    [
      fields("accounts-cursor-parameter: /cursor"),
      '3: fields.accounts-cursor-parameter: "/cursor" is not allowed; allowed: the name of a query parameter',
    ],
    [
      fields("service-account-header: Service Account"),
      '3: fields.service-account-header: "Service Account" is not allowed; allowed: the name of a header',
    ],
    ['headers: { "x a": b }\n', '3: headers.x a: "x a" is not allowed; allowed: a header\'s name'],
    [
      "headers: { HOST: b }\n",
      '3: headers.HOST: "HOST" is not allowed; allowed: a header\'s name, but none that the suite sets itself',
    ],
    ['headers: { x-a: "a\\nb" }\n', '3: headers.x-a: "a\\nb" is not allowed; allowed: printable ASCII'],
    ["events: { receiver: { port: 1 }, feed: { path: /x } }\n", "3: events: "],
    [
      "events: { receiver: { certificateFile: a.pem } }\n",
      "3: events.receiver: keyFile is missing, which certificateFile asks for",
    ],
    [
      "keys: { test: sk_test_canary }\n",
      "3: keys.test: the value (not shown: it may be a secret) has to be a mapping",
    ],
    ["name: [sk_test_canary]\n", '3: name: ["[redacted]"] has to be text'],
    ["events:\n", "3: events: nothing is set: it has to be a mapping; allowed in it: receiver, feed"],
    ["name: a\nname: b\n", "4: name is set twice; leave one of the two"],
    [`---\n${head}`, "3: not YAML or JSON: several documents in one file"],
  ])("%j", (more, says) => expectRefusal(`${head}${more}`, says));

  test.each<[string, string]>([
    ["target: { baseUrl: http://a b }", '1: target.baseUrl: "http://a b" is not allowed'],
    [
      "target: { baseUrl: 'http://x:99999' }",
      '1: target.baseUrl: "http://x:99999" is not a URL; allowed: http:// or https://, a host, a port up to 65535',
    ],
    ["target: { baseUrl: 'http:///' }", '1: target.baseUrl: "http:///" is not a URL'],
    [
      "target: { baseUrl: 'http://me:canary@x' }",
      "1: target.baseUrl: the value (not shown) contains a user name or a password; set them as a secret under headers",
    ],
    [
      "target: { baseUrl: 'http://x?canary=1' }",
      "1: target.baseUrl: the value (not shown) contains a query or a fragment; allowed after the host: a path",
    ],
    ["- 1\n", "1: the whole file: [1] has to be a mapping; allowed in it: name, target"],
    ["target:\n\tbaseUrl: x\n", "2: not YAML or JSON: Tabs are not allowed"],
    ['{"target": ', "1: not YAML or JSON"],
  ])("%j", expectRefusal);

  function expectRefusal(text: string, says: string): void {
    const refusal = refusalOf(text);
    expect(refusal).toContain(`payconform.yaml:${says}`);
    expect(refusal).not.toContain("canary");
  }

  test("an empty file", () => {
    expect(refusalOf("")).toBe(
      `payconform.yaml: the whole file: nothing is set: it has to be a mapping; allowed in it: ${Object.keys(schema.properties ?? {}).join(", ")}`,
    );
  });

  test("all mistakes are reported together, in the order of their lines", () => {
    const text = `name: 5\n${head}fields: { vendor-name: x }\nports:\n  createVendor: { method: SEND, path: /x }\n  makeIt: { method: GET, path: /x }\nfixtures: { vendr: a }\n`;
    expect(
      refusalOf(text)
        .split("\n")
        .map((line) => /:(\d+): ([\w.-]+):/.exec(line)?.slice(1)),
    ).toEqual([
      ["1", "name"],
      ["4", "fields.vendor-name"],
      ["6", "ports.createVendor.method"],
      ["7", "ports.makeIt"],
      ["8", "fixtures.vendr"],
    ]);
  });

  test("only the first fifty of thousands of mistakes are listed", () => {
    const many = Array.from({ length: 4_000 }, (_, index) => `k${index}: v`).join("\n");
    const lines = refusalOf(`${head}${many}`).split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([51, "… and 3950 more"]);
  });
});

describe("a file that only exhausts its reader is refused like any other", () => {
  test.each([
    ["keys", (index: number) => `k${index}: v`],
    ["headers", (index: number) => `${index === 0 ? "headers:\n" : ""}  x-h${index}: v`],
    ["patterns", (index: number) => `${index === 0 ? "notOffered:\n" : ""}  - rule/${index}`],
    ["comments", () => "# nothing"],
  ])("200,000 lines of %s", (_what, line) => {
    expect(
      refusalOf(`${head}${Array.from({ length: 200_000 }, (_, index) => line(index)).join("\n")}`),
    ).toMatch(/payconform\.yaml has 20\d{4} lines and \d+ bytes; a profile has at most 5000 lines/);
  });

  test.each([
    ["open brackets", "[".repeat(100_000)],
    ["brackets", "[".repeat(100_000) + "]".repeat(100_000)],
    ["open braces", '{"a":'.repeat(40_000)],
    ["braces within a setting", `${head}name: ${"{a: ".repeat(40_000)}1${"}".repeat(40_000)}`],
    ["lists on one line", "- ".repeat(100_000)],
    ["keys on one line", "? ".repeat(100_000)],
    ["closed and open brackets", "[".repeat(99) + "]]\n[[[".repeat(50)],
    ["levels", Array.from({ length: 600 }, (_, level) => `${" ".repeat(level)}a:`).join("\n")],
  ])("%s", (_what, text) => {
    const at = performance.now();
    for (const name of ["payconform.yaml", "payconform.json"])
      expect(refusalOf(text, name)).toMatch(
        /^payconform\.\w+:\d+: more than 100 levels of lists and mappings; close/,
      );
    // Milliseconds; minutes where the time grows with the square.
    expect(performance.now() - at).toBeLessThan(20_000);
  });

  test("an exponential expansion of aliases", () => {
    const bomb = Array.from({ length: 12 }, (_, level) =>
      level === 0
        ? "a0: &a0 [x, x, x, x, x, x, x, x, x]"
        : `a${level}: &a${level} [${Array(9)
            .fill(`*a${level - 1}`)
            .join(", ")}]`,
    ).join("\n");
    expect(refusalOf(`${head}${bomb}\n`)).toContain("payconform.yaml: not usable YAML");
  });
});
