import type { Child } from "hono/jsx";
import type { Merchant } from "../kernel/merchants.ts";
import type { Answer, Mode } from "../kernel/request.ts";
import type { State } from "../kernel/state.ts";
import type { Parts } from "../parts.ts";
import { type Language, type Words, wordsIn } from "./language.ts";
import { type Page, pageResponse, webAddress } from "./html.tsx";
import { style } from "./style.ts";

/** The input of a hosted page. */
export interface PageContext {
  readonly state: State;
  /** The merchant of the page. */
  readonly merchant: Merchant;
  readonly mode: Mode;
  /** The merchant's clock, epoch milliseconds. */
  readonly now: number;
  readonly language: Language;
  readonly words: Words;
  readonly url: URL;
  /** The fields of a submitted form; undefined for a GET. */
  readonly form: URLSearchParams | undefined;
  /** The magic value for a number and an amount; undefined if no value is magic. */
  readonly magic: Parts["magic"];
  /** Performs an operation of control below the merchant. */
  readonly act: (
    operationId: string,
    id: string,
    body?: Readonly<Record<string, unknown>>,
  ) => Promise<Answer>;
}

/** The address of the same page in the same language. */
export const here = ({ url, language }: Pick<PageContext, "url" | "language">): string =>
  `${url.pathname}?lang=${language}`;

function Frame({ context, children }: { context: PageContext; children: Child }) {
  const { merchant, words, language, mode, url } = context;
  const other = language === "en" ? "fr" : "en";
  return (
    <>
      <a class="skip" href="#content">
        {words.skip}
      </a>
      {mode === "test" && <p class="test">{words.testMode}</p>}
      <header class="top">
        <span class="mark" aria-hidden="true">
          {[...merchant.name][0]?.toUpperCase() ?? "·"}
        </span>
        <span class="who">{merchant.name}</span>
        <a href={`${url.pathname}?lang=${other}`} lang={other} hreflang={other} title={words.switchTo}>
          {words.otherLanguage}
        </a>
      </header>
      <main id="content" tabindex={-1}>
        {children}
      </main>
      <footer>{words.made}</footer>
    </>
  );
}

/** Renders a page of a merchant. */
export function show(
  context: PageContext,
  page: Pick<Page, "status" | "formAction"> & { title: string; body: Child },
): Promise<Response> {
  const { body, title, ...rest } = page;
  return pageResponse({
    ...rest,
    language: context.language,
    title: `${title} · ${context.merchant.name}`,
    style,
    body: <Frame context={context}>{body}</Frame>,
  });
}

/** Renders a problem, such as an unknown page. */
export function showProblem(
  language: Language,
  status: 403 | 404,
  problem: "unknown" | "forbidden",
): Promise<Response> {
  const { [problem]: title, [`${problem}Text` as const]: text } = wordsIn[language];
  return pageResponse({
    status,
    language,
    title,
    style,
    body: (
      <main>
        <div class="card narrow">
          <h1>{title}</h1>
          <p class="soft">{text}</p>
        </div>
      </main>
    ),
  });
}

const signs = {
  good: "M5 12.5l4.5 4.5L19 7.5",
  stop: "M7 7l10 10M17 7L7 17",
  wait: "M12 6.5V12l3.5 2.5M12 2.5a9.5 9.5 0 1 0 .01 0",
} as const;

/** The last page of a process, with its outcome. */
export function Ending(props: {
  sign: keyof typeof signs;
  title: string;
  text: string;
  children?: Child;
  /** The address to which the customer returns. */
  back?: string | null;
  backLabel?: string;
}) {
  const { sign, title, text, children, backLabel } = props;
  const back = webAddress(props.back ?? null);
  return (
    <div class="card narrow">
      <div class={`sign ${sign}`} aria-hidden="true">
        <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round">
          <path d={signs[sign]} />
        </svg>
      </div>
      <h1>{title}</h1>
      <p class="soft">{text}</p>
      {children ?? ""}
      {back !== undefined && (
        <a class="button main" href={back}>
          {backLabel}
        </a>
      )}
    </div>
  );
}

/** A note at the top of a form. */
export function Note({ title, text }: { title: string; text?: string }) {
  return (
    <div class="note bad" role="alert">
      <p>{title}</p>
      {text !== undefined && <p>{text}</p>}
    </div>
  );
}
