import { type Command, Option } from "commander";
import type { BundleArguments } from "../commands/bundle.ts";
import type { CompareArguments } from "../commands/compare.ts";
import type { SentencesArguments } from "../commands/sentences.ts";
import type { VerifyArguments } from "../commands/verify.ts";
import { subjects } from "./arguments.ts";
import type { End } from "./shared.ts";

/** Adds the commands for those who were not there when a run judged. */
export function addEvidenceCommands(program: Command, end: End): void {
  program
    .command("compare <a> <b>")
    .description(
      "print what a client would notice that moves from one server to another: two output directories, or two recordings",
    )
    .addOption(new Option("--markdown", "print Markdown").default(false).conflicts("json"))
    .option("--json", "print JSON", false)
    .action(async (a: string, b: string, options: Omit<CompareArguments, "a" | "b">) =>
      end(await (await import("../commands/compare.ts")).compare({ ...options, a, b })),
    );

  program
    .command("sentences [section...]")
    .description(
      "list each sentence of the document with its rules and open points, or why nothing of it can be checked",
    )
    .option("--unchecked", "only sentences that no rule checks", false)
    .option("--out <dir>", "output directory of a run, whose verdicts are then shown", "payconform-out")
    .option("--document <file>", "your copy of the interface document (Markdown), which is then quoted")
    .option("--json", "print JSON", false)
    .action(async (sections: string[], options: Omit<SentencesArguments, "sections">) =>
      end((await import("../commands/sentences.ts")).sentences({ ...options, sections })),
    );

  program
    .command("bundle [dir]")
    .description(
      "pack the outcome of a run, its recording and its profile into one file that others can verify",
    )
    .option("--har <file>", "recording of the run (default: recording.har in its output directory)")
    .option("--shards <dir...>", "for the outcome of `merge`: the output directories of its recorded shards")
    .option("--out <file>", "file to write", "conformance-bundle.tar.gz")
    .option(
      "--subject <name@sha256:digest...>",
      "what was tested, such as a container image; the statement is then also about it",
      subjects,
    )
    .action(async (folder: string | undefined, options: Omit<BundleArguments, "folder">) =>
      end(
        await (
          await import("../commands/bundle.ts")
        ).bundle({ ...options, folder: folder ?? "payconform-out" }),
      ),
    );

  program
    .command("verify <file>")
    .description("check a bundle: its digests, its counts, and the verdicts that its recording shows")
    .option("--all", "list each rule whose verdict the recording cannot show", false)
    .option("--json", "print JSON", false)
    .action(async (file: string, options: Omit<VerifyArguments, "file">) =>
      end(await (await import("../commands/verify.ts")).verify({ ...options, file })),
    );
}
