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

/** The path of the dashboard, on the host that serves control. */
export const dashboardPath = "/dashboard";

/** The cookie that a browser sends instead of the header `Control-Token`. */
const cookieName = "payconform-control";

const form = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>payconform dashboard</title><link rel="icon" href="data:,"></head><body><main><h1>payconform dashboard</h1><form method="post" action="/dashboard/enter"><p><label>Control token, as it is printed where the emulator starts<br><input name="token" type="password" required autocomplete="off"></label></p><button>Enter</button></form></main></body></html>`;

const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
  "content-security-policy": "default-src 'none'; img-src data:; frame-ancestors 'none'; form-action 'self'",
};

/**
 * Whether a request is for the dashboard: its path is that of the dashboard, or a browser opens `/`. `/dashboard/connect/` is excluded: it
 * belongs to an API operation that activates Connect.
 */
export function isDashboard({ url, headers }: Request): boolean {
  const { pathname } = new URL(url);
  if (pathname === "/") return headers.get("accept")?.includes("text/html") === true;
  return (
    pathname === dashboardPath ||
    (pathname.startsWith(`${dashboardPath}/`) && !pathname.startsWith(`${dashboardPath}/connect/`))
  );
}

const withToken = (request: Request, token: string): Request =>
  new Request(request.url, { headers: { "control-token": token } });

const cookieOf = (request: Request): string | undefined =>
  new RegExp(`(?:^|; *)${cookieName}=([\\w-]{1,100})`).exec(request.headers.get("cookie") ?? "")?.[1];

/** Admits a browser with control's token, which its user enters once and a cookie keeps. Returns the response to any other request. */
export async function enter(
  request: Request,
  isHolder: (request: Request) => Answer | undefined,
  readForm: (request: Request) => Promise<URLSearchParams | undefined>,
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  if (isHolder(request) === undefined) return undefined;
  const known = cookieOf(request);
  if (known !== undefined && isHolder(withToken(request, known)) === undefined) return undefined;
  const given =
    pathname === `${dashboardPath}/enter` && request.method === "POST" ? await readForm(request) : undefined;
  const token = given?.get("token")?.trim();
  if (
    token === undefined ||
    !/^[\w-]{1,100}$/.test(token) ||
    isHolder(withToken(request, token)) !== undefined
  )
    return new Response(form, { status: 401, headers });
  return new Response(null, {
    status: 303,
    headers: {
      location: dashboardPath,
      "set-cookie": `${cookieName}=${token}; Path=${dashboardPath}; HttpOnly; SameSite=Strict`,
    },
  });
}
