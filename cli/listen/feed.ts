import { setTimeout as pause } from "node:timers/promises";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { oneLine } from "../../reports/text/text.ts";
import { printAside } from "../terminal/output.ts";
import type { Control, PastEvent } from "./control.ts";
import type { Position } from "./position.ts";

/** How often the feed is read, ms. */
const READ_EVERY_MS = 250;
/** How often the registration is looked at, ms. */
const LOOK_EVERY_MS = 1_000;
/** The delays after which a refused event is sent again, ms. A server that does not answer is waited for without end. */
const RETRY_MS = [500, 1_000, 2_000, 4_000];

/** The outcome of an event: it was accepted, or a server refused it, or none answered. */
type Outcome = "accepted" | "refused" | "no answer";

const rest = (ms: number, signal: AbortSignal): Promise<unknown> =>
  pause(ms, undefined, { signal }).catch(() => undefined);

/** Repeats work that needs the emulator until `end`. Prints once why the emulator does not allow it, and that it answers again. */
async function repeat(
  work: () => Promise<void>,
  { end, everyMs }: { readonly end: AbortSignal; readonly everyMs: number },
): Promise<void> {
  for (let problem: string | undefined; !end.aborted; await rest(everyMs, end)) {
    try {
      await work();
      if (problem !== undefined) printAside("The emulator answers again.");
      problem = undefined;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      if (error.message !== problem) printAside(oneLine(`Waits for the emulator: ${error.message}`));
      problem = error.message;
    }
  }
}

/** Reads the feed of an account from a position until `end`, each event once and in order, and moves on when an event is over. */
export async function follow(
  begin: Position,
  handle: (event: PastEvent) => Promise<Outcome>,
  { control, end, moved }: { control: Control; end: AbortSignal; moved: (position: Position) => void },
): Promise<void> {
  const { account } = begin;
  let { sequence } = begin;

  const isOver = async (event: PastEvent): Promise<boolean> => {
    for (let attempt = 0; !end.aborted; attempt += 1) {
      const outcome = await handle(event);
      if (outcome === "accepted") return true;
      const delay =
        outcome === "refused" ? RETRY_MS[attempt] : RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)];
      if (delay === undefined) {
        printAside(oneLine(`Gives ${event.id} up; --replay ${event.id} sends it again.`));
        return true;
      }
      await rest(delay, end);
    }
    return false;
  };

  const read = async (): Promise<void> => {
    for await (const event of control.events(account, sequence)) {
      if (!(await isOver(event))) return;
      ({ sequence } = event);
      moved({ account, sequence, eventId: event.id });
    }
  };
  await repeat(read, { end, everyMs: READ_EVERY_MS });
}

/** An endpoint that is registered at an emulator. */
export interface Registration {
  readonly account: string;
  readonly id: string;
  readonly url: string;
}

/**
 * Looks at a registration until `end`, and registers again when the emulator no longer has it, because it was restarted, was reset or went back.
 * Returns the latest registration.
 */
export async function keepRegistered(
  first: Registration,
  register: () => Promise<Registration>,
  { control, end }: { control: Control; end: AbortSignal },
): Promise<Registration> {
  let registration = first;
  const look = async (): Promise<void> => {
    if (await control.has(registration.account, registration)) return;
    registration = await register();
    const { account, id } = registration;
    printAside(oneLine(`The emulator began again: listens to the events of ${account} as ${id}.`));
  };
  await repeat(look, { end, everyMs: LOOK_EVERY_MS });
  return registration;
}
