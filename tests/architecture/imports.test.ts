import { expect, test } from "vitest";
import { filesIn, importsOf } from "./modules.ts";

const folders = [
  "spec",
  "generators",
  "harness",
  "suites",
  "emulator",
  "mutants",
  "variants",
  "reports",
  "cli",
  "scripts",
];

/** The relative imports of every file, those of types included. */
const imports = new Map(folders.flatMap(filesIn).map((file) => [file, importsOf(file)]));

/** The files from which a way of imports leads back to them, one sorted list for each circle (Tarjan's algorithm). */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    stack.push(file);
    let low = own;
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === own) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1 || graph.get(file)?.includes(file) === true) found.push(circle.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

test("no file imports itself through others, not even for a type", () => {
  expect(imports.size).toBeGreaterThan(200);
  const broken = circles(imports).map(
    (circle) => `${circle.join(", ")}: move what they share into a file that imports none of them`,
  );
  expect(broken).toEqual([]);
});

test.each(["cli", "harness", "reports", "suites"])(
  "no folder of %s imports itself through others",
  (part) => {
    // A file beside the folders stands for itself.
    const folderOf = (file: string): string => {
      const [, folder = "", ...below] = file.split("/");
      return below.length === 0 ? file : `${part}/${folder}`;
    };
    const own = [...imports].filter(([file]) => file.startsWith(`${part}/`));
    const folders = new Map<string, string[]>();
    for (const [file, targets] of own) {
      const others = targets.filter((to) => to.startsWith(`${part}/`) && folderOf(to) !== folderOf(file));
      folders.set(folderOf(file), [...(folders.get(folderOf(file)) ?? []), ...others.map(folderOf)]);
    }
    expect(folders.size).toBeGreaterThan(5);
    const broken = circles(folders).map(
      (circle) => `${circle.join(", ")}: move what they share into a folder that imports none of them`,
    );
    expect(broken).toEqual([]);
  },
);

test("a run loads no mutant, because loading them takes longer than judging a rule", () => {
  const needed = new Set(["cli/main.ts", "cli/commands/run.ts", "cli/runner/judging-worker.ts"]);
  const commands = /^cli\/commands\//;
  const program = /^cli\/program\//;
  for (const file of needed)
    for (const next of imports.get(file) ?? [])
      if (!program.test(file) || !commands.test(next)) needed.add(next);
  expect(needed.size).toBeGreaterThan(200);
  expect([...needed].filter((file) => /^(mutants|variants)\//.test(file))).toEqual([]);
});

test("the search finds circles of every length", () => {
  const graph = { a: ["b"], b: ["c"], c: ["a", "d"], d: ["e"], e: ["d", "absent"], f: ["f"], g: ["a"] };
  expect(circles(new Map(Object.entries(graph))).sort()).toEqual([["a", "b", "c"], ["d", "e"], ["f"]]);
});
