import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type IntentsServer, startIntentsServer } from "../harness/intents-server.ts";
import { ended } from "../child-process.ts";
import { compiled } from "../compiled.ts";
import { root } from "../cli/command-line.ts";
import { emptyFolder } from "../empty-folder.ts";

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};
const step = action.runs.steps.find(({ id }) => id === "judge");

/**
 * A stand-in for npm: prints its arguments, fails at one command if it has to, "installs" the command line of these sources,
 * which leaves out Allure's report, which no test here reads.
 */
const NPM = `#!/bin/sh
echo "$PWD: $*" >> "$RUNNER_TEMP/npm"
if [ "$1" = "$NPM_FAILS_AT" ]; then echo "npm cannot $1" >&2; exit 1; fi
if [ "$1" = ci ]; then exit 0; fi
if [ "$1" = pack ]; then : > "$3/payconform-9.9.9.tgz"; exit 0; fi
while [ "$1" != --prefix ]; do shift; done
mkdir -p "$2/node_modules/.bin"
printf '#!/bin/sh\\n[ "$1" = run ] && set -- "$@" --no-allure\\nexec "%s" "%s" "$@"\\n' "$NODE" "$CLI" > "$2/node_modules/.bin/payconform"
chmod +x "$2/node_modules/.bin/payconform"
`;

const work = emptyFolder();
mkdirSync(join(work, "bin"));
writeFileSync(join(work, "bin/npm"), NPM);
chmodSync(join(work, "bin/npm"), 0o755);

/** Runs the action's script as a runner does: inputs as variables, files for the summary and the outputs. */
async function act(inputs: Record<string, string>, env: Record<string, string> = {}) {
  const temp = mkdtempSync(join(work, "runner-"));
  const files = { GITHUB_OUTPUT: join(temp, "output"), GITHUB_STEP_SUMMARY: join(temp, "summary") };
  const given = Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([name, template]) => {
      const input = /inputs\.([a-z-]+)/.exec(template)?.[1] ?? "";
      return [name, inputs[input] ?? action.inputs[input]?.default ?? ""];
    }),
  );
  writeFileSync(join(temp, "step.sh"), step?.run ?? "");
  if (env["CACHED"] !== undefined) {
    mkdirSync(join(temp, "payconform-home"));
    writeFileSync(join(temp, `payconform-home/payconform-${env["CACHED"]}.tgz`), "");
  }
  const script = ["--noprofile", "--norc", "-eo", "pipefail", join(temp, "step.sh")];
  const ran = await ended("bash", script, {
    cwd: work,
    env: {
      ...given,
      ...files,
      RUNNER_TEMP: temp,
      GITHUB_ACTION_PATH: root,
      PATH: `${join(work, "bin")}:${process.env["PATH"] ?? ""}`,
      NODE: process.execPath,
      CLI: join(compiled(), "cli/main.js"),
      INPUT_PACKAGE: "payconform.tgz",
      ...env,
    },
  });
  const read = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
  return {
    ...ran,
    output: read(files.GITHUB_OUTPUT),
    summary: read(files.GITHUB_STEP_SUMMARY),
    npm: read(join(temp, "npm")).replaceAll(temp, "TEMP").split("\n").slice(0, -1),
  };
}

describe("the action", () => {
  test("judges shards, and merges them into one summary", async () => {
    for (const part of ["1", "2"]) {
      const { code, stdout, stderr, output } = await act({
        rules: "activation conventions payment-intents/created-*",
        runs: "2",
        shard: `${part}/2`,
        out: `shards/shard-${part}`,
      });
      expect(code, stdout + stderr).toBe(0);
      expect(output).toBe("exit-code=0\n");
    }
    const whole = await act({ merge: "shards/*" });
    expect(whole.code, whole.stdout + whole.stderr).toBe(0);
    expect(whole.summary).toMatch(/activation/);
    expect(whole.summary).toMatch(/payment-intents/);
    const partly = await act({ merge: "shards/shard-1", out: "partly" });
    expect(partly.code).toBe(2);
    expect(partly.stderr).toMatch(/shard 2\/2 is missing/);
    expect(partly.output).toBe("exit-code=2\n");
    const why = "nothing was judged (exit code 2); the log of this step says why";
    expect(partly.stdout).toContain(`::error title=payconform::${why}`);
    expect(partly.summary).toBe(`**payconform**: ${why}\n`);
  });

  test("annotates a violation, and never runs an input as a command", async () => {
    const faulty: IntentsServer = await startIntentsServer((answer) => ({
      ...answer,
      body: answer.body.toString().replace("payment_intent", "intent"),
    }));
    const { code, stdout, stderr, output, summary } = await act(
      {
        target: faulty.url,
        rules: "payment-intents/created-label-word",
        runs: "2",
        out: "faulty $(touch pwned)",
      },
      { PAYCONFORM_KEY: faulty.key },
    );
    await faulty.close();
    expect(code, stdout + stderr).toBe(1);
    expect(output).toBe("exit-code=1\n");
    expect(stdout).toMatch(/^::error title=violated%3A payment-intents\/created-label-word §2.1::/m);
    expect(summary).toContain("payment-intents/created-label-word");
    expect(stdout + stderr + summary).not.toContain(faulty.key);
    expect(existsSync(join(work, "pwned"))).toBe(false);
  });
});

describe("the action's build", () => {
  const key = async (sources: string): Promise<string> => {
    const output = join(mkdtempSync(join(work, "key-")), "output");
    const { run = "" } = action.runs.steps.find(({ id }) => id === "sources") ?? {};
    const ran = await ended("bash", ["-eo", "pipefail", "-c", run], {
      cwd: work,
      env: { GITHUB_ACTION_PATH: sources, GITHUB_OUTPUT: output, RUNNER_OS: "Linux" },
    });
    expect(ran.code, ran.stderr).toBe(0);
    return readFileSync(output, "utf8");
  };

  test("is cached by what the ref contains, and by nothing that a build adds", async () => {
    const sources = mkdtempSync(join(work, "sources-"));
    const generated = ["spec/generated", "suites/generated"];
    for (const folder of generated) mkdirSync(join(sources, folder), { recursive: true });
    mkdirSync(join(sources, "node_modules"));
    const put = (name: string, text: string): void => writeFileSync(join(sources, name), text);
    put("a b.ts", "1");
    const first = await key(sources);
    expect(first).toMatch(/^key=payconform-Linux-[0-9a-f]{40}\n$/);
    put("node_modules/x.js", "1");
    for (const folder of generated) put(join(folder, "x.ts"), "1");
    expect(await key(sources)).toBe(first);
    put("a b.ts", "2");
    expect(await key(sources)).not.toBe(first);
  });

  test("uses other actions by their hash only", () => {
    const used = action.runs.steps.flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
  });
});

describe("the action without a package", () => {
  test("takes the cached build of its own ref", async () => {
    const { npm } = await act(
      {},
      { INPUT_PACKAGE: "", BUILT: "true", NPM_FAILS_AT: "install", CACHED: "9.9.9" },
    );
    expect(npm).toEqual([expect.stringMatching(/: install .*payconform-9\.9\.9\.tgz$/)]);
  });

  test("builds and installs the suite of its own ref, and judges with it", async () => {
    const { code, stdout, stderr, output, npm } = await act(
      { rules: "activation", runs: "2", out: "own" },
      { INPUT_PACKAGE: "" },
    );
    expect(code, stdout + stderr).toBe(0);
    expect(output).toBe("exit-code=0\n");
    expect(npm).toEqual([
      `${resolve(root)}: ci --no-audit --no-fund`,
      expect.stringMatching(/: pack --pack-destination TEMP\/payconform-home$/),
      expect.stringMatching(
        /: install --prefix TEMP\/payconform-home .*-- TEMP\/payconform-home\/payconform-9\.9\.9\.tgz$/,
      ),
    ]);
  });

  test.each(["ci", "pack"])("ends with 4, not with npm's 1, when npm %s fails", async (command) => {
    const { code, stdout, output } = await act({}, { INPUT_PACKAGE: "", NPM_FAILS_AT: command });
    expect(stdout).toMatch(
      new RegExp(`npm cannot ${command}\n::error title=payconform::.* could not be built`),
    );
    expect(output).toBe("exit-code=4\n");
    expect(code).toBe(4);
  });
});

describe("the action with a package", () => {
  test("that cannot be installed ends with 4, not with npm's 1", async () => {
    const { code, stdout, output } = await act({}, { NPM_FAILS_AT: "install" });
    expect(stdout).toMatch(/npm cannot install\n::error title=payconform::the suite could not be installed/);
    expect(output).toBe("exit-code=4\n");
    expect(code).toBe(4);
  });

  test.each(["0.1.0", "v1.2", "^0.1.0", "1", "0.1.0-beta.1", "latest"])(
    "that is the bare version %s is refused with 2, and npm does not run",
    async (version) => {
      const { code, stdout, output, npm } = await act({}, { INPUT_PACKAGE: version });
      expect(stdout).toContain(`the input package is "${version}"`);
      expect(stdout).toContain(`use payconform@${version}`);
      expect(npm).toEqual([]);
      expect(output).toBe("exit-code=2\n");
      expect(code).toBe(2);
    },
  );

  test.each([
    "payconform@0.1.0",
    "@us/payconform",
    "./payconform-0.1.0.tgz",
    "https://example.test/0.1.0.tgz",
  ])("that is %s is left to npm", async (named) => {
    const { code, npm } = await act({}, { INPUT_PACKAGE: named, NPM_FAILS_AT: "install" });
    expect(npm.at(-1)?.endsWith(` -- ${named}`)).toBe(true);
    expect(code).toBe(4);
  });
});
