import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Reporter, RuleResult, RunResult } from "../harness/results.ts";
import { isTrouble } from "./digest.ts";
import { evidence, headline } from "./evidence.ts";
import { fileNameOf, writeText } from "./files.ts";
import { indent } from "./text.ts";
import { transcriptText } from "./transcript-text.ts";

const FOLDER = "transcripts";
const LIMIT = 4 * 1024 * 1024;

/** Where the transcript of a rule lies, relative to the output directory; null when there is none to look at. */
export function transcriptPath(rule: RuleResult): string | null {
  return isTrouble(rule) && rule.transcript.length + rule.events.length > 0
    ? `${FOLDER}/${fileNameOf(rule.id)}.http`
    : null;
}

/** The whole file: the rule and its evidence as comments, then every recorded exchange and event. */
function transcriptFile(rule: RuleResult): string {
  const head = evidence(rule, { value: 16 * 1024, body: 0 })
    .filter(({ label }) => !["exchange", "last exchange", "event"].includes(label))
    .map(({ label, value }) => `${label}: ${value}`);
  return `${indent([headline(rule), ...head].join("\n"), "# ")}\n\n${transcriptText(rule, LIMIT)}`;
}

/** Writes `transcripts/<rule>.http` for every rule that somebody has to look at; removes those of an earlier run. */
export function transcriptsReporter(options: { readonly outDir: string }): Required<Reporter> {
  const folder = join(options.outDir, FOLDER);
  return {
    on: () => {},
    finish: async (result: RunResult) => {
      const earlier = await readdir(folder).catch(() => []);
      await Promise.all(
        earlier
          .filter((name) => name.endsWith(".http"))
          .map((name) => rm(join(folder, name), { force: true })),
      );
      const paths: string[] = [];
      for (const rule of result.rules) {
        const path = transcriptPath(rule);
        if (path !== null) paths.push(await writeText(join(options.outDir, path), transcriptFile(rule)));
      }
      return paths;
    },
  };
}
