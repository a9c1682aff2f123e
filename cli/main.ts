#!/usr/bin/env node
import { outputError } from "../reports/output/output-folder.ts";
import { warn } from "./terminal/output.ts";
import { runCommandLine } from "./program/program.ts";

/** Whether the reader has closed the pipe, as in `payconform rules | head`, which is not an error. */
const isClosedPipe = ({ code }: NodeJS.ErrnoException): boolean => code === "EPIPE";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (isClosedPipe(error)) return;
  warn(outputError("standard output", error).message);
  process.exit(4);
});
process.stderr.on("error", (error: NodeJS.ErrnoException) => {
  if (!isClosedPipe(error)) process.exit(4);
});

// The exit code if the command awaits a promise that can no longer be settled, so that Node ends the process.
process.exitCode = 4;
const stopped = (): void => warn("internal error: the command stopped before its end");
process.once("beforeExit", stopped);
runCommandLine(process.argv)
  .then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => warn(`internal error: ${String(error)}`),
  )
  .finally(() => process.off("beforeExit", stopped));
