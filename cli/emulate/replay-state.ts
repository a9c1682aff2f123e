import { messageOf } from "../../harness/errors.ts";
import { createEmulator, type Parts } from "../../emulator/index.ts";
import { openState } from "../../emulator/storage/kept-state.ts";
import type { Replayed } from "../../emulator/storage/points.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { kindOf } from "../../reports/output-folder.ts";

/** The line of JSON about an event, or about a command and its answer. */
const lineOf = (replayed: Replayed): string => {
  const { number } = replayed;
  if (replayed.kind === "event") {
    const { accountId, mode, type, sequence, body } = replayed.event;
    return JSON.stringify({ command: number, event: type, accountId, mode, sequence, body });
  }
  const { command, answer } = replayed;
  const request = command.kind === "request" || command.kind === "answered" ? command.command : undefined;
  const { operationId } = request ?? (command as { operationId?: string });
  const caller = request?.caller ?? {
    accountId: command.kind === "control" ? command.params["accountId"] : undefined,
  };
  const at = new Date(command.at).toISOString();
  return JSON.stringify({
    command: number,
    at,
    operationId,
    ...caller,
    status: answer.status,
    body: answer.body,
  });
};

/**
 * Replays the commands in a folder without changing it. Reports a line of JSON for each answer and each event.
 * @throws UsageError if the folder contains no commands or is damaged
 */
export async function replayState(
  folder: string,
  parts: Parts,
  report: (line: string) => void,
): Promise<void> {
  if (kindOf(folder) !== "folder")
    throw new UsageError(
      `--replay ${folder}: there is no such folder; name one that \`emulate --state\` wrote`,
    );
  try {
    const state = openState(folder, { isReadOnly: true });
    if (state.first === undefined) throw new Error("there are no commands in it");
    const emulator = createEmulator({
      state,
      parts,
      send: () => Promise.resolve(true),
      onReplayed: (replayed) => report(lineOf(replayed)),
    });
    await emulator.restored;
    await emulator.close();
  } catch (error) {
    throw new UsageError(`--replay ${folder}: ${messageOf(error)}`);
  }
}
