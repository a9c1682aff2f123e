import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const NOTE = "// Written by `npm run generate`.\n";

/** The lists of all checks, one file for each area, and of all mutants and variants. A new file below `suites/` or `mutants/` need not be listed. */
export function registries(root: string): ReadonlyMap<string, string> {
  const checks = exportersOf(root, "suites", /^export default /m);
  const files = new Map<string, string>();
  for (const [area, names] of checks) {
    const paths = names.map((name) => `${area}/${name}`);
    files.set(
      `suites/generated/${area}.ts`,
      listOf(paths, (name) => name, "export default "),
    );
  }
  const modules = [...checks.keys()].map((area) => `  "${area}": () => import("./${area}.ts"),\n`);
  files.set("suites/generated/modules.ts", `${NOTE}export const modules = {\n${modules.join("")}};\n`);
  for (const list of ["mutants", "variants"]) {
    const exporters = exportersOf(root, "mutants", new RegExp(`^export const ${list}\\b`, "m"));
    const paths = [...exporters].flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`));
    files.set(
      `mutants/generated/${list}.ts`,
      listOf(paths, (name) => `{ ${list} as ${name} }`, `export const ${list} = `),
    );
  }
  return files;
}

/** By folder, the files with such an export, without `.ts`; sorted. */
function exportersOf(
  root: string,
  folder: string,
  exporting: RegExp,
): ReadonlyMap<string, readonly string[]> {
  const areas = new Map<string, string[]>();
  for (const path of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).sort()) {
    const [, area, name] = /^([\w-]+)\/([\w-]+)\.ts$/.exec(path) ?? [];
    if (area === undefined || name === undefined || area === "generated") continue;
    if (exporting.test(readFileSync(join(root, folder, path), "utf8")))
      areas.set(area, [...(areas.get(area) ?? []), name]);
  }
  return areas;
}

function listOf(paths: readonly string[], imported: (name: string) => string, exported: string): string {
  const nameOf = (path: string): string =>
    path.replace(/[/-](.)/g, (_, letter: string) => letter.toUpperCase());
  const imports = paths.map((path) => `import ${imported(nameOf(path))} from "../${path}.ts";\n`);
  const entries = paths.map((path) => `  ...${nameOf(path)},\n`);
  return `${NOTE}${imports.join("")}\n${exported}[\n${entries.join("")}];\n`;
}
