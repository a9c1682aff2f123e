import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { message } from "../kernel/answers.ts";
import type { Answer } from "../kernel/request.ts";
import { hostOf, isLoopbackHost } from "./addresses.ts";
import type { Plain } from "./received.ts";

/** Returns the refusal of a request, or undefined. */
type Gate = (request: IncomingMessage, plain?: Plain) => Answer | undefined;

const HOST = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\,]+)(:\d{1,5})?$/i;

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** How many accepted `Host` headers are remembered. */
const MOST_PASSED = 100;

const shown = (host: string): string => (/^[\w.:-]{1,253}$/.test(host) ? ` ${host}` : "");

/**
 * Refuses requests from web pages that are open on this machine (§5.4: keys are for servers). `Origin` reveals a page of another origin, and
 * `Host` a page whose name was rebound to this machine. Loopback names and `allowed` pass.
 */
export function createGate(allowed: readonly string[]): Gate {
  const names = new Set(allowed.map((name) => name.toLowerCase()));
  const passes = (host: string): boolean => isLoopbackHost(host) || names.has(host);
  // Nearly all requests have one of a few `Host` headers.
  const passed = new Set<string>();

  const gate: Gate = ({ headersDistinct, method, url = "" }) => {
    const [host = "", ...more] = headersDistinct["host"] ?? [];
    const asked = HOST.test(host) && more.length === 0 ? urlOf(`http://${host}`) : undefined;
    if (asked === undefined) return message(400, "The request is not valid HTTP");
    // A request in absolute form (`GET http://host/path`) names the host a second time.
    const named = [asked, urlOf(url)].filter((found) => found !== undefined).map(hostOf);
    const foreign = named.find((name) => !passes(name));
    if (foreign !== undefined) {
      return message(403, `The emulator does not answer as host${shown(foreign)}: name it with --allow-host`);
    }
    if (passed.size < MOST_PASSED && named.length === 1) passed.add(host);
    const [origin, ...others] = headersDistinct["origin"] ?? [];
    if (origin === undefined) return undefined;
    const page = others.length === 0 ? urlOf(origin) : undefined;
    if (page === undefined || !passes(hostOf(page))) {
      const name = page === undefined ? "" : hostOf(page);
      return message(
        403,
        `The emulator does not answer pages of origin${shown(name)}: name its host with --allow-host`,
      );
    }
    // Before they send JSON to another origin, browsers send a preflight request, which fails here. Refuse what needs no preflight.
    const type = (headersDistinct["content-type"] ?? []).join().split(";")[0]?.trim().toLowerCase();
    if (method === "POST" && page.host !== asked.host && type !== "application/json") {
      return message(403, "A page of another origin can only send application/json");
    }
    return undefined;
  };
  return (request, plain) => {
    const { host = "", origin } = plain?.headers ?? {};
    return passed.has(host) && origin === undefined ? undefined : gate(request);
  };
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** The header that carries control's token. */
const tokenHeader = "control-token";

/** Creates a function that returns the refusal of a request without the token, or undefined. */
export function holdersOf(token: string): (request: Request) => Answer | undefined {
  const wanted = digest(token);
  return (request) => {
    const given = request.headers.get(tokenHeader);
    if (given !== null && timingSafeEqual(digest(given), wanted)) return undefined;
    return message(
      401,
      `Control needs the header Control-Token here: its value is printed where the emulator starts`,
    );
  };
}
