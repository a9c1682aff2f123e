import { mkdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { build, type Plugin } from "vite";
import { copyFilesBesideCode } from "./files-beside-code.ts";
import { asciiText } from "./generate/data-text.ts";

/** Where a process, a thread or a user's program begins. */
const ENTRIES = [
  "cli/main",
  "cli/api",
  "cli/emulator-library",
  "cli/runner/judging-worker",
  "cli/runner/conformance.binding",
];

/** What has threads or plug-ins of its own, which find their files beside their code. */
const APART = ["vite", "vitest", "allure", "allure-js-commons", "allure-vitest"];

/**
 * The sources as JavaScript, with the libraries that they use, and the files beside them. Few files, each with what is used together:
 * finding and reading a thousand takes longer than judging a rule.
 */
export async function bundle(root: string, target: string): Promise<void> {
  mkdirSync(target, { recursive: true });
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    plugins: [besideCode(root)],
    ssr: { noExternal: true, external: APART },
    build: {
      ssr: true,
      target: "node20",
      outDir: target,
      emptyOutDir: false,
      license: { fileName: "licenses.md" },
      rollupOptions: {
        input: Object.fromEntries(ENTRIES.map((entry) => [entry, join(root, `${entry}.ts`)])),
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "chunks/[name]-[hash].js",
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
  });
  copyFilesBesideCode(root, target);
}

/** Lets code that stands in another file now find what is beside its source. */
function besideCode(root: string): Plugin {
  return {
    name: "beside-code",
    transform(code, id) {
      const file = relative(root, id).split(sep).join("/").replace(/ts$/, "js");
      if (!code.includes("import.meta.url") || !/^[a-z]/.test(file) || file.startsWith("node_modules"))
        return null;
      return { code: code.replaceAll("import.meta.url", JSON.stringify(`source:${file}`)), map: null };
    },
    renderChunk(code, { fileName }) {
      const up = "../".repeat(fileName.split("/").length - 1) || "./";
      return code.replaceAll(
        /"source:([\w./-]+)"/g,
        (_, file: string) => `new URL("${up}${file}", import.meta.url).href`,
      );
    },
    // V8 reads and keeps a file with one other character as UTF-16: twice the memory, and slower.
    generateBundle(_, files) {
      for (const file of Object.values(files)) if (file.type === "chunk") file.code = asciiText(file.code);
    },
  };
}
