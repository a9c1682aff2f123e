import { type Command, Option } from "commander";
import { futureDay, kinds, wholeNumber, reason } from "./arguments.ts";
import type { BaselineWriteArguments } from "../commands/baseline.ts";
import type { DoctorArguments } from "../commands/doctor.ts";
import type { MergeArguments } from "../commands/merge.ts";
import type { ObservationsArguments } from "../commands/observations.ts";
import type { RulesArguments } from "../commands/rules.ts";
import type { ReplayArguments } from "../commands/replay.ts";
import type { SweepArguments } from "../commands/sweep.ts";
import { DEFAULT_SEED } from "../runner/run-config.ts";
import type { Host } from "../runner/threads.ts";
import { addEvidenceCommands } from "./evidence.ts";
import { allureOptions, type End, DOCUMENT, GATE, KIND, targetOptions } from "./shared.ts";

/** Adds the commands that prepare a run, and those that use its results. */
export function addJudgingCommands(program: Command, end: End, host?: Host): void {
  program
    .command("rules [pattern...]")
    .description("list the rules")
    .option("--level <name>", "only the rules of this level: core, marketplace, billing or strict")
    .addOption(new Option("--kind <kinds>", KIND).argParser(kinds))
    .option("--json", "print JSON", false)
    .action(async (patterns: string[], options: Omit<RulesArguments, "patterns">) =>
      end(await (await import("../commands/rules.ts")).rules({ patterns, ...options })),
    );

  program
    .command("explain <name>")
    .description("explain a rule, a need (how to supply it), or an open point (what is accepted)")
    .action(async (id: string) => end(await (await import("../commands/explain.ts")).explain(id)));

  const examine = async (options: DoctorArguments): Promise<void> =>
    end(await (await import("../commands/doctor.ts")).doctor(options));
  doctorOptions(program.command("doctor").description("check a target and its profile before a run"))
    .addOption(
      new Option(
        "--write",
        "write what is found into a commented profile; --out and --overwrite imply it",
      ).default(false),
    )
    .action(examine);
  doctorOptions(
    program.command("init").description("write a commented profile of a target (`doctor --write`)"),
  ).action((options: Omit<DoctorArguments, "write">) => examine({ ...options, write: true }));

  const baseline = program.command("baseline").description("manage known violations");
  baseline
    .command("write <file>")
    .description("write the violations of a run to a baseline, or update an existing one")
    .option("--from <file>", "conformance.json of that run", "payconform-out/conformance.json")
    .requiredOption("--reason <text>", "why new entries are tolerated", reason)
    .requiredOption("--expires <day>", "last day of new entries, YYYY-MM-DD", futureDay)
    .action(async (file: string, options: Omit<BaselineWriteArguments, "file">) =>
      end((await import("../commands/baseline.ts")).baselineWrite({ ...options, file })),
    );

  targetOptions(program.command("sweep").description("delete objects that an earlier run left on a target"))
    .option("--out <dir>", "output directory of that run", "payconform-out")
    .option("--allow-live-key", "use the live key", false)
    .action(async (options: Omit<SweepArguments, "seed">) =>
      end(await (await import("../commands/sweep.ts")).sweep({ ...options, seed: DEFAULT_SEED })),
    );

  const merge = program
    .command("merge <dir...>")
    .description("merge the reports of the shards of a run")
    .option("--out <dir>", "output directory of the merged reports", "payconform-out")
    .option("--allow-incomplete", "do not fail the run for rules whose needs are missing", false)
    .option("--gate <file>", GATE)
    .option("--document <file>", DOCUMENT);
  allureOptions(merge).action(async (folders: string[], options: Omit<MergeArguments, "folders">) =>
    end(await (await import("../commands/merge.ts")).merge({ ...options, folders })),
  );

  addEvidenceCommands(program, end);

  program
    .command("observations")
    .description("print what the target of a run does where the document is silent")
    .option("--out <dir>", "output directory of the run", "payconform-out")
    .action(async (options: ObservationsArguments) =>
      end((await import("../commands/observations.ts")).observations(options)),
    );

  program
    .command("annotations")
    .description("print the result of a run as GitHub annotations")
    .option("--out <dir>", "output directory of the run", "payconform-out")
    .action(async (options: { out: string }) =>
      end((await import("../commands/annotations.ts")).annotations(options)),
    );

  targetOptions(
    program
      .command("replay <path>")
      .description(
        "reproduce a violation, or all of an output directory (default: on the target where they occurred)",
      ),
  )
    .option("--allow-live-key", "use the live key, for the rules that need one", false)
    .action(async (file: string, options: Omit<ReplayArguments, "file">) =>
      end(await (await import("../commands/replay.ts")).replay({ ...options, file }, host)),
    );
}

/** Adds the options of `doctor` that `init` has as well. */
function doctorOptions(command: Command): Command {
  return targetOptions(command)
    .option("--allow-live-key", "also try the live key on the target", false)
    .option("--probe-events", "create one test subscription and wait for its event", false)
    .option("--seed <n>", "seed of all generated values", wholeNumber(0), DEFAULT_SEED)
    .addOption(
      new Option("--out <file>", "file to write (default: the profile)").implies({
        write: true,
      }),
    )
    .addOption(
      new Option("--overwrite", "write the file although it exists").default(false).implies({ write: true }),
    );
}
