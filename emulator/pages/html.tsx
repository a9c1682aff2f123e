import { createHash } from "node:crypto";
import type { Child } from "hono/jsx";
import { html, raw } from "hono/html";

/** The content security policy of a page: it permits only its style, its script and its forms. */
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

/** The hash source of an inline style or script in a policy. */
function hashOf(text: string): string {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  const hash = `sha256-${createHash("sha256").update(text).digest("base64")}`;
  hashes.set(text, hash);
  return hash;
}

/** The security headers of every page. With `no-referrer`, browsers would hide from the emulator where a form came from. */
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
  /** An inline script, the only one that the policy permits. */
  readonly script?: string;
  /** Where its forms may lead, including by redirects. Default: to this host. */
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

/** A list of names and values. A name without a value is omitted. */
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

/** Redirects the browser to a GET. */
export const redirectTo = (location: string): Response =>
  new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });

/** An http or https URL, to which a page may link; undefined for any other text, which comes from a merchant. */
export function webAddress(text: string | null): string | undefined {
  if (text === null || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}

/** Whether a form may be from a page of the same host. Only browsers say where it came from, so other clients pass. */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  return origin === null || origin === new URL(request.url).origin;
}
