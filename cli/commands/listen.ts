import { once } from "node:events";
import { eventTypes } from "../../emulator/index.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import { clip, oneLine } from "../../reports/text/text.ts";
import { type Control, controlAt, namesOf, type PastEvent } from "../listen/control.ts";
import { parsed } from "../../spec/json.ts";
import { follow, keepRegistered, type Registration } from "../listen/feed.ts";
import { type Beginning, keep, positionAt } from "../listen/position.ts";
import { forward, type Forwarded, type Forwarding, type Received } from "../listen/forward.ts";
import { openReceiver } from "../listen/receiver.ts";
import { print, printAside } from "../terminal/output.ts";
import { onceStopped } from "../runner/stop.ts";
import { suggest } from "../../harness/profile/suggest.ts";

interface ListenArguments extends Beginning {
  readonly forwardTo?: string;
  readonly events?: readonly string[];
  readonly controlUrl: string;
  readonly account?: string;
  readonly register: boolean;
  readonly host: string;
  readonly port: number;
  readonly replay?: readonly string[];
}

const MAX_CHARACTERS = 300;
/** The status returned to the sender if the server does not answer. */
const NO_ANSWER = 502;

/** Receives, prints and forwards events until it is interrupted. With `replay`, forwards earlier events and ends. */
export async function listen(options: ListenArguments): Promise<ExitCode> {
  const { forwardTo, controlUrl } = options;
  const control = controlAt(controlUrl);
  const secret = process.env["PAYCONFORM_WEBHOOK_SECRET"];
  const forwarding = forwardTo === undefined ? undefined : { to: forwardTo, secret };
  if (options.replay !== undefined) return replay(options, options.replay, control, forwarding);
  if ([options.state, options.since, options.from].some((given) => given !== undefined))
    return catchUp(options, control, forwarding);

  let last: Received | undefined;
  const receiver = await openReceiver(options, async (received) => {
    last = received;
    return statusOf(await show(received, forwarding));
  }).catch((error: unknown) => {
    throw new UsageError(
      `${(error as Error).message}; use another --host or --port, or --port 0 for any free port`,
    );
  });
  const { end, release } = interrupted(() => {
    if (last !== undefined) show(last, forwarding).catch(() => undefined);
  });
  try {
    const events = typesOf(options.events);
    const forwards = forwardTo === undefined ? "" : `, forwards to ${forwardTo}`;
    if (!options.register) {
      print(`Register ${receiver.url} at your server for ${events.join(", ")}.`);
      printAside(`Listens${forwards}. Ctrl+C ends it.`);
      await once(end, "abort");
      return 0;
    }
    const url = await receiver.urlToward(controlUrl);
    const register = async (): Promise<Registration> => {
      const account = await control.account(options.account);
      return { account, id: await control.register(account, url, events), url };
    };
    const first = await register();
    printAside(
      oneLine(
        `Listens to the events of ${first.account} at ${url} (${first.id})${forwards}. Ctrl+C ends it.`,
      ),
    );
    const { account, id } = await keepRegistered(first, register, { control, end });
    await control.remove(account, id).catch(() => undefined);
    return 0;
  } finally {
    release();
    await receiver.close();
  }
}

/** Reads the feed from a position on, so that nothing is missed while this command or the server is away. */
async function catchUp(
  options: ListenArguments,
  control: Control,
  forwarding: Forwarding | undefined,
): Promise<ExitCode> {
  const { account: wanted, state, events } = options;
  const types = typesOf(events);
  const account = await control.account(wanted);
  const begin = await positionAt(options, { control, account });
  const signing = forwarding && (await signedFor(account, control, forwarding));
  if (state !== undefined) keep(state, begin);
  const to = forwarding === undefined ? "" : `, forwards to ${forwarding.to}`;
  let last: PastEvent | undefined;
  const handle = async (event: PastEvent): Promise<"accepted" | "refused" | "no answer"> => {
    if (!types.includes(event.type)) return "accepted";
    last = event;
    const sent = { body: JSON.stringify(event.body), headers: {} };
    const status = statusOf(await show(sent, signing));
    return status >= 200 && status < 300 ? "accepted" : status === NO_ANSWER ? "no answer" : "refused";
  };
  const { end, release } = interrupted(() => {
    if (last !== undefined) handle(last).catch(() => undefined);
  });
  try {
    printAside(
      oneLine(`Reads the events of ${account} after position ${begin.sequence}${to}. Ctrl+C ends it.`),
    );
    await follow(begin, handle, {
      control,
      end,
      moved: (position) => {
        if (state !== undefined) keep(state, position);
      },
    });
    return 0;
  } finally {
    release();
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
  const signing = await signedFor(merchant, control, forwarding);
  let areAllAccepted = true;
  for (const eventId of eventIds) {
    const { body } = await control.find(merchant, eventId);
    const status = statusOf(await show({ body: JSON.stringify(body), headers: {} }, signing));
    areAllAccepted &&= status >= 200 && status < 300;
  }
  return areAllAccepted ? 0 : 1;
}

/** Forwarding with the secret of the emulator's endpoint at that URL, if none is given. */
const signedFor = async (
  account: string,
  control: Control,
  { to, secret }: Forwarding,
): Promise<Forwarding> => ({
  to,
  secret: secret ?? (await control.secretFor(account, to)),
});

/** Forwards an event and prints a line with the outcome. */
async function show(received: Received, forwarding: Forwarding | undefined): Promise<Forwarded | undefined> {
  const { id, type } = namesOf(parsed(received.body));
  const began = performance.now();
  const forwarded = forwarding === undefined ? undefined : await forward(received, forwarding);
  const outcome = forwarded === undefined ? [] : [outcomeOf(forwarded)];
  const took = forwarded === undefined ? [] : [`${Math.round(performance.now() - began)} ms`];
  print(oneLine([new Date().toISOString().slice(11, 23), id, type, ...outcome, ...took].join("  ")));
  return forwarded;
}

function outcomeOf(forwarded: Forwarded): string {
  if ("reason" in forwarded) return forwarded.reason;
  const { status, location } = forwarded;
  return status >= 300 && status < 400 && location !== undefined
    ? `${status} redirects to ${clip(location, MAX_CHARACTERS)}, which is not followed`
    : `${status}`;
}

/** The status returned to the sender. It is that of the server, so the emulator retries events that the server refused. */
const statusOf = (forwarded: Forwarded | undefined): number =>
  forwarded === undefined ? 204 : "status" in forwarded ? forwarded.status : NO_ANSWER;

/** The event types to register. Default: all. @throws UsageError if one is unknown */
function typesOf(wanted: readonly string[] | undefined): readonly string[] {
  const types = (wanted ?? []).flatMap((text) => text.split(",")).filter((type) => type !== "");
  const unknown = types.find((type) => !eventTypes.includes(type));
  if (unknown !== undefined)
    throw new UsageError(
      `--events: "${unknown}" is not an event${suggest(unknown, eventTypes)} All: ${eventTypes.join(", ")}`,
    );
  return types.length === 0 ? eventTypes : types;
}

/** `end` aborts on SIGTERM or SIGINT; in a terminal, also on the key `q`, and the key `r` calls `again`. */
function interrupted(again: () => void): { readonly end: AbortSignal; readonly release: () => void } {
  const { stdin } = process;
  const isTerminal = stdin.isTTY;
  const end = new AbortController();
  const ignore = onceStopped(() => end.abort());
  const onKey = (key: Buffer): void => {
    const text = key.toString();
    if (text === "r") again();
    // In raw mode, Ctrl+C sends no signal.
    if (text === "q" || text === "\u0003") end.abort();
  };
  if (isTerminal) {
    printAside("Keys: r sends the last event again, q quits.");
    stdin.setRawMode(true).on("data", onKey);
  }
  return {
    end: end.signal,
    release: () => {
      ignore();
      if (isTerminal) stdin.off("data", onKey).setRawMode(false).pause();
    },
  };
}
