import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "vite";
import type { TestProject } from "vitest/node";
import { copyFilesBesideCode } from "../scripts/files-beside-code.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** What a process or a thread begins with. */
const ENTRIES = ["cli/main", "cli/runner/judging-worker", "cli/runner/conformance.binding"];

/** Where the command line stands as JavaScript while tests run; below `node_modules`, as it is where a user installed it. */
export const compiled = (): string => join(tmpdir(), "payconform-compiled/node_modules/payconform");

/**
 * The sources as JavaScript in a few files, made once for all tests: a process that tests start would otherwise spend most of its
 * time on translating and finding a thousand of them. What the package ships is compiled by its own build, which `tests/package`
 * tries; both have the same files beside the code.
 */
export default async function compile(project: TestProject): Promise<void> {
  project.onTestsRerun(write);
  await write();
}

async function write(): Promise<void> {
  const target = compiled();
  mkdirSync(target, { recursive: true });
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    plugins: [besideCode(target)],
    ssr: { noExternal: true, external: ["vite", "vitest", "allure", "allure-js-commons", "allure-vitest"] },
    build: {
      ssr: true,
      target: "node20",
      outDir: target,
      emptyOutDir: false,
      rollupOptions: {
        input: Object.fromEntries(ENTRIES.map((entry) => [entry, join(root, `${entry}.ts`)])),
        output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
      },
    },
  });
  copyFilesBesideCode(root, target);
  cpSync(join(root, "package.json"), join(target, "package.json"));
  try {
    symlinkSync(join(root, "node_modules"), join(target, "node_modules"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Lets compiled code find the files beside its source. */
function besideCode(target: string): Plugin {
  return {
    name: "beside-code",
    transform(code, id) {
      const from = relative(root, id);
      if (!code.includes("import.meta.url") || from.startsWith("..") || from.startsWith("node_modules"))
        return null;
      const url = pathToFileURL(join(target, from.replace(/ts$/, "js"))).href;
      return { code: code.replaceAll("import.meta.url", JSON.stringify(url)), map: null };
    },
  };
}
