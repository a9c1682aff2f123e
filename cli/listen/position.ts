import { existsSync, readFileSync } from "node:fs";
import { writeNamedFile } from "../terminal/files.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { below, type Control, memberOf, type PastEvent } from "./control.ts";
import { parsed } from "../../spec/json.ts";

/** The last event of an account's feed that was read. */
export interface Position {
  readonly account: string;
  readonly sequence: number;
  /** Its id, which shows whether the emulator began again. */
  readonly eventId: string | undefined;
}

/** Where listening begins, if not at the present. */
export interface Beginning {
  /** The file that keeps the position. */
  readonly state?: string;
  /** How long ago the first event happened at most, seconds. */
  readonly since?: number;
  /** A position in the feed; 0 is its start. */
  readonly from?: number;
}

/** The position at which listening begins. Where it ended the last time prevails. @throws UsageError */
export async function positionAt(
  { state, since, from }: Beginning,
  { control, account }: { readonly control: Control; readonly account: string },
): Promise<Position> {
  const begin = (last: PastEvent | undefined): Position => ({
    account,
    sequence: last?.sequence ?? 0,
    eventId: last?.id,
  });
  const eventAt = async (sequence: number): Promise<PastEvent | undefined> => {
    if (sequence > 0) for await (const event of control.events(account, sequence - 1)) return event;
    return undefined;
  };
  const kept = state === undefined ? undefined : keptIn(state, account);
  if (kept !== undefined)
    return (await eventAt(kept.sequence))?.id === kept.eventId ? kept : begin(undefined);
  if (from !== undefined) return { account, sequence: from, eventId: (await eventAt(from))?.id };
  if (since === undefined) return begin(await control.lastEvent(account));
  const { now } = await control.ask("GET", below(account, "/clock"));
  const first = Date.parse(String(now)) - since * 1_000;
  return begin(await control.lastEvent(account, (event) => timeOf(event) < first));
}

/** Keeps a position in a file. */
export function keep(file: string, position: Position): void {
  writeNamedFile(file, `${JSON.stringify(position)}\n`, { flag: "--state", isWhole: true });
}

function keptIn(file: string, account: string): Position | undefined {
  if (!existsSync(file)) return undefined;
  const position = parsed(readFileSync(file, "utf8"));
  const sequence = memberOf(position, "sequence");
  if (typeof sequence !== "number")
    throw new UsageError(`--state ${file} has no position; remove it to begin again`);
  if (memberOf(position, "account") !== account)
    throw new UsageError(
      `--state ${file} belongs to ${String(memberOf(position, "account"))}; use a file for each account`,
    );
  return position as Position;
}

/** When an event happened, epoch milliseconds (§6). */
const timeOf = ({ body }: PastEvent): number =>
  Date.parse(String(memberOf(body, "created_at") ?? memberOf(memberOf(body, "event"), "createdAt")));
