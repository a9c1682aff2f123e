import { eventTypes } from "../../emulator/index.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import { oneLine } from "../../reports/text.ts";
import { type Control, controlAt, namesOf, parsed } from "../listen/control.ts";
import { forward, type Forwarded, type Forwarding, type Received } from "../listen/forward.ts";
import { openReceiver } from "../listen/receiver.ts";
import { print, printAside } from "../output.ts";
import { onceStopped } from "../runner/stop.ts";
import { suggest } from "../../harness/suggest.ts";

export interface ListenArguments {
  readonly forwardTo?: string;
  readonly events?: readonly string[];
  readonly controlUrl: string;
  readonly account?: string;
  readonly register: boolean;
  readonly host: string;
  readonly port: number;
  readonly replay?: readonly string[];
}

/** Receives events, prints one line for each, and forwards them, until it is interrupted; with `replay`, forwards past ones and ends. */
export async function listen(options: ListenArguments): Promise<ExitCode> {
  const { forwardTo, controlUrl } = options;
  const control = controlAt(controlUrl, process.env["PAYCONFORM_CONTROL_TOKEN"]);
  const secret = process.env["PAYCONFORM_WEBHOOK_SECRET"];
  const forwarding = forwardTo === undefined ? undefined : { to: forwardTo, secret };
  if (options.replay !== undefined) return replay(options, options.replay, control, forwarding);

  let last: Received | undefined;
  const receiver = await openReceiver(options, async (received) => {
    last = received;
    return statusOf(await show(received, forwarding));
  }).catch((error: unknown) => {
    throw new UsageError(
      `${(error as Error).message}; use another --host or --port, or --port 0 for any free port`,
    );
  });
  const { ended, release } = interrupted(() => {
    if (last !== undefined) show(last, forwarding).catch(() => undefined);
  });
  try {
    const events = typesOf(options.events);
    const forwards = forwardTo === undefined ? "" : `, forwards to ${forwardTo}`;
    if (!options.register) {
      print(`Register ${receiver.url} at your server for ${events.join(", ")}.`);
      printAside(`Listens${forwards}. Ctrl+C ends it.`);
      await ended;
      return 0;
    }
    const account = await control.account(options.account);
    const endpointId = await control.register(account, receiver.url, events);
    printAside(
      oneLine(
        `Listens to the events of ${account} at ${receiver.url} (${endpointId})${forwards}. Ctrl+C ends it.`,
      ),
    );
    await ended;
    await control.remove(account, endpointId).catch(() => undefined);
    return 0;
  } finally {
    release();
    await receiver.close();
  }
}

async function replay(
  { account }: ListenArguments,
  eventIds: readonly string[],
  control: Control,
  forwarding: Forwarding | undefined,
): Promise<ExitCode> {
  if (forwarding === undefined) throw new UsageError("--replay needs --forward-to");
  const merchant = await control.account(account);
  let isTaken = true;
  for (const eventId of eventIds) {
    const { body } = await control.find(merchant, eventId);
    const status = statusOf(await show({ body: JSON.stringify(body), headers: {} }, forwarding));
    isTaken &&= status >= 200 && status < 300;
  }
  return isTaken ? 0 : 1;
}

/** Prints a line for an event, and how its forwarding ended. */
async function show(received: Received, forwarding: Forwarding | undefined): Promise<Forwarded | undefined> {
  const { id, type } = namesOf(parsed(received.body));
  const began = performance.now();
  const forwarded = forwarding === undefined ? undefined : await forward(received, forwarding);
  const outcome =
    forwarded === undefined ? [] : ["status" in forwarded ? `${forwarded.status}` : forwarded.reason];
  const took = forwarded === undefined ? [] : [`${Math.round(performance.now() - began)} ms`];
  print(oneLine([new Date().toISOString().slice(11, 23), id, type, ...outcome, ...took].join("  ")));
  return forwarded;
}

/** What the sender is answered: the emulator repeats what the server refused. */
const statusOf = (forwarded: Forwarded | undefined): number =>
  forwarded === undefined ? 204 : "status" in forwarded ? forwarded.status : 502;

/** The exact types to register. */
function typesOf(wanted: readonly string[] | undefined): readonly string[] {
  const types = (wanted ?? []).flatMap((text) => text.split(",")).filter((type) => type !== "");
  const unknown = types.find((type) => !eventTypes.includes(type));
  if (unknown !== undefined)
    throw new UsageError(
      `--events: "${unknown}" is not an event${suggest(unknown, eventTypes)} All: ${eventTypes.join(", ")}`,
    );
  return types.length === 0 ? eventTypes : types;
}

/** Ends on SIGTERM, SIGINT or the key `q`; in a terminal, `r` calls back. */
function interrupted(again: () => void): { readonly ended: Promise<void>; readonly release: () => void } {
  const { stdin } = process;
  const isTerminal = stdin.isTTY;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const ignore = onceStopped(end);
  const onKey = (key: Buffer): void => {
    const text = key.toString();
    if (text === "r") again();
    // Raw mode has no Ctrl+C.
    if (text === "q" || text === "\u0003") end();
  };
  if (isTerminal) {
    printAside("Keys: r sends the last event again, q quits.");
    stdin.setRawMode(true).on("data", onKey);
  }
  return {
    ended,
    release: () => {
      ignore();
      if (isTerminal) stdin.off("data", onKey).setRawMode(false).pause();
    },
  };
}
