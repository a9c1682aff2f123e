#!/usr/bin/env node
import { outputError } from "../reports/output-folder.ts";
import { warn } from "./output.ts";
import { runCommandLine } from "./program.ts";

/** Whoever reads the output may have read enough (`payconform rules | head`): that is no fault of anybody's. */
const isOver = ({ code }: NodeJS.ErrnoException): boolean => code === "EPIPE";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (isOver(error)) return;
  warn(outputError("standard output", error).message);
  process.exit(4);
});
process.stderr.on("error", (error: NodeJS.ErrnoException) => {
  if (!isOver(error)) process.exit(4);
});

process.exitCode = await runCommandLine(process.argv);
