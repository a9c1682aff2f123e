import { createHash } from "node:crypto";
import type { Child } from "hono/jsx";
import { html, raw } from "hono/html";

/** What the browser may do on a page: nothing but its own style, its own forms, and the script that it names. */
const policy = (style: string, script: string | undefined, formAction: string): string =>
  [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`, "connect-src 'self'"]),
    "img-src data:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${formAction}`,
  ].join("; ");

const hashes = new Map<string, string>();

/** The digest by which a policy names an inline style or script. */
function hashOf(text: string): string {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  const hash = `sha256-${createHash("sha256").update(text).digest("base64")}`;
  hashes.set(text, hash);
  return hash;
}

/** The security of every page; `no-referrer` would make browsers hide from the emulator where a form came from. */
const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** A whole page. */
export interface Page {
  readonly status?: number;
  readonly language: string;
  readonly title: string;
  readonly style: string;
  /** Inline; the policy permits it alone. */
  readonly script?: string;
  /** Where its forms may lead, redirects included; by default here. */
  readonly formAction?: string;
  readonly body: Child;
}

/** The response of a page. */
export async function pageResponse(page: Page): Promise<Response> {
  const { status = 200, language, title, style, script, formAction = "'self'", body } = page;
  const content = (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <style>{raw(style)}</style>
      </head>
      <body>
        {body}
        {script !== undefined && <script>{raw(script)}</script>}
      </body>
    </html>
  );
  return new Response(String(await html`<!doctype html>${content}`), {
    status,
    headers: { ...headers, "content-security-policy": policy(style, script, formAction) },
  });
}

/** Names with their values; a name without a value is left out. */
export function Details({ entries }: { entries: readonly (readonly [string, Child])[] }) {
  const given = entries.filter(([, value]) => value !== undefined && value !== null);
  return (
    <dl>
      {given.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

/** Sends the browser on, by GET. */
export const redirectTo = (location: string): Response =>
  new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });

/** An address that a page may link to; undefined for everything else that a merchant may have given. */
export function webAddress(text: string | null): string | undefined {
  if (text === null || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}

/** Whether a form was sent from a page of the same host. Clients that are no browser say nothing about it. */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  return origin === null || origin === new URL(request.url).origin;
}
