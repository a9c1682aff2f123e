import { type Fault, type Handler, type Mutant, wrapping } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";

type Change = (query: URLSearchParams) => void;

/** A mutant that reads the query of a GET otherwise when it has exactly these parameters. */
function queried(
  fault: Fault,
  request: { readonly path: string; readonly query: Readonly<Record<string, string | null>> },
  change: Change,
): Mutant {
  const names = Object.keys(request.query).sort().join();
  const wrap = (handler: Handler): Handler => {
    return (asked) => {
      const url = new URL(asked.url);
      const { searchParams } = url;
      const isMeant =
        asked.method === "GET" &&
        url.pathname.endsWith(request.path) &&
        [...searchParams.keys()].sort().join() === names &&
        Object.entries(request.query).every(
          ([name, value]) => (value ?? searchParams.get(name)) === searchParams.get(name),
        );
      if (!isMeant) return handler(asked);
      change(searchParams);
      return handler(new Request(url, { headers: asked.headers }));
    };
  };
  return wrapping({ ...fault, subtle: true }, wrap);
}

const overview = "/connect/overview";
const list = "/remittance";

/** Parameters that are read otherwise when they come alone (§4.4, §4.6, §4.8). */
export const aloneMutants: readonly Mutant[] = [
  queried(
    {
      id: "overview-of-six-months-with-a-comparison-alone",
      violates: "overview/range-by-default",
      summary: "An overview that is asked for its comparison alone is of six months.",
    },
    { path: overview, query: { comparison: null } },
    (query) => query.set("range", "6m"),
  ),
  queried(
    {
      id: "overview-comparison-alone-ignored",
      violates: "overview/comparison-as-asked",
      summary: "A comparison that is asked for alone is not looked at.",
    },
    { path: overview, query: { comparison: null } },
    (query) => query.delete("comparison"),
  ),
  queried(
    {
      id: "overview-range-alone-beside-the-period-before",
      violates: "overview/comparison-by-default",
      summary: "An overview that is asked for its range alone refers to the period before.",
    },
    { path: overview, query: { range: null } },
    (query) => query.set("comparison", "previous_period"),
  ),
  queried(
    {
      id: "overview-six-months-alone-ignored",
      violates: "overview/range-as-asked",
      summary: "Six months that are asked for alone are twelve.",
    },
    { path: overview, query: { range: "6m" } },
    (query) => query.set("range", "12m"),
  ),
  queried(
    {
      id: "overview-six-months-alone-by-week",
      violates: "overview/granularity-of-six-months-by-default",
      summary: "Six months that are asked for alone go by week.",
    },
    { path: overview, query: { range: "6m" } },
    (query) => query.set("granularity", "week"),
  ),
  queried(
    {
      id: "list-limit-alone-ignored",
      violates: "remittances/list-meta-echoes-limit",
      summary: "A limit without a page is not looked at.",
    },
    { path: list, query: { limit: null } },
    (query) => query.delete("limit"),
  ),
  queried(
    {
      id: "list-page-alone-ignored",
      violates: "remittances/list-meta-echoes-page",
      summary: "A page without a limit is the first.",
    },
    { path: list, query: { page: null } },
    (query) => query.set("page", "1"),
  ),
  listed(
    {
      id: "list-states-its-most-without-limit",
      violates: "remittances/list-default-limit",
      summary: "A list that asks for no limit states a hundred as its own.",
    },
    "limit",
    (meta) => {
      meta["limit"] = 100;
      meta["pages"] = Math.ceil(Number(meta["total"]) / 100);
    },
  ),
  listed(
    {
      id: "list-states-another-page-without-one",
      violates: "remittances/list-without-page-is-the-page-it-states",
      summary: "A list that asks for no page says that it is the second.",
    },
    "page",
    (meta) => {
      meta["page"] = 2;
    },
  ),
  wrapping(
    {
      id: "simulation-with-a-name-starts-late",
      violates: "test-clocks/simulate-starts-with-the-period",
      summary: "A simulation with a name and no start begins a second before its end.",
      subtle: true,
    },
    (handler) => async (request) => {
      if (request.method !== "POST" || !request.url.endsWith("/simulate")) return handler(request);
      const text = await request.clone().text();
      const body: unknown = text === "" ? undefined : JSON.parse(text);
      if (!isObject(body) || body["name"] === undefined || body["startFrom"] !== undefined)
        return handler(request);
      const end = Date.parse(String(body["advanceTo"]));
      if (!Number.isFinite(end)) return handler(request);
      const startFrom = new Date(end - 1_000).toISOString();
      const changed = JSON.stringify({ ...body, startFrom });
      return handler(new Request(request.url, { method: "POST", headers: request.headers, body: changed }));
    },
  ),
];

/** A mutant that changes the meta of a list that was asked for without a parameter. */
function listed(fault: Fault, parameter: string, change: (meta: Record<string, unknown>) => void): Mutant {
  const wrap =
    (handler: Handler): Handler =>
    async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const answer = await handler(request);
      if (!answer.ok || request.method !== "GET" || !pathname.endsWith(list) || searchParams.has(parameter))
        return answer;
      const body: unknown = await answer.clone().json();
      if (!isObject(body) || !isObject(body["meta"])) return answer;
      change(body["meta"]);
      return Response.json(body, { status: answer.status });
    };
  return wrapping({ ...fault, subtle: true }, wrap);
}
