import { writeFileSync } from "node:fs";
import { messageOf } from "../../harness/plain.ts";
import { readTextFile } from "../../harness/profile/checked-yaml.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import { controlRequests } from "../listen/control.ts";
import { printAside } from "../terminal/output.ts";

export interface SnapshotArguments {
  readonly file: string;
  readonly controlUrl: string;
}

/** Large states take a while. */
const TIMEOUT_MS = 120_000;

/** Saves the state of a running emulator in a file, or makes the emulator continue from one. */
export async function snapshot(
  what: "export" | "import",
  { file, controlUrl }: SnapshotArguments,
): Promise<ExitCode> {
  const request = controlRequests(controlUrl, { timeoutMs: TIMEOUT_MS });
  if (what === "import") {
    const { now } = JSON.parse(await request("PUT", "/snapshot", readTextFile(file, "the snapshot"))) as {
      now: string;
    };
    printAside(`The emulator continues from ${file}. Its time is ${now}.`);
    return 0;
  }
  const text = await request("GET", "/snapshot");
  try {
    writeFileSync(file, text, { mode: 0o600 });
  } catch (error) {
    throw new UsageError(`${file} is not writable (${messageOf(error)}); name another file`);
  }
  printAside(`Saved the state in ${file}.`);
  return 0;
}
