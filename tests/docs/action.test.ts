import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type IntentsServer, startIntentsServer } from "../harness/intents-server.ts";
import { root } from "../cli/command-line.ts";

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};
const step = action.runs.steps.find(({ run }) => run !== undefined);

/** In the place of npm: "installs" the command line of these sources. */
const NPM = `#!/bin/sh
while [ "$1" != --prefix ]; do shift; done
mkdir -p "$2/node_modules/.bin"
printf '#!/bin/sh\\nexec "%s" --import "%s" "%s" "$@"\\n' "$NODE" "$TSX" "$CLI" > "$2/node_modules/.bin/payconform"
chmod +x "$2/node_modules/.bin/payconform"
`;

const work = mkdtempSync(join(tmpdir(), "payconform-action-"));
mkdirSync(join(work, "bin"));
writeFileSync(join(work, "bin/npm"), NPM);
chmodSync(join(work, "bin/npm"), 0o755);

/** Runs the action's script as a runner does: inputs as variables, files for the summary and the outputs. */
async function act(inputs: Record<string, string>, env: Record<string, string> = {}) {
  const { PAYCONFORM_KEY: _key, ...inherited } = process.env;
  const temp = mkdtempSync(join(work, "runner-"));
  const files = { GITHUB_OUTPUT: join(temp, "output"), GITHUB_STEP_SUMMARY: join(temp, "summary") };
  const given = Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([name, template]) => {
      const input = /inputs\.([a-z-]+)/.exec(template)?.[1] ?? "";
      return [name, inputs[input] ?? action.inputs[input]?.default ?? ""];
    }),
  );
  writeFileSync(join(temp, "step.sh"), step?.run ?? "");
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", join(temp, "step.sh")], {
    cwd: work,
    env: {
      ...inherited,
      ...given,
      ...files,
      CI: "true",
      RUNNER_TEMP: temp,
      GITHUB_ACTION_PATH: root,
      PATH: `${join(work, "bin")}:${process.env["PATH"] ?? ""}`,
      NODE: process.execPath,
      TSX: import.meta.resolve("tsx"),
      CLI: join(root, "cli/main.ts"),
      INPUT_PACKAGE: "payconform.tgz",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const read = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
  return { code, stdout, output: read(files.GITHUB_OUTPUT), summary: read(files.GITHUB_STEP_SUMMARY) };
}

describe("the action", () => {
  test("judges shards, and merges them into one summary", async () => {
    for (const part of ["1", "2"]) {
      const { code, stdout, output } = await act({
        rules: "activation conventions payment-intents/created-*",
        runs: "2",
        catalogue: "0.1.0",
        shard: `${part}/2`,
        out: `shards/shard-${part}`,
      });
      expect(code, stdout).toBe(0);
      expect(output).toBe("exit-code=0\n");
    }
    const whole = await act({ merge: "shards/*" });
    expect(whole.code, whole.stdout).toBe(0);
    expect(whole.summary).toMatch(/activation/);
    expect(whole.summary).toMatch(/payment-intents/);
    const partly = await act({ merge: "shards/shard-1", out: "partly" });
    expect(partly.code).toBe(2);
    expect(partly.stdout).toMatch(/shard 2\/2 is missing/);
    expect(partly.output).toBe("exit-code=2\n");
  });

  test("annotates a violation, and an input is never a command", async () => {
    const bent: IntentsServer = await startIntentsServer((answer) => ({
      ...answer,
      body: answer.body.toString().replace("payment_intent", "intent"),
    }));
    const { code, stdout, output, summary } = await act(
      {
        target: bent.url,
        rules: "payment-intents/created-label-word",
        runs: "2",
        out: "bent $(touch pwned)",
      },
      { PAYCONFORM_KEY: bent.key },
    );
    await bent.close();
    expect(code, stdout).toBe(1);
    expect(output).toBe("exit-code=1\n");
    expect(stdout).toMatch(/^::error title=violated%3A payment-intents\/created-label-word §2.1::/m);
    expect(summary).toContain("payment-intents/created-label-word");
    expect(stdout + summary).not.toContain(bent.key);
    expect(existsSync(join(work, "pwned"))).toBe(false);
  });
});
