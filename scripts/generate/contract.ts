import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import { dataText } from "./data-text.ts";
import { SourceFault } from "./sources.ts";

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** A bundled document as text, and the module with its types. */
interface Contract {
  readonly json: string;
  readonly types: string;
}

/** The generated files of a bundled document. */
export async function contractFiles(document: object, path: string): Promise<Contract> {
  const nodes = await openapiTS(structuredClone(document) as Parameters<typeof openapiTS>[0], {
    alphabetize: false,
    emptyObjectsUnknown: true,
    silent: true,
  });
  return {
    json: dataText(document),
    types: `// Made by \`npm run generate\` from ${path}; not to be edited.\n\n${astToString(nodes)}`,
  };
}

/**
 * Bundles an OpenAPI document into one with local references.
 * @throws SourceFault when it cannot be bundled.
 */
export async function bundle(root: string, path: string): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), "payconform-"));
  const out = join(folder, "bundle.json");
  const command = join(dirname(require.resolve("@redocly/cli/package.json")), "bin/cli.js");
  try {
    await run(process.execPath, [command, "bundle", path, "--output", out], {
      cwd: root,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    });
    return JSON.parse(await readFile(out, "utf8")) as Record<string, unknown>;
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new SourceFault(`${path} cannot be bundled:\n${stderr ?? String(error)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
