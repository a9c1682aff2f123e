import { type ChildProcess, fork } from "node:child_process";
import { createInterface } from "node:readline";
import { print } from "../terminal/output.ts";
import { type Findings, mergeFindings } from "./findings.ts";

/** The message in which a process reports its findings. */
interface Report {
  readonly findings: Findings;
}

/** Runs the command line of this process in several processes, each on a part of the subjects, and passes on their output. */
export async function judgeInProcesses(workers: number): Promise<Findings> {
  const children: ChildProcess[] = [];
  const [, script, ...args] = process.argv;
  if (script === undefined) throw new Error("process.argv has no script to start");
  try {
    const found = await Promise.all(
      Array.from({ length: workers }, async (_unused, index) => {
        const part = `${index + 1}/${workers}`;
        const child = fork(script, [...args, "--part", part], {
          stdio: ["ignore", "pipe", "inherit", "ipc"],
        });
        children.push(child);
        let findings: Findings | undefined;
        child.on("message", (report: Report) => ({ findings } = report));
        if (child.stdout !== null) createInterface({ input: child.stdout }).on("line", print);
        const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
        if (code !== 0 || findings === undefined)
          throw new Error(`the process for part ${part} ended with ${code ?? "a signal"}`);
        return findings;
      }),
    );
    return mergeFindings(found);
  } finally {
    // If one process fails, the others are still running.
    for (const child of children) child.kill();
  }
}

/** Judges in this process and reports the findings to its parent. This process ends with its parent. */
export async function judgeForParent(judge: () => Promise<Findings>): Promise<void> {
  const end = (): never => process.exit();
  process.once("disconnect", end);
  const findings = await judge();
  await new Promise<void>((resolve) => process.send?.({ findings } satisfies Report, () => resolve()));
  // While it listens, it does not end by itself.
  process.off("disconnect", end);
}
