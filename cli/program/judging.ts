import { type Command, Option } from "commander";
import { futureDay, kinds, reason, subjects, wholeNumber } from "./arguments.ts";
import { DEFAULT_SEED } from "../runner/run-config.ts";
import type { DoctorArguments } from "../commands/doctor.ts";
import type { ReplayArguments } from "../commands/replay.ts";
import type { Host } from "../runner/threads.ts";
import { allureOptions, DOCUMENT, GATE, KIND, type Runs, targetOptions } from "./shared.ts";

/** Adds the commands that prepare a run, and those that use its results. */
export function addJudgingCommands(program: Command, runs: Runs, host?: Host): void {
  program
    .command("rules [pattern...]")
    .description("list the rules")
    .option("--level <name>", "only the rules of this level: core, marketplace, billing or strict")
    .addOption(new Option("--kind <kinds>", KIND).argParser(kinds))
    .option("--json", "print JSON", false)
    .action(runs(async () => (await import("../commands/rules.ts")).rules));

  program
    .command("explain <name>")
    .description("explain a rule, a need (how to supply it), or an open point (what is accepted)")
    .action(runs(async () => (await import("../commands/explain.ts")).explain));

  const doctor = async () => (await import("../commands/doctor.ts")).doctor;
  doctorOptions(program.command("doctor").description("check a target and its profile before a run"))
    .addOption(
      new Option(
        "--write",
        "write what is found into a commented profile; --out and --overwrite imply it",
      ).default(false),
    )
    .action(runs(doctor));
  doctorOptions(
    program.command("init").description("write a commented profile of a target (`doctor --write`)"),
  ).action(
    runs(async () => {
      const examine = await doctor();
      return (options: Omit<DoctorArguments, "write">) => examine({ ...options, write: true });
    }),
  );

  const baseline = program.command("baseline").description("manage known violations");
  baseline
    .command("write <file>")
    .description("write the violations of a run to a baseline, or update an existing one")
    .option("--from <file>", "conformance.json of that run", "payconform-out/conformance.json")
    .requiredOption("--reason <text>", "why new entries are tolerated", reason)
    .requiredOption("--expires <day>", "last day of new entries, YYYY-MM-DD", futureDay)
    .action(runs(async () => (await import("../commands/baseline.ts")).baselineWrite));

  targetOptions(program.command("sweep").description("delete objects that an earlier run left on a target"))
    .option("--out <dir>", "output directory of that run", "payconform-out")
    .option("--allow-live-key", "use the live key", false)
    .action(runs(async () => (await import("../commands/sweep.ts")).sweep));

  const merge = program
    .command("merge <dir...>")
    .description("merge the reports of the shards of a run")
    .option("--out <dir>", "output directory of the merged reports", "payconform-out")
    .option("--allow-incomplete", "do not fail the run for rules whose needs are missing", false)
    .option("--gate <file>", GATE)
    .option("--document <file>", DOCUMENT);
  allureOptions(merge).action(runs(async () => (await import("../commands/merge.ts")).merge));

  addEvidenceCommands(program, runs);

  const ofRun = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .option("--out <dir>", "output directory of the run", "payconform-out");
  ofRun("observations", "print what the target of a run does where the document is silent").action(
    runs(async () => (await import("../commands/observations.ts")).observations),
  );
  ofRun("annotations", "print the result of a run as GitHub annotations").action(
    runs(async () => (await import("../commands/annotations.ts")).annotations),
  );

  targetOptions(
    program
      .command("replay <path>")
      .description(
        "reproduce a violation, or all of an output directory (default: on the target where they occurred)",
      ),
  )
    .option("--allow-live-key", "use the live key, for the rules that need one", false)
    .action(
      runs(async () => {
        const { replay } = await import("../commands/replay.ts");
        return (path: string, options: ReplayArguments) => replay(path, options, host);
      }),
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

/** Adds the commands that compare, explain and prove the results of a run. */
function addEvidenceCommands(program: Command, runs: Runs): void {
  program
    .command("compare <a> <b>")
    .description(
      "print what a client would notice that moves from one server to another: two output directories, or two recordings",
    )
    .addOption(new Option("--markdown", "print Markdown").default(false).conflicts("json"))
    .option("--json", "print JSON", false)
    .action(runs(async () => (await import("../commands/compare.ts")).compare));

  program
    .command("sentences [section...]")
    .description(
      "list each sentence of the document with its rules and open points, or why nothing of it can be checked",
    )
    .option("--unchecked", "only sentences that no rule checks", false)
    .option("--out <dir>", "output directory of a run, whose verdicts are then shown", "payconform-out")
    .option("--document <file>", "your copy of the interface document (Markdown), which is then quoted")
    .option("--json", "print JSON", false)
    .action(runs(async () => (await import("../commands/sentences.ts")).sentences));

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
    .action(runs(async () => (await import("../commands/bundle.ts")).bundle));

  program
    .command("verify <file>")
    .description("check a bundle: its digests, its counts, and the verdicts that its recording shows")
    .option("--all", "list each rule whose verdict the recording cannot show", false)
    .option("--json", "print JSON", false)
    .action(runs(async () => (await import("../commands/verify.ts")).verify));
}
