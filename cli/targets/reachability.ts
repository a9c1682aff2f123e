import { setMaxListeners } from "node:events";
import { isApplicable } from "../../harness/patterns.ts";
import { contractOperations, type Operation } from "../../harness/contract.ts";
import { wireRequest } from "../../harness/http/client.ts";
import { connectionTo } from "../../harness/http/connection.ts";
import { socketTransport } from "../../harness/http/socket.ts";
import { headerValues, type Transport, type WireAnswer, type WireRequest } from "../../harness/http/wire.ts";
import { pause } from "../../harness/time.ts";
import type { Access, Profile } from "../../harness/profile/types.ts";
import { TransportFault } from "../../harness/verdicts.ts";
import { clip, oneLine } from "../../reports/text/text.ts";
import { catalogue } from "../../spec/index.ts";
import { adviceOn } from "./advice.ts";
import { offeredOperations } from "../../harness/control.ts";
import { withControlModule } from "../../harness/http/control-module.ts";

interface Target {
  readonly profile: Profile;
  readonly access: Access;
}

/** An id in a path that no object has. */
export const UNKNOWN_ID = "payconform_nobodys";

const CONCURRENT_REQUESTS = 8;

/** The connection to the hosts of a target. */
export const transportTo = (target: Target): Transport =>
  socketTransport({ connections: CONCURRENT_REQUESTS, connection: connectionTo(target) });

/** A host of a target: the hosts of the document, and control. */
export interface Host {
  readonly what: "payment host" | "checkout host" | "control";
  readonly url: string;
}

/** The hosts of a profile. The checkout host only if it is another one. */
export function hostsOf({ target: { baseUrl, checkoutUrl, controlUrl } }: Profile): readonly Host[] {
  return [
    { what: "payment host", url: baseUrl },
    ...(checkoutUrl === baseUrl ? [] : [{ what: "checkout host", url: checkoutUrl } as const]),
    ...(controlUrl === undefined ? [] : [{ what: "control", url: controlUrl } as const]),
  ];
}

/** How a host answered. */
export interface Reached {
  /** The method and path of the request. */
  readonly request: string;
  /** Null if the answer is unreadable; `fault` says why. */
  readonly answer: WireAnswer | null;
  readonly fault: string | null;
  readonly ms: number;
}

/**
 * Sends documented requests without a key to a host until one is answered: hosts may serve nothing else, and not all of them. Any answer
 * counts, even a refusal.
 * @throws TransportFault if none is answered within the profile's deadline of a request
 */
export async function reach(transport: Transport, host: Host, target: Target): Promise<Reached> {
  const withinMs = target.profile.deadlines.exchangeMs;
  const began = performance.now();
  const end = new AbortController();
  // Every request listens.
  setMaxListeners(0, end.signal);
  const send = (request: WireRequest): Promise<Reached> =>
    sent(transport, request, {
      deadlineMs: Math.ceil(withinMs - (performance.now() - began)),
      signal: end.signal,
    });
  const [first, ...others] = requestsTo(host, target);
  if (first === undefined) throw new Error(`the document has no request of the ${host.what}`);
  const trial = send(first);
  try {
    // Usually the first request is answered, so the others wait for half of the time.
    const early = await Promise.race([
      trial.catch((error: unknown) => error as Error),
      pause(withinMs / 2, end.signal),
    ]);
    const isOver = early instanceof Error && !mayBeOfRoute(early);
    if (isOver || (early !== undefined && !(early instanceof Error)) || others.length === 0)
      return await trial;
    return await Promise.any([trial, ...others.map(send)]).catch(() => trial);
  } finally {
    end.abort();
  }
}

/** Whether another route may be answered although a request ended like this. Without a connection, none is. */
const mayBeOfRoute = (error: Error): boolean => error instanceof TransportFault && error.kind !== "refused";

async function sent(
  transport: Transport,
  request: WireRequest,
  options: Parameters<Transport["send"]>[1],
): Promise<Reached> {
  const began = performance.now();
  const what = `${request.method} ${request.url.pathname}`;
  const ms = (): number => performance.now() - began;
  try {
    return { request: what, answer: await transport.send(request, options), fault: null, ms: ms() };
  } catch (error) {
    // An unreadable answer shows that the host answers.
    if (!(error instanceof TransportFault) || !["too-large", "protocol"].includes(error.kind)) throw error;
    return { request: what, answer: null, fault: error.message, ms: ms() };
  }
}

/** The requests that may be sent to a host, the likeliest to be answered first. */
function requestsTo({ what, url }: Host, { profile, access }: Target): readonly WireRequest[] {
  const common = { base: url, authorization: null, headers: access.headers };
  if (what === "control") return [wireRequest({ ...common, method: "GET", path: "/", parts: {} })];
  const own = [...contractOperations.values()].filter(({ host }) => `${host} host` === what);
  const isOffered = ({ servedRule }: Operation): boolean => {
    const rule = catalogue.find(({ id }) => id === servedRule);
    return rule === undefined || isApplicable(profile.notOffered, rule);
  };
  // Without a key and a body, a POST is refused.
  const asked = own.filter(
    ({ method, path }) => method === "GET" || (method === "POST" && !path.includes("{")),
  );
  const offered = asked.filter(isOffered);
  return (offered.length === 0 ? asked : offered)
    .toSorted((a, b) => Number(a.method !== "GET") - Number(b.method !== "GET"))
    .map(({ method, path }) => {
      const ids = Object.fromEntries(
        [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => [name, UNKNOWN_ID]),
      );
      return wireRequest({
        ...common,
        method,
        path,
        parts: { path: ids, ...(method === "POST" ? { json: {} } : {}) },
      });
    });
}

/** Asks control what it offers. @throws TransportFault */
function askControl(transport: Transport, url: string, { profile, access }: Target): Promise<WireAnswer> {
  const [request] = requestsTo({ what: "control", url }, { profile, access });
  if (request === undefined) throw new Error("control is asked with a GET");
  return transport.send(request, {
    deadlineMs: profile.deadlines.exchangeMs,
    signal: new AbortController().signal,
  });
}

const MAX_CHARACTERS = 200;

/** The target of a redirect, to be appended to its status; empty for other answers. */
export function redirection({ status, headers }: Pick<WireAnswer, "status" | "headers">): string {
  const [location] = status >= 300 && status < 400 ? headerValues(headers, "location") : [];
  return location === undefined ? "" : ` (Location: ${clip(oneLine(location), MAX_CHARACTERS)})`;
}

/** A host by its URL, and by its place in the profile if `--target` does not set it. */
function named({ what, url }: Host): string {
  if (what === "payment host") return url;
  return `${url} (${what === "control" ? "control, target.controlUrl" : "the checkout host, target.checkoutUrl"})`;
}

/** Why a host of the target does not answer, in one line; null if all do. */
export async function unreachable(target: Target): Promise<string | null> {
  const transport = transportTo(target);
  try {
    for (const host of hostsOf(target.profile)) {
      const fault = await reach(transport, host, target).then(
        () => null,
        (error: unknown) => {
          if (error instanceof TransportFault) return error.message;
          throw error;
        },
      );
      if (fault !== null)
        return `${named(host)} is not reachable: ${fault}${adviceOn(fault, { url: host.url, profile: target.profile })}`;
    }
    return null;
  } finally {
    await transport.close();
  }
}

/**
 * Why the control in a profile cannot be used, in one line; null if it lists its operations, or if the profile has none.
 * Without this error, the rules that need control would silently not be judged.
 * @throws UsageError for a control module that cannot be loaded
 */
export async function controlFault(target: { profile: Profile; access: Access }): Promise<string | null> {
  const { profile, transport, loaded } = withControlModule({
    profile: target.profile,
    transport: transportTo(target),
  });
  const { controlUrl, controlModule } = profile.target;
  try {
    await loaded();
    if (controlUrl === undefined) return null;
    const named =
      controlModule === undefined ? `controlUrl: ${controlUrl}` : `controlModule: ${controlModule}`;
    const answered = await askControl(transport, controlUrl, { ...target, profile }).then(
      whatIsWrong,
      (error: unknown) => {
        if (error instanceof TransportFault) return `does not answer: ${error.message}`;
        throw error;
      },
    );
    return answered === null
      ? null
      : `target.${named} ${answered}; control must answer GET on that URL with {"operations": [...]} (docs/control.md)`;
  } finally {
    await transport.close();
  }
}

function whatIsWrong(answer: WireAnswer): string | null {
  if (offeredOperations(answer) !== null) return null;
  // The body is not shown, because it may repeat a secret of the request.
  const type = answer.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const kind =
    answer.body.byteLength === 0 ? "nothing" : (type?.split(";")[0] ?? "a body without content type");
  return `does not list its operations: it answered ${answer.status}${redirection(answer)} with ${kind}`;
}
