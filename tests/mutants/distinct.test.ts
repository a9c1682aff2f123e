import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "../cli/command-line.ts";

/** The code of each mutant in a file, without its id and summary, with the ids that have it. */
function idsByCode(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const source = ts.createSourceFile("mutants.ts", text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const textOf = (...names: readonly string[]): string =>
        node.properties
          .filter((part) => names.includes(part.name?.getText() ?? ""))
          .map((part) => part.getText().replace(/\s+/g, " "))
          .join("\n");
      const code = textOf("replace", "wrap");
      const key = `${textOf("violates")}\n${code}`;
      if (code !== "" && textOf("violates") !== "") found.set(key, [...(found.get(key) ?? []), textOf("id")]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const repeated = (text: string): readonly (readonly string[])[] =>
  [...idsByCode(text).values()].filter((ids) => ids.length > 1);

test("no two mutants of a file break one rule with the same code", () => {
  const files = readdirSync(join(root, "mutants"), { recursive: true, encoding: "utf8" });
  const found = files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => repeated(readFileSync(join(root, "mutants", file), "utf8")));
  expect(found).toEqual([]);
});

test("mutants with the same code are found", () => {
  const mutant = (id: string, when: boolean): string =>
    `{ id: "${id}", violates: ["a/b"], summary: "${id}", replace: (parts) => ({ ...parts, when: ${when} }) },`;
  expect(repeated(`[${mutant("a", true)} ${mutant("b", true)} ${mutant("c", false)}]`)).toEqual([
    ['id: "a"', 'id: "b"'],
  ]);
});
