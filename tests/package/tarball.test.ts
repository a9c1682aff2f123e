import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { type Ended, ended } from "../child-process.ts";
import { root } from "../cli/command-line.ts";
import { emptyFolder } from "../empty-folder.ts";

/** The package as it is published, installed where nothing of the repository is. */
const work = emptyFolder();
const app = join(work, "app");
let tarball = "";

const sh = (command: string, args: readonly string[], cwd: string, env = {}): Promise<Ended> =>
  ended(command, args, { cwd, env: { NO_COLOR: "1", ...env } });

const payconform = (args: readonly string[], env = {}): Promise<Ended> =>
  sh(process.execPath, [join(app, "node_modules/payconform/dist/cli/main.js"), ...args], app, env);

/**
 * Compiles a program that uses the package strictly. What is wrong in it or in the package's declarations; those of Node and of other
 * packages, which take most of the time, are not checked.
 */
function mistakesIn(file: string): readonly string[] {
  const program = ts.createProgram([file], {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    // As in a project that includes no types of Node: the declarations name them.
    types: [],
  });
  const sources = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName === file || fileName.includes("/node_modules/payconform/"));
  expect(sources.length).toBeGreaterThan(50);
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...sources.flatMap((source) => [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ]),
  ];
  program.emit(program.getSourceFile(file));
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

beforeAll(async () => {
  // As `npm pack` does it, but for `prepare`, which generates once more what is generated.
  const built = await sh("npm", ["run", "--silent", "prepack"], root);
  expect(built.code, built.stderr + built.stdout).toBe(0);
  const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", work];
  const packed = await sh("npm", pack, root);
  expect(packed.code, packed.stderr + packed.stdout).toBe(0);
  tarball = join(work, readdirSync(work).find((name) => name.endsWith(".tgz")) ?? "");
  mkdirSync(app);
  writeFileSync(join(app, "package.json"), '{ "name": "app", "private": true, "type": "module" }');
  // A user's own configuration, which must have no effect.
  writeFileSync(join(app, "vitest.config.js"), 'throw new Error("this configuration is not to be read");');
  const installed = await sh(
    "npm",
    ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", tarball],
    app,
  );
  expect(installed.code, installed.stderr).toBe(0);
});

test("the tarball holds what it needs and nothing else", async () => {
  const listed = await sh("tar", ["-tzf", tarball], work);
  const names = listed.stdout.trim().split("\n");
  const others = names.filter(
    (name) =>
      !/^package\/(dist\/(reference\.html|licenses\.md|.*\.(c?js|d\.ts|json|yaml|css|sha256))|package\.json|docs\/(emulator\/)?[A-Za-z-]+\.md|docs\/pictures\/[a-z-]+\.png|spec\/areas\/[a-z.-]+\.yaml|examples\/[a-z]+\/[\w.-]+|(README|CHANGELOG|CONTRIBUTING|(spec|harness|emulator)\/README)\.md|LICENSE)$/.test(
        name,
      ),
  );
  expect(others).toEqual([]);
  expect(names).toContain("package/dist/cli/vitest/rules.js");
  expect(names).toContain("package/dist/reference.html");
  expect(names).toContain("package/dist/licenses.md");
  // Finding and reading a file costs as much as the code in it.
  expect(names.filter((name) => /^package\/dist\/.*\.js$/.test(name)).length).toBeLessThan(250);
  // The exports and what they mention: each source would be a thousand.
  expect(names.filter((name) => name.endsWith(".d.ts")).length).toBeLessThan(200);
  expect(names.filter((name) => name.includes("/tests/") && !name.startsWith("package/examples/"))).toEqual(
    [],
  );
});

test("its exports and types are right", async () => {
  const linted = await sh(
    process.execPath,
    [join(root, "node_modules/publint/src/cli.js"), "run", tarball],
    root,
  );
  expect(linted.stdout).toMatch(/All good!/);
  const typed = await sh(
    process.execPath,
    [
      join(root, "node_modules/@arethetypeswrong/cli/dist/index.js"),
      ...[tarball, "--profile", "esm-only"],
      // YAML is not imported, so it has no types.
      ...[
        "--exclude-entrypoints",
        "control.yaml",
        "openapi.yaml",
        "workflows.arazzo.yaml",
        "emulator/profile.yaml",
      ],
    ],
    root,
  );
  expect(typed.code, typed.stdout).toBe(0);
});

describe("installed in an empty folder", () => {
  test("every command is there", async () => {
    const { scripts: _scripts, bin } = JSON.parse(
      readFileSync(join(app, "node_modules/payconform/package.json"), "utf8"),
    ) as { scripts: unknown; bin: Record<string, string> };
    expect(Object.keys(bin)).toEqual(["payconform"]);
    const help = await sh("npx", ["--no-install", "payconform", "--help"], app);
    expect(help.code, help.stderr).toBe(0);
    for (const command of [
      "run",
      "emulate",
      "rules",
      "explain",
      "doctor",
      "init",
      "replay",
      "sweep",
      "merge",
    ])
      expect(help.stdout).toMatch(new RegExp(`^  ${command} `, "m"));
    const rules = await payconform(["rules", "--json", "payment-intents"]);
    expect((JSON.parse(rules.stdout) as unknown[]).length).toBeGreaterThan(50);
    expect((await payconform(["explain", "payment-intents/created-amount"])).stdout).toMatch(/§2.1/);
  });

  test("every link of a page leads to a file of the package", () => {
    const home = join(app, "node_modules/payconform");
    const pages = [
      "README.md",
      "CONTRIBUTING.md",
      ...readdirSync(join(home, "docs"))
        .filter((name) => name.endsWith(".md"))
        .map((name) => join("docs", name)),
    ];
    const links = pages.flatMap((page) =>
      [...readFileSync(join(home, page), "utf8").matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(
        ([, to = ""]) => ({ page, to }),
      ),
    );
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter(({ page, to }) => !existsSync(join(home, dirname(page), to)))).toEqual([]);
  });

  test("every file that a page names by the package is exported", async () => {
    const home = join(app, "node_modules/payconform");
    const pages = [
      "README.md",
      ...readdirSync(join(home, "docs"))
        .filter((name) => name.endsWith(".md"))
        .map((name) => join("docs", name)),
    ];
    const named = new Set(
      pages.flatMap((page) =>
        [
          ...readFileSync(join(home, page), "utf8").matchAll(
            /(?<![\w./])payconform\/[\w/.-]+\.(?:yaml|json)/g,
          ),
        ].map(([name]) => name),
      ),
    );
    expect([...named].sort()).toEqual([
      "payconform/control.yaml",
      "payconform/emulator/openapi.json",
      "payconform/emulator/profile.yaml",
      ...["dereferenced.json", "json", "yaml"].map((ending) => `payconform/openapi.${ending}`),
      ...["baseline", "conformance", "gate", "profile", "replay", "seed-file"].map(
        (name) => `payconform/schemas/${name}.schema.json`,
      ),
      "payconform/workflows.arazzo.yaml",
    ]);
    const program = `
      import { readFileSync } from "node:fs";
      import { fileURLToPath } from "node:url";
      for (const name of ${JSON.stringify([...named])}) {
        if (readFileSync(fileURLToPath(import.meta.resolve(name)), "utf8") === "") throw new Error(name + " is empty");
      }
    `;
    const read = await sh(process.execPath, ["--input-type=module", "--eval", program], app);
    expect(read.stderr).toBe("");
    expect(read.code).toBe(0);
    const [shown = ""] =
      /(?<=^node -p ').*(?='$)/m.exec(readFileSync(join(home, "docs/api.md"), "utf8")) ?? [];
    const resolved = await sh(process.execPath, ["-p", shown], app);
    expect(existsSync(resolved.stdout.trim()), resolved.stderr).toBe(true);
  });

  test("a run judges the embedded emulator and writes into the current folder", async () => {
    const ended = await payconform(["run", "--rules", "payment-intents/created-*", "--runs", "2"]);
    expect(ended.stderr).toBe("");
    expect(ended.code).toBe(0);
    const out = join(app, "payconform-out");
    for (const file of ["report.html", "conformance.json", "junit.xml", "summary.md"])
      expect(existsSync(join(out, file)), file).toBe(true);
    expect(readFileSync(join(out, "summary.md"), "utf8")).not.toContain(root);
  });

  test("a run says how to get the Allure report, and writes it once its generator is there", async () => {
    const again = ["run", "--rules", "payment-intents/created-amount", "--runs", "2"];
    const page = join(app, "payconform-out/allure-report/index.html");
    const without = await payconform(again);
    expect(without.code).toBe(0);
    const hint =
      /\(no Allure report, because the package allure is not installed: npm install --save-dev (allure@\S+)\)/;
    expect(without.stdout).toMatch(hint);
    expect(existsSync(page)).toBe(false);
    expect((await payconform([...again, "--no-allure"])).stdout).not.toMatch(hint);
    await payconform([...again, "--keep-results"]);
    expect(existsSync(join(app, "payconform-out/allure-results"))).toBe(true);
    const generator = join(app, "node_modules/allure");
    symlinkSync(join(root, "node_modules/allure"), generator);
    try {
      expect((await payconform(again)).stdout).not.toMatch(hint);
      expect(existsSync(page)).toBe(true);
      expect(existsSync(join(app, "payconform-out/allure-results"))).toBe(false);
    } finally {
      rmSync(generator);
    }
  });

  test("it is small enough for a user who wants the emulator only", async () => {
    const { stdout } = await sh("du", ["-sm", "node_modules"], app);
    expect(Number.parseInt(stdout, 10)).toBeLessThan(40);
  });

  test("init, the emulator, doctor and a run against it work together", async () => {
    const folder = join(app, "node_modules/payconform/dist/cli/main.js");
    const child = spawn(process.execPath, [folder, "emulate"], {
      cwd: app,
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      const line = await new Promise<string>((resolve) =>
        child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString())),
      );
      const told = JSON.parse(line) as {
        paymentUrl: string;
        checkoutUrl: string;
        merchants: { keys: { test: string } }[];
      };
      const env = { PAYCONFORM_KEY: told.merchants[0]?.keys.test ?? "" };
      const urls = ["--target", told.paymentUrl, "--checkout-url", told.checkoutUrl];
      expect((await payconform(["init", ...urls], env)).code).toBe(0);
      const doctor = await payconform(["doctor"], env);
      expect(doctor.stdout).toMatch(/ok +test key +accepted/);
      expect(doctor.code).toBe(0);
      const run = "run --rules payment-intents/created-* checkout-sessions/create* --runs 2 --out second";
      const ended = await payconform([...run.split(" "), "--no-allure"], env);
      expect(ended.code, ended.stdout).toBe(0);
    } finally {
      child.kill("SIGTERM");
    }
  });

  test("a program judges and emulates, and compiles", async () => {
    const program = `
      import { ConformanceError, judging, run, rules, type RunEvent, type RunResult } from "payconform";
      import { createEmulator } from "payconform/emulator";
      const emulator = createEmulator({ seed: 3 });
      const address = await emulator.listen();
      const test = emulator.merchants[0]?.keys.test ?? "";
      const events: RunEvent["type"][] = [];
      const result: RunResult = await run({
        target: address.paymentUrl, checkoutUrl: address.checkoutUrl, keys: { test }, rules: ["payment-intents"], runs: 2,
        onEvent: (event) => { events.push(event.type); },
      });
      const answer: Response = await emulator.fetch(new Request("http://emulator.test/v1/payment-intents/pi_1"));
      const judge = await judging({ target: address.paymentUrl, fetch: globalThis.fetch });
      const judged: Response = await judge.fetch(address.paymentUrl + "/v1/payment-intents/pi_1");
      await judge.arrive(JSON.stringify({ id: 1, type: "connect.transfer.created" }));
      const violated = await judge.expectConforming().catch((error: unknown) => error instanceof ConformanceError && error.results.length > 0);
      await address.close();
      await emulator.close();
      const refused = await run({ target: "http://127.0.0.1:1", keys: { test } }).catch((error: unknown) => (error as Error).name);
      console.log(JSON.stringify({ known: rules.length, exitCode: result.exitCode, first: events[0], last: events.at(-1), status: answer.status, judged: judged.status, violated, refused }));
    `;
    writeFileSync(join(app, "use.ts"), program);
    expect(mistakesIn(join(app, "use.ts"))).toEqual([]);
    const used = await sh(process.execPath, ["use.js"], app);
    expect(used.stderr).toBe("");
    expect(JSON.parse(used.stdout)).toMatchObject({
      exitCode: 0,
      first: "mapped",
      last: "finished",
      status: 401,
      judged: 401,
      violated: true,
      refused: "UnreachableError",
    });
  });
});
