import { spawn } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { emptyFolder, payconform, root } from "../cli/command-line.ts";

/** A copy of an example, as a stranger makes one: nothing of the repository is beside it. */
export interface Example {
  readonly folder: string;
  readonly readme: string;
  /** Replaces text that stands in a file exactly once. */
  readonly edit: (file: string, from: string, to: string) => void;
}

/** What `payconform run` made of a started example. */
export interface Judged {
  readonly code: number | null;
  readonly output: string;
  readonly totals: Readonly<Record<string, number>>;
  readonly violated: readonly string[];
}

interface Outcome {
  readonly totals: Record<string, number>;
  readonly rules: readonly { readonly id: string; readonly verdict: string }[];
}

export async function copyOf(name: string): Promise<Example> {
  const folder = join(emptyFolder(), name);
  cpSync(join(root, "examples", name), folder, { recursive: true });
  if (existsSync(join(folder, "package.json")))
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const ports = new Map([
    ["8080", await freePort()],
    ["8090", await freePort()],
  ]);
  for (const file of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    const path = join(folder, file.name);
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replace(/\b80[89]0\b/g, (port) => ports.get(port) ?? port),
    );
  }
  return {
    folder,
    readme: readFileSync(join(folder, "README.md"), "utf8"),
    edit: (file, from, to) => {
      const path = join(folder, file);
      const parts = readFileSync(path, "utf8").split(from);
      if (parts.length !== 2) throw new Error(`${file} has "${from}" ${parts.length - 1} times`);
      writeFileSync(path, parts.join(to));
    },
  };
}

/** Starts an example and judges it, both with the commands of its README. */
export async function judged({ folder, readme }: Example): Promise<Judged> {
  const [start = "", judge = ""] = [...readme.matchAll(/^```sh\n([^]*?)^```/gm)].map(
    ([, text]) => text ?? "",
  );
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
    const [, variable = "", key = ""] = /^export (\w+)=(\S+)$/m.exec(judge) ?? [];
    const [, args = ""] = /^npx payconform (.*)$/m.exec(judge) ?? [];
    const run = await payconform([...args.split(" "), "--no-allure"], {
      folder,
      env: { [variable]: key },
    });
    const outcome = JSON.parse(
      readFileSync(join(folder, "payconform-out/conformance.json"), "utf8"),
    ) as Outcome;
    return {
      code: run.code,
      output: run.stdout + run.stderr + log,
      totals: outcome.totals,
      violated: outcome.rules.filter(({ verdict }) => verdict === "violated").map(({ id }) => id),
    };
  } finally {
    // The group: `npm start` is the parent of the server.
    if (server.pid !== undefined) process.kill(-server.pid);
  }
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}
