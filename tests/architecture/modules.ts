import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

export const root = join(import.meta.dirname, "../..");

/** The TypeScript files of a folder, by their paths from the root. */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes("node_modules"))
    .map((name) => join(folder, name));
}

export const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

/** The path from the root to which a relative import leads. */
export const targetOf = (file: string, specifier: string): string =>
  relative(root, resolve(root, dirname(file), specifier));

/** The files that a file imports, also for types only. */
export function importsOf(file: string): readonly string[] {
  return ts
    .preProcessFile(textOf(file), true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith("."))
    .map((name) => targetOf(file, name));
}
