import { setTimeout as pause } from "node:timers/promises";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { oneLine } from "../../reports/text/text.ts";
import { printAside } from "../terminal/output.ts";
import type { Control } from "./control.ts";

/** How often the registration is looked at, ms. */
const LOOK_EVERY_MS = 1_000;

/** An endpoint that is registered at an emulator. */
export interface Registration {
  readonly account: string;
  readonly id: string;
  readonly url: string;
}

/**
 * Looks at a registration until `end`, and registers again when the emulator no longer has it, because it was restarted, was reset or went back.
 * Prints each change once. Returns the latest registration.
 */
export async function keepRegistered(
  first: Registration,
  register: () => Promise<Registration>,
  { control, end }: { control: Control; end: AbortSignal },
): Promise<Registration> {
  let registration = first;
  let problem: string | undefined;
  const look = async (): Promise<string | undefined> => {
    if (!(await control.has(registration))) {
      registration = await register();
      return `The emulator began again: listens to the events of ${registration.account} as ${registration.id}.`;
    }
    return problem === undefined ? undefined : "The emulator answers again.";
  };
  for (;;) {
    await pause(LOOK_EVERY_MS, undefined, { signal: end }).catch(() => undefined);
    if (end.aborted) return registration;
    try {
      const change = await look();
      if (change !== undefined) printAside(oneLine(change));
      problem = undefined;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      if (error.message !== problem) printAside(oneLine(`Waits for the emulator: ${error.message}`));
      problem = error.message;
    }
  }
}
