import type { Answer } from "../kernel/request.ts";

/** The paths below which each host serves hosted pages. */
export const pagePaths = ["/pay/", "/invoice/", "/onboarding/"] as const;

/** The operations whose answers contain the path of a hosted page. */
const withPages = new Set([
  "createSession",
  "retrieveSession",
  "createSubscriptionSession",
  "completeSubscriptionSession",
  "createOnboardingLink",
  "retrieveInvoice",
  "listInvoices",
  "payInvoice",
  "voidInvoice",
  "paySubscriptionSession",
  "payInvoiceLink",
]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isPagePath = (value: unknown): value is string =>
  typeof value === "string" && pagePaths.some((path) => value.startsWith(path));

/** The address of the hosted page in an answer, if there is one. */
export function pageAddressIn(body: unknown): string | undefined {
  const url = isObject(body) ? body["url"] : undefined;
  if (typeof url !== "string" || !URL.canParse(url)) return undefined;
  const { protocol, pathname } = new URL(url);
  return /^https?:$/.test(protocol) && isPagePath(pathname) ? url : undefined;
}

const absolute = (record: Record<string, unknown>, origin: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isPagePath(value) ? `${origin}${value}` : value]),
  );

/** Turns the paths of hosted pages in an answer into addresses on the host of the request, which decisions do not know. */
export function withPageAddresses(
  answer: Answer,
  operationId: string,
  request: { readonly url: string },
): Answer {
  const { body } = answer;
  if (!withPages.has(operationId) || !isObject(body)) return answer;
  const { origin } = new URL(request.url);
  const data: unknown = body["data"];
  const named = absolute(body, origin);
  return {
    ...answer,
    body: Array.isArray(data)
      ? { ...named, data: data.map((entry: unknown) => (isObject(entry) ? absolute(entry, origin) : entry)) }
      : named,
  };
}
