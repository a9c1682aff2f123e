import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Mutant } from "../../mutants/mutant.ts";
import { addressed, copyWorkflows } from "../../scripts/contract-tools/workflows.ts";
import { freePort } from "../../scripts/free-port.ts";
import { ended, installIn, QUIET, whilePrismListens } from "../../scripts/other-tools.ts";
import { readPublicContract } from "../../spec/index.ts";
import { forDredd } from "./dredd-document.ts";
import { type PeerTarget, serve } from "./target.ts";
import { type Dict, walk } from "./walk.ts";

const here = import.meta.dirname;
const root = join(here, "../..");

/** The outcome of a tool on a target. */
export interface Outcome {
  /** The reported faults, one text per place. */
  readonly findings: readonly string[];
  readonly requests: number;
  /** CPU time of all its processes, including startup, seconds. */
  readonly cpu: number;
}

/** Runs a tool on a target and returns its findings. `folder` is empty and only for this tool. */
export type Judge = (target: PeerTarget, folder: string) => Promise<readonly string[]>;

/** At the end of each Node process of a tool, writes its CPU time, ms. */
const PRELOADED = `if (require("node:worker_threads").isMainThread) {
  process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    require("node:fs").writeFileSync(process.env.PEERS_CPU + "/" + process.pid, String((user + system) / 1000));
  });
  process.on("SIGTERM", () => process.exit());
}`;

interface Measured {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

function start(args: readonly string[], { folder, env }: Measured, cwd = here): ChildProcess {
  const preloaded = join(folder, "cpu.cjs");
  writeFileSync(preloaded, PRELOADED);
  mkdirSync(join(folder, "cpu"), { recursive: true });
  return spawn(process.execPath, [...args], {
    cwd,
    env: {
      ...process.env,
      ...QUIET,
      NODE_OPTIONS: `--require ${preloaded}`,
      PEERS_CPU: join(folder, "cpu"),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs a program and returns its output. Ignores its exit code, because its findings are in the output or in files. */
async function run(args: readonly string[], measured: Measured, cwd?: string): Promise<string> {
  return (await ended(start(args, measured, cwd))).output;
}

const bin = (name: string): string => join(here, "node_modules/.bin", name);

const readJson = (file: string, output: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Error(`the tool wrote no ${file}; it printed:\n${output}`);
  }
};

const CONTRACT = join(root, "spec/generated/public-openapi.json");

const payconform: Judge = async (target, folder) => {
  const profile = join(folder, "payconform.yaml");
  const { url: paymentUrl, checkoutUrl } = target;
  const text = readFileSync(join(root, "emulator/profile.yaml"), "utf8");
  writeFileSync(profile, addressed(text, { paymentUrl, checkoutUrl }));
  const [first, second] = target.keys;
  const env = {
    PAYCONFORM_KEY: first?.test ?? "",
    PAYCONFORM_LIVE_KEY: first?.live ?? "",
    PAYCONFORM_OTHER_KEY: second?.test ?? "",
    PAYCONFORM_OTHER_LIVE_KEY: second?.live ?? "",
  };
  const out = join(folder, "out");
  const flags = ["--profile", profile, "--out", out, "--no-allure", "--quiet", "--allow-live-key"];
  const output = await run([join(root, "dist/cli/main.js"), "run", ...flags], { folder, env }, folder);
  const { rules } = readJson(join(out, "conformance.json"), output) as {
    rules: { id: string; verdict: string }[];
  };
  return rules.filter(({ verdict }) => verdict === "violated").map(({ id }) => id);
};

const plain: Judge = async ({ url, controlUrl }, folder) => {
  const file = join(folder, "results.json");
  const env = { PEERS_URL: url, PEERS_CONTROL_URL: controlUrl, PEERS_CONTRACT: CONTRACT };
  const args = [
    join(here, "node_modules/vitest/vitest.mjs"),
    "run",
    "--reporter=json",
    `--outputFile=${file}`,
  ];
  const output = await run(args, { folder, env });
  const { testResults } = readJson(file, output) as {
    testResults: { message: string; assertionResults: { title: string; status: string }[] }[];
  };
  return testResults.flatMap(({ message, assertionResults }) =>
    assertionResults.length === 0
      ? [message]
      : assertionResults.filter(({ status }) => status === "failed").map(({ title }) => title),
  );
};

const dredd: Judge = async (target, folder) => {
  const contract = readPublicContract();
  const { ids } = await walk(contract, target, { onlyCreates: true });
  const file = join(folder, "dredd.json");
  writeFileSync(file, JSON.stringify(forDredd(contract, ids)));
  const header = `Authorization: Bearer ${String(ids["key"])}`;
  const output = await run([bin("dredd"), file, target.url, "--header", header], { folder, env: {} }, folder);
  if (!/complete.*?: Tests took/.test(output)) throw new Error(`Dredd did not end:\n${output}`);
  const failed = [...output.matchAll(/fail.*?: (\w+ \(\d+\) \S+) duration/g)].map(([, name]) => name ?? "");
  return failed.map((name) => name.replaceAll(/[a-z]+_[A-Za-z0-9]{8,}/g, "{id}"));
};

const respect: Judge = async ({ url }, folder) => {
  const workflows = copyWorkflows(folder, { contract: CONTRACT, paymentUrl: url, checkoutUrl: url });
  const file = join(folder, "results.json");
  const args = [bin("redocly"), "respect", workflows, "--json-output", file];
  const output = await run(args, { folder, env: {} }, folder);
  const failed: string[] = [];
  const visit = (value: unknown, step = ""): void => {
    if (typeof value !== "object" || value === null) return;
    const { stepId, checks } = value as {
      stepId?: string;
      checks?: { name: string; passed?: boolean; status?: string }[];
    };
    for (const { name, passed, status } of Array.isArray(checks) ? checks : [])
      if (passed === false || status === "error") failed.push(`${stepId ?? step} ${name}`);
    for (const inner of Object.values(value)) visit(inner, stepId ?? step);
  };
  visit(readJson(file, output));
  return failed;
};

const prism: Judge = async (target, folder) => {
  const file = join(folder, "contract.json");
  const oneHost = { paymentUrl: target.url, checkoutUrl: target.url };
  writeFileSync(file, addressed(readFileSync(CONTRACT, "utf8"), oneHost));
  const port = await freePort();
  const child = start([bin("prism"), "proxy", file, target.url, "--port", String(port)], { folder, env: {} });
  return whilePrismListens(child, async () => {
    const through = `http://127.0.0.1:${port}`;
    const { exchanges } = await walk(readPublicContract(), target, { through });
    return exchanges.flatMap(({ name, headers }) =>
      (JSON.parse(headers.get("sl-violations") ?? "[]") as { location: string[] }[])
        .filter(({ location }) => location[0] === "response")
        .map(({ location }) => `${name} ${location.join(".")}`),
    );
  });
};

/** The tools, by name in the table. */
export const TOOLS: Readonly<Record<string, Judge>> = {
  payconform,
  "vitest and AJV, a plain script": plain,
  "Prism, as a proxy of that script's requests": prism,
  Dredd: dredd,
  "Redocly respect, our workflows": respect,
};

/** The versions of the tools that are installed here. */
export function versions(): Readonly<Record<string, string>> {
  const names = Object.keys(
    (JSON.parse(readFileSync(join(here, "package.json"), "utf8")) as { dependencies: Dict }).dependencies,
  );
  return Object.fromEntries(
    names.map((name) => {
      const file = join(here, "node_modules", name, "package.json");
      return [name, (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version];
    }),
  );
}

/** Installs the tools. */
export const install = (): Promise<void> => installIn(here);

/** Runs a tool on a new target. */
export async function judge(tool: Judge, mutant: Mutant | null): Promise<Outcome> {
  const target = await serve(mutant);
  const folder = mkdtempSync(join(tmpdir(), "payconform-peers-"));
  try {
    const findings = await tool(target, folder);
    const used = readdirSync(join(folder, "cpu")).map((name) =>
      Number(readFileSync(join(folder, "cpu", name), "utf8")),
    );
    const cpu = used.reduce((sum, ms) => sum + ms, 0) / 1000;
    return { findings: [...new Set(findings)], requests: target.requests(), cpu };
  } finally {
    await target.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
