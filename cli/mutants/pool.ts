import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { print } from "../output.ts";
import { type Findings, mergeFindings } from "./outcome.ts";

/** Runs this command in several processes, each on a part of the subjects, and passes on their output. */
export async function judgeInProcesses(options: {
  workers: number;
  /** The command line without workers and JSON file. */
  args: readonly string[];
}): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), "payconform-mutants-"));
  const children: ChildProcess[] = [];
  const script = process.argv[1];
  if (script === undefined) throw new Error("process.argv has no script to start");
  try {
    const found = await Promise.all(
      Array.from({ length: options.workers }, async (_unused, index) => {
        const part = `${index + 1}/${options.workers}`;
        const file = join(folder, `${index}.json`);
        const child = fork(script, [...options.args, "--part", part, "--workers", "1", "--findings", file], {
          stdio: ["ignore", "pipe", "inherit", "ipc"],
        });
        children.push(child);
        if (child.stdout !== null) createInterface({ input: child.stdout }).on("line", print);
        const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
        if (code !== 0) throw new Error(`the process for part ${part} ended with ${code ?? "a signal"}`);
        return JSON.parse(readFileSync(file, "utf8")) as Findings;
      }),
    );
    return mergeFindings(found);
  } finally {
    // When one process fails, the others are stopped.
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
