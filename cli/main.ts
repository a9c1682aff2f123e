#!/usr/bin/env node
import { runCommandLine } from "./program.ts";

// Whoever reads the output may have read enough (`payconform rules | head`): that is no fault of anybody's.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

process.exitCode = await runCommandLine(process.argv);
