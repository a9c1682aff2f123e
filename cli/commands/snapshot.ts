import { existsSync } from "node:fs";
import { openState } from "../../emulator/storage/kept-state.ts";
import { snapshotOfKept } from "../../emulator/snapshots.ts";
import { messageOf } from "../../harness/plain.ts";
import { readTextFile } from "../../harness/profile/checked-yaml.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import { controlRequests, memberOf } from "../listen/control.ts";
import { parsed } from "../../spec/json.ts";
import { writeNamedFile } from "../terminal/files.ts";
import { printAside } from "../terminal/output.ts";

interface ExportArguments {
  readonly controlUrl: string;
  /** A folder with a state. Default: that of the emulator at the control URL. */
  readonly state?: string;
}

/** Large states take a while. */
const TIMEOUT_MS = 120_000;

/** Saves the state of a running emulator, or of a folder, in a file. */
export async function exportSnapshot(
  file: string,
  { controlUrl, state }: ExportArguments,
): Promise<ExitCode> {
  const text =
    state === undefined
      ? await controlRequests(controlUrl, { timeoutMs: TIMEOUT_MS })("GET", "/snapshot")
      : await snapshotIn(state);
  writeNamedFile(file, text, { mode: 0o600 });
  printAside(
    `Saved the state in ${file}. It has no API keys, but everything that clients sent: names, phone numbers, metadata, webhook URLs.`,
  );
  return 0;
}

/** Makes a running emulator continue from a file. */
export async function importSnapshot(
  file: string,
  { controlUrl }: Pick<ExportArguments, "controlUrl">,
): Promise<ExitCode> {
  const request = controlRequests(controlUrl, { timeoutMs: TIMEOUT_MS });
  const answer = parsed(await request("PUT", "/snapshot", JSON.stringify(readSnapshot(file))));
  printAside(`The emulator continues from ${file}. Its time is ${String(memberOf(answer, "now"))}.`);
  return 0;
}

/** The content of a file that should be a snapshot. @throws UsageError */
export function readSnapshot(file: string): unknown {
  const snapshot = parsed(readTextFile(file, "the snapshot"));
  if (snapshot === undefined)
    throw new UsageError(`${file} is no JSON; \`payconform snapshot export ${file}\` writes a snapshot`);
  return snapshot;
}

/** The snapshot of the state in a folder, as JSON. @throws UsageError */
async function snapshotIn(folder: string): Promise<string> {
  const refused = (reason: string): UsageError => new UsageError(`--state ${folder}: ${reason}`);
  // Opening would create it.
  if (!existsSync(folder)) throw refused("there is no such folder");
  const kept = await openState(folder).catch((error: unknown) => {
    throw refused(messageOf(error));
  });
  try {
    const snapshot = snapshotOfKept(kept.found, Date.now());
    if (snapshot === undefined) throw refused("it has no state");
    return JSON.stringify(snapshot);
  } finally {
    await kept.close();
  }
}
