import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRecording, type Step } from "../../../harness/recording/recording.ts";
import { emptyFolder } from "../../empty-folder.ts";

/** A step as a test compares it: what happened, to what, and when after the first. */
export interface ReadStep {
  readonly what: string;
  readonly ms: number;
}

export async function stepsOf(file: string): Promise<readonly Step[]> {
  return [...(await readRecording(file)).steps];
}

export async function readSteps(file: string): Promise<readonly ReadStep[]> {
  const steps = await stepsOf(file);
  const [first] = steps;
  return steps.map((step) => ({ what: whatOf(step), ms: step.at - (first?.at ?? 0) }));
}

function whatOf(step: Step): string {
  if (step.kind === "event") return `event at ${step.address}`;
  const name = `${step.request.method} ${step.request.url.pathname}`;
  if (step.kind === "begin") return `begin ${name}`;
  const { answer, fault } = step;
  if (answer === null) return `end ${name}: ${fault}`;
  const body = answer.wholeBytes === undefined ? Buffer.from(answer.body).toString() : "unknown body";
  return `end ${name}: ${answer.status} ${body.slice(0, 12)}`;
}

/** A file of these lines. */
export function written(lines: readonly string[]): string {
  const file = join(emptyFolder(), "recording.jsonl");
  writeFileSync(file, lines.join("\n"));
  return file;
}
