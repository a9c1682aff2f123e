import type { Redactor } from "../../harness/redaction/redactor.ts";
import { inert, inertJson, visible } from "../../reports/text/text.ts";

const redactors = new Set<Redactor>();

/** Also applies this redactor to all later output. */
export function hideSecrets(redactor: Redactor): void {
  redactors.add(redactor);
}

/** Forgets the redactors of an earlier command in this process. */
export function forgetSecrets(): void {
  redactors.clear();
}

/** Prints lines on standard output. */
export function print(text: string): void {
  process.stdout.write(`${shown(visible(text))}\n`);
}

/** Prints JSON on standard output. Control characters are escaped; the parsed value is the same. */
export function printJson(json: string): void {
  process.stdout.write(`${shown(inertJson(json))}\n`);
}

/** Prints a workflow command for a CI service. The caller must escape text of targets in it. */
export function printCommand(line: string): void {
  process.stdout.write(`${shown(line)}\n`);
}

/** Prints an error of the argument parser on standard error. */
export function complain(text: string): void {
  process.stderr.write(shown(visible(text)));
}

/** Prints a line on standard error. */
export function printAside(text: string): void {
  process.stderr.write(`${shown(visible(text))}\n`);
}

/** Prints a line on standard error, after the name of the program. */
export function warn(text: string): void {
  process.stderr.write(`payconform: ${shown(visible(text))}\n`);
}

/** Standard output for reports, which contain colours and have escaped the text of targets. */
export const reportStream = {
  write: (text: string): boolean => process.stdout.write(shown(inert(text))),
  get columns(): number {
    return process.stdout.columns;
  },
};

function shown(text: string): string {
  let redacted = text;
  for (const redactor of redactors) redacted = redactor.text(redacted);
  return redacted;
}
