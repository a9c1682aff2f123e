import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "../../../mutants/mutant.ts";
import { readPublicContract } from "../../../spec/index.ts";
import { freePort } from "../../free-port.ts";
import { addressed, command, ended, root, whilePrismListens } from "../../other-tools.ts";
import { type Meter, openMeter } from "../measure.ts";
import { type PeerTarget, serve } from "./target.ts";
import { walk } from "./walk.ts";

/** The tools that the package does not have. */
export const PINNED = ["@stoplight/prism-cli@5.14.2"];

/** The outcome of a tool on a target. */
export interface Outcome {
  /** The reported faults, one text per place. */
  readonly findings: readonly string[];
  readonly requests: number;
  /** CPU time of all its processes, including startup, seconds. */
  readonly cpu: number;
}

/** Runs a tool on a target and returns its findings. The folder of the meter is only for this tool. */
export type Judge = (target: PeerTarget, meter: Meter) => Promise<readonly string[]>;

/** What a tool wrote into a file. Its exit code says nothing: it is not 0 if the tool found something. */
async function written(
  args: readonly string[],
  { folder, start }: Meter,
  file: string,
  env?: Record<string, string>,
) {
  const { output } = await ended(start(args, env));
  try {
    return JSON.parse(readFileSync(join(folder, file), "utf8")) as unknown;
  } catch {
    throw new Error(`the tool wrote no ${file}; it printed:\n${output}`);
  }
}

const CONTRACT = join(root, "spec/generated/public-openapi.json");

const payconform: Judge = async ({ url: paymentUrl, checkoutUrl, keys }, meter) => {
  const profile = readFileSync(join(root, "emulator/profile.yaml"), "utf8");
  writeFileSync(join(meter.folder, "payconform.yaml"), addressed(profile, { paymentUrl, checkoutUrl }));
  const env = {
    PAYCONFORM_KEY: keys[0]?.test ?? "",
    PAYCONFORM_LIVE_KEY: keys[0]?.live ?? "",
    PAYCONFORM_OTHER_KEY: keys[1]?.test ?? "",
    PAYCONFORM_OTHER_LIVE_KEY: keys[1]?.live ?? "",
  };
  const flags = [
    "--profile",
    "payconform.yaml",
    "--out",
    "out",
    "--no-allure",
    "--quiet",
    "--allow-live-key",
  ];
  const args = [join(root, "dist/cli/main.js"), "run", ...flags];
  const found = await written(args, meter, "out/conformance.json", env);
  const { rules } = found as { rules: { id: string; verdict: string }[] };
  return rules.filter(({ verdict }) => verdict === "violated").map(({ id }) => id);
};

const plain: Judge = async ({ url, controlUrl }, meter) => {
  const env = { PEERS_URL: url, PEERS_CONTROL_URL: controlUrl, PEERS_CONTRACT: CONTRACT };
  const where = [
    "--root",
    import.meta.dirname,
    "--reporter=json",
    `--outputFile=${join(meter.folder, "found.json")}`,
  ];
  const args = [join(root, "node_modules/vitest/vitest.mjs"), "run", ...where];
  const { testResults } = (await written(args, meter, "found.json", env)) as {
    testResults: { message: string; assertionResults: { title: string; status: string }[] }[];
  };
  return testResults.flatMap(({ message, assertionResults: all }) => {
    const failed = all.filter(({ status }) => status === "failed").map(({ title }) => title);
    return all.length === 0 ? [message] : failed;
  });
};

const prism: Judge = async (target, meter) => {
  const oneHost = { paymentUrl: target.url, checkoutUrl: target.url };
  writeFileSync(join(meter.folder, "contract.json"), addressed(readFileSync(CONTRACT, "utf8"), oneHost));
  const port = await freePort();
  const args = [command("prism"), "proxy", "contract.json", target.url, "--port", String(port)];
  return whilePrismListens(meter.start(args), async () => {
    const through = `http://127.0.0.1:${port}`;
    const exchanges = await walk(readPublicContract(), target, through);
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
};

/** Runs a tool on a new target. */
export async function judge(tool: Judge, mutant: Mutant | null): Promise<Outcome> {
  const target = await serve(mutant);
  using meter = openMeter();
  try {
    const findings = await tool(target, meter);
    return { findings: [...new Set(findings)], requests: target.requests(), cpu: meter.used().cpu / 1000 };
  } finally {
    await target.close();
  }
}
