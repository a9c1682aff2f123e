import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { loadGate } from "../../cli/selection/conclusion.ts";
import { createProgram } from "../../cli/program/program.ts";
import { folderWith, root } from "./command-line.ts";

const files = ["docs", "docs/emulator", "."].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);
const blocks = (file: string, language: string): string[] =>
  [
    ...readFileSync(join(root, file), "utf8").matchAll(
      new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "gm"),
    ),
  ].map(([, text]) => text ?? "");

/** The commands on a page, split into words as a shell does. */
const commands = files.flatMap((file) =>
  ["sh", "bash", "console"]
    .flatMap((language) => blocks(file, language))
    .flatMap((text) => text.split("\n"))
    .map((line) =>
      line
        .replace(/^\$ /, "")
        .replace(/ #.*$/, "")
        .replace(/^(\w+=\S+ )+/, "")
        .trim(),
    )
    .filter((line) => /^(npx )?payconform\b/.test(line))
    .map((line) => ({ file, line })),
);

describe("every command on a page", () => {
  test("is found", () => expect(commands.length).toBeGreaterThan(8));

  test.each(commands)("$file: $line", async ({ line }) => {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    const program = createProgram(() => undefined);
    const leaves = program.commands.flatMap((command) => [command, ...command.commands]);
    for (const command of [program, ...leaves])
      command
        .exitOverride()
        .configureOutput({ writeErr: () => undefined, writeOut: () => undefined })
        .hook("preAction", () => {
          throw new Error("understood");
        });
    const parsed = program.parseAsync(["node", ...words.slice(words.indexOf("payconform"))]);
    await expect(parsed).rejects.toThrow(/^understood$|^\(outputHelp\)$|^\d+\.\d+/);
  });
});

describe("the templates for CI services", () => {
  const commandsInside = ["yaml", "groovy"]
    .flatMap((language) => blocks("docs/ci.md", language))
    .flatMap((text) => [...text.matchAll(/npx,? --no,? payconform,? (run|merge)\b([^\n'"\]]*)/g)])
    .map(([, name = "", rest = ""]) => ({
      name,
      flags: [...rest.matchAll(/--[a-z-]+/g)].map(([flag]) => flag),
    }));

  test("name commands and flags that exist", () => {
    expect(commandsInside.map(({ name }) => name).sort()).toEqual(["merge", "run", "run", "run", "run"]);
    for (const { name, flags } of commandsInside) {
      const command = createProgram(() => undefined).commands.find((one) => one.name() === name);
      const known = (command?.options ?? []).flatMap(({ long }) => long ?? []);
      expect(flags.filter((flag) => !known.includes(flag))).toEqual([]);
      expect(flags.length).toBeGreaterThan(0);
    }
  });

  test("run only what is installed, as a user without a home folder", () => {
    for (const text of ["yaml", "groovy"].flatMap((language) => blocks("docs/ci.md", language))) {
      expect(text).not.toMatch(/npx,? (?!--no\b)/);
      if (/\bnp[mx]\b/.test(text)) expect(text).toContain("npm_config_cache");
    }
  });

  test("name reports that a run writes", () => {
    const text = ["yaml", "groovy"].flatMap((language) => blocks("docs/ci.md", language)).join("\n");
    const named = new Set([...text.matchAll(/payconform-out\/([\w.-]+)/g)].map(([, name]) => name));
    expect([...named].sort()).toEqual(["allure-results", "junit.xml", "results.sarif"]);
  });
});

test("the baseline that a page shows is valid", () => {
  const schema = JSON.parse(readFileSync(join(root, "spec/schemas/baseline.schema.json"), "utf8")) as object;
  const [shown] = blocks("docs/baseline.md", "yaml");
  expect(new Ajv2020().compile(schema)(parse(shown ?? ""))).toBe(true);
});

test("the gate that a page shows is valid, and its patterns match rules", () => {
  const shown = blocks("docs/ci.md", "yaml").find((block) => block.includes("mustPass:"));
  const folder = folderWith({ "gate.yaml": shown ?? "" });
  expect(loadGate(join(folder, "gate.yaml")).rules.length).toBeGreaterThan(0);
});

describe("the action", () => {
  interface Action {
    readonly inputs: Readonly<Record<string, { description: string; default: string }>>;
    readonly runs: {
      readonly using: string;
      readonly steps: readonly {
        readonly id?: string;
        readonly env?: Record<string, string>;
        readonly run?: string;
      }[];
    };
  }
  const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as Action;
  const step = action.runs.steps.find(({ id }) => id === "judge");

  test("passes every flag of the command line as a variable", () => {
    const run = createProgram(() => undefined).commands.find((command) => command.name() === "run");
    const flags = (run?.options ?? []).flatMap(({ long }) => long ?? []);
    const given = [...(step?.run ?? "").matchAll(/--[a-z-]+/g)].map(([flag]) => flag);
    const own = ["--no-audit", "--no-fund", "--pack-destination", "--prefix", "--loglevel"];
    expect(given.filter((flag) => !flags.includes(flag) && !own.includes(flag))).toEqual([]);
    expect(flags.filter((flag) => !given.includes(flag))).toEqual([
      "--kind",
      "--last-failed",
      "--dry-run",
      "--watch",
      "--watch-path",
      "--bail",
      "--max-violations",
      "--quiet",
      "--reporter",
      "--open",
      "--har",
      "--document",
      "--no-allure",
      "--keep-results",
    ]);
    // An input that is inserted into a script could end a command.
    expect(step?.run).not.toContain("${{");
  });

  test("has a default for every input, and uses each", () => {
    const text = JSON.stringify(action.runs);
    for (const [name, input] of Object.entries(action.inputs)) {
      expect(typeof input.default, name).toBe("string");
      expect(text, name).toContain(`inputs.${name}`);
    }
  });

  test("is used in the pages with existing inputs only", () => {
    interface Workflow {
      readonly jobs: Readonly<Record<string, { steps: { uses?: string; with?: Record<string, string> }[] }>>;
    }
    const steps = ["docs/ci.md", "README.md"]
      .flatMap((file) => blocks(file, "yaml"))
      .flatMap((text) => Object.values((parse(text) as Partial<Workflow>).jobs ?? {}))
      .flatMap((job) => job.steps)
      .filter(({ uses }) => uses?.includes("payconform") === true);
    expect(steps).toHaveLength(5);
    for (const name of steps.flatMap((used) => Object.keys(used.with ?? {})))
      expect(Object.keys(action.inputs)).toContain(name);
  });
});
