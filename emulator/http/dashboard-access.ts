import type { Answer } from "../kernel/request.ts";

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
