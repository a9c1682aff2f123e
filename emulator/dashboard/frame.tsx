import type { Child } from "hono/jsx";
import { type Merchant, merchants, ownerOf } from "../kernel/merchants.ts";
import type { Hints } from "../hints/hints.ts";
import type { Engine } from "../kernel/engine.ts";
import { type Caller, type Mode, modes } from "../kernel/request.ts";
import type { State } from "../kernel/state.ts";
import type { Row, Table } from "../kernel/table.ts";
import type { Traffic } from "../traffic/index.ts";
import { pageResponse } from "../pages/html.tsx";
import { script } from "./script.ts";
import { style } from "./style.ts";

/** The input of a view of the dashboard. */
export interface View {
  readonly state: State;
  readonly engine: Engine;
  readonly traffic: Traffic;
  readonly hints: Hints;
  /** Whether some phone numbers and amounts decide outcomes. */
  readonly hasMagic: boolean;
  readonly operationIds: readonly string[];
  /** The merchant whose objects are shown. */
  readonly merchant: Merchant;
  readonly mode: Mode;
  readonly owner: Caller;
  /** The merchant's wall clock, epoch milliseconds. */
  readonly now: number;
  /** Whether time moves only on request. */
  readonly isStill: boolean;
  readonly url: URL;
  /** The segments of the path after `/dashboard/`. */
  readonly path: readonly string[];
  /** The paths and names of all views, in the order of the menu. */
  readonly menu: readonly (readonly [path: string, name: string])[];
  /** The address of the host that serves the hosted pages. */
  readonly checkoutUrl: string;
}

/** The objects of the merchant in the environment, newest first. */
export const ownRows = <R extends Row>({ state, owner }: View, table: Table<R>): readonly R[] =>
  state.find(table, "owner", ownerOf(owner)).toReversed();

/** The address of a view for the same merchant and environment. */
export function linkTo({ merchant, mode }: Pick<View, "merchant" | "mode">, path: string): string {
  const query = new URLSearchParams({ merchant: merchant.id, mode });
  return `/dashboard${path === "" ? "" : `/${path}`}?${query.toString()}`;
}

function Menu({ view }: { view: View }) {
  const current = view.path[0] ?? "";
  return (
    <nav class="bar" aria-label="Dashboard">
      <a class="brand" href={linkTo(view, "")}>
        payconform <small>emulator</small>
      </a>
      <ul>
        {view.menu.map(([path, name]) => (
          <li>
            <a href={linkTo(view, path)} aria-current={path === current ? "page" : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Tools({ view }: { view: View }) {
  const known = view.state.all(merchants);
  // A longer menu is not usable. The address of the page accepts any merchant.
  const shown = known.length > 200 ? [view.merchant, ...known.slice(0, 199)] : known;
  return (
    <div class="tools">
      <form method="get" action={view.url.pathname}>
        <label for="merchant">Merchant</label>
        <select id="merchant" name="merchant" data-go="">
          {shown.map(({ id, name }) => (
            <option value={id} selected={id === view.merchant.id}>
              {name}
            </option>
          ))}
        </select>
        <label for="mode">Environment</label>
        <select id="mode" name="mode" data-go="">
          {modes.map((mode) => (
            <option value={mode} selected={mode === view.mode}>
              {mode}
            </option>
          ))}
        </select>
        <button>Show</button>
      </form>
      <form class="find" method="get" action="/dashboard/find" role="search">
        <input type="hidden" name="merchant" value={view.merchant.id} />
        <input type="hidden" name="mode" value={view.mode} />
        <label for="find">Find</label>
        <input
          id="find"
          name="q"
          type="search"
          placeholder="id, phone, order, amount, any text"
          value={view.url.searchParams.get("q") ?? ""}
          required
          maxlength={255}
        />
        <button>Find</button>
      </form>
    </div>
  );
}

/** The outcome of a form, for the top of the next page. */
export interface Notice {
  readonly kind: "good" | "bad";
  readonly text: string;
}

/** Renders a view. Elements with `data-live` update themselves. */
export function showView(
  view: View,
  shown: { readonly title: string; readonly body: Child; readonly status?: number },
  notice?: Notice,
): Promise<Response> {
  return pageResponse({
    status: shown.status ?? (notice?.kind === "bad" ? 422 : 200),
    language: "en",
    title: `${shown.title} · payconform`,
    style,
    script,
    body: (
      <>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <Menu view={view} />
        <div class="side">
          <Tools view={view} />
          <main id="main" tabindex={-1}>
            <h1>{shown.title}</h1>
            {notice !== undefined && (
              <div class={`note ${notice.kind}`} role={notice.kind === "bad" ? "alert" : "status"}>
                {notice.text}
              </div>
            )}
            {shown.body}
          </main>
        </div>
      </>
    ),
  });
}

/** Renders a page that is not a view, such as a refusal. */
export function showPlain(title: string, body: Child, status: number): Promise<Response> {
  return pageResponse({
    status,
    language: "en",
    title: `${title} · payconform`,
    style,
    body: (
      <main>
        <h1>{title}</h1>
        {body}
      </main>
    ),
  });
}
