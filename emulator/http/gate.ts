import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { message } from "../kernel/answers.ts";
import type { Answer } from "../kernel/request.ts";
import { hostOf, isLoopbackHost } from "./addresses.ts";
import type { Plain } from "./received.ts";

/** Says why a request is not answered, or nothing. */
type Gate = (request: IncomingMessage, plain?: Plain) => Answer | undefined;

const HOST = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\,]+)(:\d{1,5})?$/i;

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** How many accepted spellings of hosts are remembered. */
const MOST_PASSED = 100;

const shown = (host: string): string => (/^[\w.:-]{1,253}$/.test(host) ? ` ${host}` : "");

/**
 * Refuses requests from web pages that are open on this machine (§5.4: keys are for servers). The header
 * `Origin` shows a page of another origin, and `Host` one whose name resolves to this machine. Loopback names pass, and `allowed`.
 */
export function createGate(allowed: readonly string[]): Gate {
  const names = new Set(allowed.map((name) => name.toLowerCase()));
  const passes = (host: string): boolean => isLoopbackHost(host) || names.has(host);
  // Nearly every request names the same one or two.
  const passed = new Set<string>();

  const gate: Gate = ({ headersDistinct, method, url = "" }) => {
    const [host = "", ...more] = headersDistinct["host"] ?? [];
    const asked = HOST.test(host) && more.length === 0 ? urlOf(`http://${host}`) : undefined;
    if (asked === undefined) return message(400, "The request is not valid HTTP");
    // A proxy's form of request names the host a second time.
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
    // Browsers ask before they send JSON to another origin, and are not allowed to. What they send unasked is not taken.
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

/** Accepts requests with the token. */
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
