import { send } from "../../emulator/http/send.ts";
import { messageOf } from "../../harness/plain.ts";
import { USER_AGENT } from "../../harness/http/user-agent.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { oneLine } from "../../reports/text/text.ts";

/** An event of a merchant, and what a webhook endpoint receives. */
export interface PastEvent {
  /** Its position in the merchant's feed. */
  readonly sequence: number;
  readonly id: string;
  readonly type: string;
  readonly body: unknown;
}

/** The part of the control protocol that `listen` and `trigger` use. Every method throws a UsageError that says what to do. */
export interface Control {
  /** Performs an operation and returns its answer. */
  ask: Ask;
  /** Returns the given account id, or that of the first merchant. */
  account(wanted: string | undefined): Promise<string>;
  /** Registers an endpoint and returns its id. */
  register(account: string, url: string, events: readonly string[]): Promise<string>;
  remove(account: string, endpointId: string): Promise<void>;
  /** Whether the account still has the endpoint. */
  has(endpoint: { readonly account: string; readonly id: string; readonly url: string }): Promise<boolean>;
  /** The events of an account after a position in its feed, oldest first. */
  events(account: string, after: number): AsyncIterable<PastEvent>;
  /** The secret with which the emulator signs what it delivers to a URL; undefined if it signs nothing, or has no endpoint there. */
  secretFor(account: string, url: string): Promise<string | undefined>;
  /** Finds an event by its id. */
  find(account: string, eventId: string): Promise<PastEvent>;
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

/** A client of the control protocol at a URL. */
export function controlAt(url: string): Control {
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
      const entries = Array.isArray(data) ? (data as unknown[]) : [];
      for (const entry of entries) {
        const body = memberOf(entry, "body");
        yield { sequence: Number(memberOf(entry, "sequence")), ...namesOf(body), body };
      }
      if (entries.length === 0 || typeof next !== "number" || next <= after) return;
      after = next;
    }
  }

  return {
    ask,
    events,
    account: async (wanted) => {
      if (wanted !== undefined) return wanted;
      const { data } = await ask("GET", "/merchants");
      const [first] = Array.isArray(data) ? (data as unknown[]) : [];
      const accountId = memberOf(first, "accountId");
      if (typeof accountId !== "string")
        throw new UsageError(`${url} lists no merchant; name one with --account`);
      return accountId;
    },
    register: async (account, endpoint, events) =>
      String((await ask("POST", below(account, "/webhook-endpoints"), { url: endpoint, events }))["id"]),
    remove: async (account, endpointId) => {
      await ask("DELETE", below(account, `/webhook-endpoints/${encodeURIComponent(endpointId)}`));
    },
    has: async ({ account, id, url: receiver }) => {
      const { data } = await ask("GET", below(account, "/webhook-endpoints")).catch((error: unknown) => {
        // After a start with another seed, there is no such account.
        if (error instanceof Refused && error.status === 404) return { data: [] };
        throw error;
      });
      const entries = Array.isArray(data) ? (data as unknown[]) : [];
      return entries.some((entry) => memberOf(entry, "id") === id && memberOf(entry, "url") === receiver);
    },
    secretFor: async (account, target) => {
      const { webhookSignature } = await ask("GET", below(account, "/settings"));
      if (webhookSignature === "none") return undefined;
      const { data } = await ask("GET", below(account, "/webhook-endpoints"));
      const endpoint = Array.isArray(data)
        ? (data as unknown[]).find((entry) => memberOf(entry, "url") === target)
        : undefined;
      if (endpoint === undefined) return undefined;
      const { secret } = await ask(
        "GET",
        below(account, `/webhook-endpoints/${String(memberOf(endpoint, "id"))}/secret`),
      );
      return typeof secret === "string" ? secret : undefined;
    },
    find: async (account, eventId) => {
      for await (const event of events(account, 0)) if (event.id === eventId) return event;
      throw new UsageError(`the merchant ${account} has no event ${eventId}, or it is too old`);
    },
  };
}

/** A path of control below a merchant. */
export const below = (account: string, path: string): string =>
  `/merchants/${encodeURIComponent(account)}${path}`;

/** A member of a value that may be no object. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** Parses JSON; undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The id and the type of an event, which Connect events have below `event` (§6); `?` if one is missing. */
export function namesOf(body: unknown): { readonly id: string; readonly type: string } {
  const event = memberOf(body, "event") ?? body;
  const text = (name: string): string => {
    const value = memberOf(event, name);
    return typeof value === "string" ? value : "?";
  };
  return { id: text("id"), type: text("type") };
}
