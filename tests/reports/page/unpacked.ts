import { gunzipSync } from "node:zlib";

/** The compressed part of a page: the markup of rules and causes, by address. */
export function unpacked(page: string): Readonly<Record<string, string>> {
  const [, block = ""] = /id="packed">([^<]+)</u.exec(page) ?? [];
  return JSON.parse(gunzipSync(Buffer.from(block.trim(), "base64")).toString("utf8")) as Record<
    string,
    string
  >;
}

/** The visible text of markup, with single spaces. */
export function textOf(markup: string): string {
  return markup
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gu, "")
    .replace(/<[^>]*>/gu, " ")
    .replace(/&quot;/gu, '"')
    .replace(/&#39;/gu, "'")
    .replace(/&lt;/gu, "<")
    .replace(/&gt;/gu, ">")
    .replace(/&amp;/gu, "&")
    .replace(/\s+/gu, " ");
}
