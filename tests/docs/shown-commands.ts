import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { root } from "../cli/command-line.ts";

/** The pages of the guide whose commands are run, one after the other, against one emulator; the commands of the first set its variables. */
export const guidePages = [
  "README",
  "pages",
  "faults",
  "dashboard",
  "settings",
  "events",
  "state",
  "routes",
  "recipes",
  "magic",
].map((name) => `docs/emulator/${name}.md`);

/** A block of commands of a page, and what the page shows that the last one prints. */
export interface Step {
  readonly lines: readonly string[];
  readonly shown: { readonly language: string; readonly text: string } | undefined;
}

/** The blocks of commands of a page, in their order. A block that begins with `payconform` or npm starts something and is left out. */
export function stepsOf(page: string): readonly Step[] {
  const text = readFileSync(join(root, page), "utf8");
  const blocks = [...text.matchAll(/^```(\w+)\n([^]*?)^```\n/gm)].map(
    ({ index, 0: whole, 1: language = "", 2: body = "" }) => ({
      language,
      text: body.trim(),
      from: index,
      to: index + whole.length,
    }),
  );
  return blocks.flatMap(({ language, text: commands, to }, at) => {
    if (language !== "sh" || /^(?:payconform|npx|npm) /.test(commands)) return [];
    const next = blocks[at + 1];
    // Directly behind it; a text that comes later is another one.
    const isBehind = next?.from === to + 1 && ["json", "text"].includes(next.language);
    const shown = isBehind ? next : undefined;
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
