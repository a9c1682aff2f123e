import type { Control } from "../control/router.ts";
import { explain } from "../control/why.ts";
import { readForm } from "../http/body.ts";
import type { Hints } from "../hints/hints.ts";
import type { EmulatedTime } from "../kernel/clock.ts";
import type { Engine } from "../kernel/engine.ts";
import { merchants } from "../kernel/merchants.ts";
import type { Mode } from "../kernel/request.ts";
import type { Operation } from "../kernel/types.ts";
import { isSameOrigin, redirectTo } from "../pages/html.tsx";
import type { Parts } from "../parts.ts";
import type { Traffic } from "../traffic/index.ts";
import { perform, refusalOf } from "./actions.ts";
import { createChanges } from "./changes.ts";
import { Clocks } from "./clocks.tsx";
import { Faults } from "./faults.tsx";
import { Found } from "./found.tsx";
import { whyOf } from "./elements.tsx";
import { linkTo, type Notice, showPlain, showView, type View } from "./frame.tsx";
import { Ledger, Statement } from "./ledger.tsx";
import { Overview } from "./overview.tsx";
import { Invoices, Subscriptions, Vendors } from "./parties.tsx";
import { Payments, Payouts, Sessions } from "./payments.tsx";
import { Request as OneRequest, Requests } from "./requests.tsx";
import { Settings } from "./settings.tsx";
import { Webhooks } from "./webhooks.tsx";
import { Why } from "./why.tsx";

/** What the dashboard needs from the emulator. */
export interface DashboardOptions {
  readonly engine: Engine;
  readonly parts: Parts;
  readonly control: Control;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly time: EmulatedTime;
  readonly traffic: Traffic;
  readonly hints: Hints;
  /** Calls back after each delivery. */
  readonly onDelivery: (listener: () => void) => () => void;
  /** The address of the host that serves the hosted pages, for a browser that asked at a URL. */
  readonly checkoutUrlFor: (asked: URL) => string;
}

/** The views by path, in the order of the menu. */
const views = new Map<string, { readonly name: string; readonly Body: typeof Overview }>([
  ["", { name: "Overview", Body: Overview }],
  ["payments", { name: "Payments", Body: Payments }],
  ["sessions", { name: "Sessions", Body: Sessions }],
  ["payouts", { name: "Payouts", Body: Payouts }],
  ["vendors", { name: "Vendors", Body: Vendors }],
  ["subscriptions", { name: "Subscriptions", Body: Subscriptions }],
  ["invoices", { name: "Invoices", Body: Invoices }],
  ["webhooks", { name: "Webhooks", Body: Webhooks }],
  ["clocks", { name: "Clocks", Body: Clocks }],
  ["ledger", { name: "Ledger", Body: Ledger }],
  ["requests", { name: "Requests", Body: Requests }],
  ["faults", { name: "Faults", Body: Faults }],
  ["settings", { name: "Settings", Body: Settings }],
]);

/** The view in an address. Default: the first merchant. */
function viewAt(url: URL, options: DashboardOptions): View | undefined {
  const { engine, traffic, hints, operations, time, checkoutUrlFor } = options;
  const asked = url.searchParams.get("merchant");
  const mode: Mode = url.searchParams.get("mode") === "live" ? "live" : "test";
  const { state } = engine;
  const merchant = asked === null ? state.all(merchants)[0] : state.get(merchants, asked);
  if (merchant === undefined) return undefined;
  engine.catchUp(merchant.id);
  return {
    state,
    engine,
    traffic,
    hints,
    hasMagic: options.parts.magic !== undefined,
    operationIds: [...operations.keys()].sort(),
    merchant,
    mode,
    owner: { accountId: merchant.id, mode },
    now: engine.clocks.now(merchant.id),
    isStill: time.isStill,
    url,
    path: url.pathname.split("/").slice(2).map(decoded),
    menu: [...views].map(([path, { name }]) => [path, name]),
    checkoutUrl: checkoutUrlFor(url),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const notFound = (text: string): Promise<Response> =>
  showPlain(
    "There is nothing here",
    <p>
      {text} <a href="/dashboard">Open the dashboard</a>
    </p>,
    404,
  );

async function show(view: View, options: DashboardOptions, notice?: Notice): Promise<Response> {
  const [kind = "", id, ...more] = view.path;
  if (more.length > 0) return notFound("The dashboard has no such page.");
  if (kind === "why") {
    if (id === undefined) return redirectTo(linkTo(view, "find"));
    const request = view.traffic.log.get(id);
    if (request !== undefined) return redirectTo(linkTo(view, `requests/${request.id}`));
    const explanation = explain(options, id);
    const body =
      explanation === undefined ? (
        <p>
          The emulator does not know this id. It is wrong, or older than the decisions that the emulator
          keeps.
        </p>
      ) : (
        <Why view={view} explanation={explanation} />
      );
    return showView(
      view,
      { title: `Why ${id}`, body, status: explanation === undefined ? 404 : 200 },
      notice,
    );
  }
  if (kind === "find" && id === undefined) {
    const searched = (view.url.searchParams.get("q") ?? "").trim().slice(0, 255);
    if (searched !== "" && explain(options, searched) !== undefined) return redirectTo(whyOf(view, searched));
    return showView(view, { title: "Find", body: <Found view={view} searched={searched} /> }, notice);
  }
  if (kind === "requests" && id !== undefined) {
    const request = view.traffic.log.get(id);
    if (request === undefined) return notFound("The log no longer has this request.");
    return showView(
      view,
      { title: `Request ${id}`, body: <OneRequest view={view} request={request} /> },
      notice,
    );
  }
  if (kind === "ledger" && id !== undefined)
    return showView(view, { title: id, body: <Statement view={view} account={id} /> }, notice);
  const shown = id === undefined ? views.get(kind) : undefined;
  if (shown === undefined) return notFound("The dashboard has no such page.");
  return showView(view, { title: shown.name, body: <shown.Body view={view} /> }, notice);
}

/** The keys that an operation created. They are shown once. */
function shownOnce(body: unknown): string | undefined {
  const { key, keys, accountId } = (body ?? {}) as {
    key?: string;
    keys?: { test: string; live: string };
    accountId?: string;
  };
  if (key !== undefined) return `The new key, shown once: ${key}`;
  return keys && `${accountId ?? ""} has these keys, shown once: ${keys.test} and ${keys.live}`;
}

async function act(request: Request, options: DashboardOptions): Promise<Response> {
  // Accept forms only from browsers, which say where a form came from. Other programs can use control.
  const isKnown = request.headers.has("origin") || request.headers.get("sec-fetch-site") === "same-origin";
  if (!isKnown || !isSameOrigin(request))
    return showPlain("Refused", <p>This form did not come from the dashboard.</p>, 403);
  const form = await readForm(request, options.time);
  if (form === undefined) return showPlain("Refused", <p>The body is not a form.</p>, 415);
  const url = new URL(request.url);
  const back = form.get("back") ?? "";
  const target = /^\/dashboard(?:[/?]|$)/.test(back) ? back : "/dashboard";
  const there = new URL(target, url.origin);
  there.searchParams.set("merchant", form.get("merchant") ?? "");
  there.searchParams.set("mode", form.get("mode") ?? "test");
  const view = viewAt(there, options);
  if (view === undefined) return notFound("There is no such merchant.");
  const answer = await perform(form, { ...options, caller: view.owner });
  if (answer.status >= 400) return show(view, options, { kind: "bad", text: refusalOf(answer) });
  const once = shownOnce(answer.body);
  return once === undefined
    ? redirectTo(`${there.pathname}${there.search}`)
    : show({ ...view, now: options.engine.clocks.now(view.merchant.id) }, options, {
        kind: "good",
        text: once,
      });
}

/** The dashboard of the emulator. */
export type Dashboard = ReturnType<typeof createDashboard>;

/** Creates the dashboard. It reads the state, and changes it only like control and clients. */
export function createDashboard(options: DashboardOptions) {
  const { engine, traffic, onDelivery } = options;
  const changes = createChanges();
  engine.onCommit(changes.report);
  traffic.log.onRequest(changes.report);
  onDelivery(changes.report);
  return {
    fetch: async (request: Request): Promise<Response> => {
      const url = new URL(request.url);
      if (request.method === "POST")
        return url.pathname === "/dashboard/act" ? act(request, options) : notFound("Nothing to send to.");
      if (request.method !== "GET" && request.method !== "HEAD")
        return new Response(null, { status: 405, headers: { allow: "GET, POST" } });
      if (url.pathname === "/") return redirectTo("/dashboard");
      if (url.pathname === "/dashboard/changes") return changes.response();
      const view = viewAt(url, options);
      return view === undefined ? notFound("There is no such merchant.") : show(view, options);
    },
    /** Ends the streams of open pages. */
    close: changes.close,
  };
}
