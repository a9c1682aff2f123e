import type { RecordedExchange } from "../../harness/results.ts";
import { clip } from "../text.ts";
import { type Html, html } from "../html.ts";
import { command } from "./parts.ts";

/** The longest body, UTF-16 units. */
const BODY = 16 * 1024;

/** An exchange on one line: "POST /v1/payment-intents → 201". */
export function exchangeLine({ method: verb, url, status }: RecordedExchange): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return `${verb} ${clip(path, 160)} → ${status ?? "no answer"}`;
}

/** An exchange: its time, the command that repeats it, its bodies, and its headers in a closed block. */
export function exchangeBlock(exchange: RecordedExchange, curl: string | null): Html {
  const { requestBody, responseBody, responseHeaders, requestHeaders, fault, startedAt, durationMs } =
    exchange;
  const headers = (some: RecordedExchange["requestHeaders"]): Html =>
    html`<pre tabindex="0"><code>${some.map(([name, value]) => `${name}: ${value}`).join("\n")}</code></pre>`;
  const body = (title: string, text: string | null): Html | null =>
    text === null || text === ""
      ? null
      : html`<h3>${title}</h3>
          <pre tabindex="0"><code>${clip(pretty(text), BODY)}</code></pre>`;
  return html`<p class="count">
      Sent ${startedAt}, ${durationMs.toFixed(1)} ms${fault === null ? null : html`, ${fault}`}
    </p>
    ${curl === null ? null : command(curl)} ${body("Request", requestBody)}${body("Answer", responseBody)}
    <details>
      <summary>Headers</summary>
      ${headers(requestHeaders)}${headers(responseHeaders)}
    </details>`;
}

/** Indents JSON. Does not change other text, or text that is too long to be shown completely. */
function pretty(text: string): string {
  if (text.length > BODY) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
