import { setTimeout as pause } from "node:timers/promises";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { oneLine } from "../../reports/text/text.ts";
import { printAside } from "../terminal/output.ts";
import type { Control, PastEvent } from "./control.ts";
import type { Position } from "./position.ts";

/** How often the feed is read, ms. */
const READ_EVERY_MS = 250;
/** The delays after which a refused event is sent again, ms. A server that does not answer is waited for without end. */
const RETRY_MS = [500, 1_000, 2_000, 4_000];

/** The outcome of an event: it was accepted, or a server refused it, or none answered. */
type Outcome = "accepted" | "refused" | "no answer";

/** Reads the feed of an account from a position until `end`, each event once and in order, and moves on when an event is over. */
export async function follow(
  begin: Position,
  handle: (event: PastEvent) => Promise<Outcome>,
  { control, end, moved }: { control: Control; end: AbortSignal; moved: (position: Position) => void },
): Promise<void> {
  const { account } = begin;
  let { sequence } = begin;
  let problem: string | undefined;
  const rest = (ms: number): Promise<unknown> => pause(ms, undefined, { signal: end }).catch(() => undefined);

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
      await rest(delay);
    }
    return false;
  };

  while (!end.aborted) {
    try {
      for await (const event of control.events(account, sequence)) {
        if (!(await isOver(event))) return;
        ({ sequence } = event);
        moved({ account, sequence, eventId: event.id });
      }
      problem = undefined;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      if (error.message !== problem) printAside(oneLine(`Waits for the emulator: ${error.message}`));
      problem = error.message;
    }
    await rest(READ_EVERY_MS);
  }
}
