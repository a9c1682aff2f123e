import { spawn } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect } from "vitest";
import { parse, stringify } from "yaml";
import { emptyFolder, inThisProcess, outcomeIn, root } from "../cli/command-line.ts";
import { freePort } from "../../scripts/free-port.ts";

interface Example {
  readonly folder: string;
  readonly readme: string;
}

interface Judged {
  readonly code: number | null;
  readonly output: string;
  readonly totals: Readonly<Record<string, number>>;
  readonly violated: readonly string[];
  /** What the rules that could not run need. */
  readonly unmet: readonly string[];
}

/** A copy of an example on free ports, as a user makes one: nothing of the repository is beside it. */
async function copyOf(name: string): Promise<Example> {
  const folder = join(emptyFolder(), name);
  cpSync(join(root, "examples", name), folder, {
    recursive: true,
    filter: (path) => !/\/(node_modules|payconform-out)$/.test(path),
  });
  if (existsSync(join(folder, "package.json")))
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const ports = new Map([
    ["8080", String(await freePort())],
    ["8090", String(await freePort())],
  ]);
  for (const file of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    const path = join(folder, file.name);
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replace(/\b80[89]0\b/g, (port) => ports.get(port) ?? port),
    );
  }
  return { folder, readme: readFileSync(join(folder, "README.md"), "utf8") };
}

/** Every rule of what the example offers passes, or needs control that it does not have. */
export async function expectConforms(name: string, atLeast: number): Promise<void> {
  const { code, output, totals, unmet } = await judged(await copyOf(name));
  expect(code, output).toBe(0);
  expect(unmet.filter((need) => !need.startsWith("control."))).toEqual([]);
  const { passed = 0, not_applicable: _, could_not_run: __, ...others } = totals;
  expect(passed).toBeGreaterThanOrEqual(atLeast);
  expect(Object.entries(others).filter(([, count]) => count > 0)).toEqual([]);
}

/** The fault that the example's README proposes violates the rule that it names. */
export async function expectProposedFaultIsFound(name: string): Promise<void> {
  const example = await copyOf(name);
  const prose = example.readme.replaceAll("\n", " ");
  const [, file = "", from = "", to = "", rule] =
    /In `([^`]+)`, replace `([^`]+)` with `([^`]+)`.* reports `([^`]+)`/.exec(prose) ?? [];
  const path = join(example.folder, file);
  const parts = readFileSync(path, "utf8").split(from);
  expect(parts.length, `${from} in ${file}`).toBe(2);
  writeFileSync(path, parts.join(to));
  const { code, output, violated } = await judged(example);
  expect(code, output).toBe(1);
  expect(violated).toContain(rule);
}

/** The profile that `init` writes judges at least 90 % of the rules that the example's own profile judges. */
export async function expectInitialises(name: string): Promise<void> {
  const example = await copyOf(name);
  const { folder } = example;
  const { target, notOffered } = parse(readFileSync(join(folder, "payconform.yaml"), "utf8")) as {
    target: { baseUrl: string; controlUrl: string };
    notOffered: readonly string[];
  };
  writeFileSync(join(folder, "given.yaml"), stringify({ target, notOffered }));
  const [, key = ""] = /^export TEST_KEY=(\S+)$/m.exec(example.readme) ?? [];
  const options = { folder, env: { PAYCONFORM_KEY: key, TEST_KEY: key } };
  await whileServed(example, async () => {
    const init = await inThisProcess(["init", "--profile", "given.yaml", "--out", "made.yaml"], options);
    expect([init.code, init.stderr]).toEqual([0, ""]);
    expect(init.stdout).not.toMatch(/PROBLEM/);
    const judgedWith = async (profile: string): Promise<number> => {
      const plan = await inThisProcess(["run", "--dry-run", "--profile", profile], options);
      return Number(/^ +judged +(\d+) rules/m.exec(plan.stdout)?.[1]);
    };
    const made = await judgedWith("made.yaml");
    const own = await judgedWith("payconform.yaml");
    expect(made / own).toBeGreaterThanOrEqual(0.9);
  });
}

/** Starts an example and judges it, both with the commands of its README. */
function judged(example: Example): Promise<Judged> {
  const { folder, readme } = example;
  return whileServed(example, async (log) => {
    const [, judge = ""] = commandsOf(readme);
    const [, variable = "", key = ""] = /^export (\w+)=(\S+)$/m.exec(judge) ?? [];
    const [, args = ""] = /^npx payconform (.*)$/m.exec(judge) ?? [];
    const run = await inThisProcess([...args.split(" "), "--no-allure"], {
      folder,
      env: { [variable]: key },
    });
    const { totals, rules } = outcomeIn(folder);
    return {
      code: run.code,
      output: run.stdout + run.stderr + log(),
      totals,
      violated: rules.filter(({ verdict }) => verdict === "violated").map(({ id }) => id),
      unmet: rules
        .filter(({ verdict }) => verdict === "could_not_run")
        .flatMap(({ needs }) => needs.map(({ id }) => id)),
    };
  });
}

const commandsOf = (readme: string): readonly string[] =>
  [...readme.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, text]) => text ?? "");

/** Starts an example with the command of its README, and ends it after the work. */
async function whileServed<T>(
  { folder, readme }: Example,
  work: (log: () => string) => Promise<T>,
): Promise<T> {
  const [start = ""] = commandsOf(readme);
  const server = spawn("bash", ["-ec", start.replace(/^npm install\n/m, "")], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (text: Buffer) => {
      log += text.toString();
    });
  try {
    while (!/payment host: http/.test(log) || !/control: http/.test(log)) {
      if (server.exitCode !== null) throw new Error(`it ended with ${server.exitCode}: ${log}`);
      await after(50);
    }
    return await work(() => log);
  } finally {
    // The group: `npm start` is the parent of the server.
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid);
  }
}
