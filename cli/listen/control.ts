import { send } from "../../emulator/http/send.ts";
import { messageOf } from "../../harness/plain.ts";
import { USER_AGENT } from "../../harness/http/user-agent.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { oneLine } from "../../reports/text/text.ts";
import { parsed } from "../../spec/json.ts";

/** An event of a merchant, and what a webhook endpoint receives. */
export interface PastEvent {
  /** Its position in the merchant's feed. */
  readonly sequence: number;
  readonly id: string;
  readonly type: string;
  readonly body: unknown;
}

/** A webhook endpoint of a merchant. */
interface Endpoint {
  readonly id: string;
  readonly url: string;
}

type Ask = (method: string, path: string, body?: unknown) => Promise<Readonly<Record<string, unknown>>>;

const TIMEOUT_MS = 10_000;
const MAX_CHARACTERS = 300;

/** An answer of control that refuses a request. */
class Refused extends UsageError {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Sends requests to the control protocol at a URL, and returns the text of the answer. @throws UsageError that says what to do */
export function controlRequests(
  url: string,
  { otherwise = "", options = "", timeoutMs = TIMEOUT_MS } = {},
): (method: string, path: string, body?: string) => Promise<string> {
  const token = process.env["PAYCONFORM_CONTROL_TOKEN"];
  return async (method, path, body) => {
    const { status, text, location } = await send(`${url}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        "user-agent": USER_AGENT,
        ...(token === undefined ? {} : { "control-token": token }),
      },
      withinMs: timeoutMs,
      mostCharacters: Number.POSITIVE_INFINITY,
      ...(body === undefined ? {} : { body }),
    }).catch((error: unknown) => {
      throw new UsageError(
        `nothing answers at ${url}: ${messageOf(error)}; start \`payconform emulate --port 4010\`, or name another emulator with --control-url${otherwise}`,
      );
    });
    if (status === 401)
      throw new UsageError(
        `${url} needs a token: set PAYCONFORM_CONTROL_TOKEN to the emulator's controlToken`,
      );
    if (status >= 300 && status < 400 && location !== undefined)
      throw new Refused(
        status,
        oneLine(
          `${url}${path} redirects to ${location.slice(0, MAX_CHARACTERS)} (${status}), and no redirect is followed; ` +
            "give the controlUrl to which it leads as --control-url",
        ),
      );
    if (status < 200 || status >= 300)
      throw new Refused(
        status,
        `${url}${path} answered ${status}: ${oneLine(text.slice(0, MAX_CHARACTERS))}; --control-url is the controlUrl that ` +
          `\`payconform emulate\` prints${options}`,
      );
    return text;
  };
}

/** A client of the control protocol. Every method throws a UsageError that says what to do. */
export type Control = ReturnType<typeof controlAt>;

/** A client of the control protocol at a URL. */
export function controlAt(url: string) {
  const request = controlRequests(url, {
    otherwise: ", or use --no-register and register the URL yourself",
    options: ", and --account one of its merchants",
  });
  const ask: Ask = async (method, path, body) =>
    (parsed(await request(method, path, body === undefined ? undefined : JSON.stringify(body))) ??
      {}) as Readonly<Record<string, unknown>>;

  async function* events(account: string, first: number): AsyncGenerator<PastEvent> {
    for (let after = first; ;) {
      const { data, next } = await ask("GET", below(account, `/events?after=${after}`));
      const entries = entriesOf(data);
      for (const entry of entries) {
        const body = memberOf(entry, "body");
        yield { sequence: Number(memberOf(entry, "sequence")), ...namesOf(body), body };
      }
      if (entries.length === 0 || typeof next !== "number" || next <= after) return;
      after = next;
    }
  }

  async function endpoints(account: string): Promise<readonly Endpoint[]> {
    const { data } = await ask("GET", below(account, "/webhook-endpoints"));
    return entriesOf(data).map((one) => ({
      id: String(memberOf(one, "id")),
      url: String(memberOf(one, "url")),
    }));
  }

  return {
    /** Performs an operation and returns its answer. */
    ask,
    /** The events of an account after a position in its feed, oldest first. */
    events,
    endpoints,
    /** The last event of an account, of those for which a condition is true. */
    lastEvent: async (account: string, isMeant = (_event: PastEvent): boolean => true) => {
      let last: PastEvent | undefined;
      for await (const event of events(account, 0)) if (isMeant(event)) last = event;
      return last;
    },
    /** The given account id, or that of the first merchant. */
    account: async (wanted: string | undefined): Promise<string> => {
      if (wanted !== undefined) return wanted;
      const [first] = entriesOf((await ask("GET", "/merchants"))["data"]);
      const accountId = memberOf(first, "accountId");
      if (typeof accountId !== "string")
        throw new UsageError(`${url} lists no merchant; name one with --account`);
      return accountId;
    },
    /** Registers an endpoint and returns its id. */
    register: async (account: string, endpoint: string, types: readonly string[]): Promise<string> =>
      String(
        (await ask("POST", below(account, "/webhook-endpoints"), { url: endpoint, events: types }))["id"],
      ),
    remove: async (account: string, endpointId: string): Promise<void> => {
      await ask("DELETE", below(account, `/webhook-endpoints/${encodeURIComponent(endpointId)}`));
    },
    /** Whether an account still has an endpoint. */
    has: async (account: string, endpoint: Endpoint): Promise<boolean> => {
      const known = await endpoints(account).catch((error: unknown) => {
        // After a start with another seed, there is no such account.
        if (error instanceof Refused && error.status === 404) return [];
        throw error;
      });
      return known.some(({ id, url: receiver }) => id === endpoint.id && receiver === endpoint.url);
    },
    /** The secret with which the emulator signs what it delivers to a URL; undefined if it signs nothing, or has no endpoint there. */
    secretFor: async (account: string, target: string): Promise<string | undefined> => {
      const { webhookSignature } = await ask("GET", below(account, "/settings"));
      if (webhookSignature === "none") return undefined;
      const endpoint = (await endpoints(account)).find((one) => one.url === target);
      if (endpoint === undefined) return undefined;
      const { secret } = await ask("GET", below(account, `/webhook-endpoints/${endpoint.id}/secret`));
      return typeof secret === "string" ? secret : undefined;
    },
    /** Finds an event by its id. */
    find: async (account: string, eventId: string): Promise<PastEvent> => {
      for await (const event of events(account, 0)) if (event.id === eventId) return event;
      throw new UsageError(`the merchant ${account} has no event ${eventId}, or it is too old`);
    },
  };
}

/** The entries of a value that may be no list. */
export const entriesOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : [];

/** A path of control below a merchant. */
export const below = (account: string, path: string): string =>
  `/merchants/${encodeURIComponent(account)}${path}`;

/** A member of a value that may be no object. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** The id and the type of an event, which Connect events have below `event` (§6); `?` if one is missing. */
export function namesOf(body: unknown): { readonly id: string; readonly type: string } {
  const event = memberOf(body, "event") ?? body;
  const text = (name: string): string => {
    const value = memberOf(event, name);
    return typeof value === "string" ? value : "?";
  };
  return { id: text("id"), type: text("type") };
}
