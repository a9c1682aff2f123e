import type { Redactor } from "../harness/redaction/redactor.ts";
import { inert, inertJson, visible } from "../reports/text.ts";

const redactors = new Set<Redactor>();

/** From now on nothing is printed that this redactor knows as secret. */
export function hideSecrets(redactor: Redactor): void {
  redactors.add(redactor);
}

/** Prints lines on standard output. */
export function print(text: string): void {
  process.stdout.write(`${shown(visible(text))}\n`);
}

/** Prints JSON on standard output; whoever reads it as JSON gets what it says. */
export function printJson(json: string): void {
  process.stdout.write(`${shown(inertJson(json))}\n`);
}

/** Prints a command to a CI service, of our own making; what others wrote has been made inert in it. */
export function printCommand(line: string): void {
  process.stdout.write(`${shown(line)}\n`);
}

/** Prints what a user did wrong, as it is, on standard error. */
export function complain(text: string): void {
  process.stderr.write(shown(visible(text)));
}

/** Prints a line on standard error, behind the program's name. */
export function warn(text: string): void {
  process.stderr.write(`payconform: ${shown(visible(text))}\n`);
}

/** Standard output for reports, which make their own colours: what targets sent has been made visible in them. */
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
