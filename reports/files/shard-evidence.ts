import type { Observation, RuleResult, RunResult, Verdict } from "../../harness/results.ts";
import { EVIDENCE_FILE, type OutputFolder } from "../output/output-folder.ts";
import { isLate, type Shutdown } from "../output/shutdown.ts";
import { inertJson } from "../text/text.ts";

/** The exchanges and events of a rule, and where it listened. */
export type RuleEvidence = Pick<RuleResult, "transcript" | "events" | "listening">;
export type ObservationEvidence = Pick<Observation, "exchanges" | "events">;

/** A line of the file. `observation` is an index in `conformance.json`. */
export type EvidenceLine =
  | ({ readonly rule: string; readonly verdict?: Verdict } & RuleEvidence)
  | ({ readonly observation: number } & ObservationEvidence);

/** Writes the verdict and the evidence of all rules, and the evidence of all observations, unless there is no time left. */
export function writeEvidence(folder: OutputFolder, result: RunResult, stop?: Shutdown): void {
  if (!isLate(stop)) folder.write(EVIDENCE_FILE, evidenceLines(result));
}

function evidenceLines({ rules, observations }: RunResult): string {
  const lines: readonly EvidenceLine[] = [
    ...rules.map(({ id, verdict, transcript, events, listening }) => ({
      rule: id,
      verdict,
      transcript,
      events,
      ...(listening && { listening }),
    })),
    ...observations.flatMap(({ exchanges, events }, index) =>
      exchanges === undefined && events === undefined
        ? []
        : [{ observation: index, ...(exchanges && { exchanges }), ...(events && { events }) }],
    ),
  ];
  return lines.map((line) => `${inertJson(JSON.stringify(line))}\n`).join("");
}
