import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { root } from "../cli/command-line.ts";

/** A block of commands of a page, and what the page shows that the last one prints. */
export interface Step {
  readonly lines: readonly string[];
  readonly shown: { readonly language: string; readonly text: string } | undefined;
}

/** The blocks of commands of a page, in their order. A block that begins with `payconform` starts something and is left out. */
export function stepsOf(page: string): readonly Step[] {
  const text = readFileSync(join(root, page), "utf8");
  const blocks = [...text.matchAll(/^```(\w+)\n([^]*?)^```/gm)].map(([, language = "", body = ""]) => ({
    language,
    text: body.trim(),
  }));
  return blocks.flatMap(({ language, text: commands }, at) => {
    if (language !== "sh" || commands.startsWith("payconform")) return [];
    const next = blocks[at + 1];
    const shown = next !== undefined && ["json", "text"].includes(next.language) ? next : undefined;
    return [{ lines: commands.split("\n"), shown }];
  });
}

/** What a command printed is what the page shows: JSON at least the members that are shown, a text that ends with `…` its beginning. */
export function expectShown(printed: string, { lines, shown }: Step): void {
  const about = `${lines.at(-1)} printed ${printed}`;
  if (shown?.language === "text") expect(printed.trim(), about).toBe(shown.text);
  if (shown?.language === "json") expectPart(JSON.parse(printed), JSON.parse(shown.text), about);
}

function expectPart(value: unknown, shown: unknown, about: string): void {
  if (typeof shown === "string" && shown.endsWith("…")) expect(value, about).toMatch(prefix(shown));
  else if (typeof shown !== "object" || shown === null) expect(value, about).toBe(shown);
  else {
    expect(value, about).toBeTypeOf("object");
    for (const [name, part] of Object.entries(shown))
      expectPart((value as Record<string, unknown>)[name], part, `${name} in ${about}`);
  }
}

const prefix = (text: string): RegExp =>
  new RegExp(`^${text.slice(0, -1).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`);
