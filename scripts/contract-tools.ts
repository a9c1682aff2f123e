/**
 * Checks the public contract with third-party tools, which read it as users do. The first run installs those that nothing else needs, in
 * `tools/contract/`. The exit code is 1 if a tool finds something.
 *
 *   npm run contract:tools            (writes a Postman collection, types and workflows to payconform-out/contract)
 */
import { join } from "node:path";
import { readPublicContract } from "../spec/index.ts";
import { postman } from "./contract-tools/postman.ts";
import { mockedBodies, mockedTarget } from "./contract-tools/prism.ts";
import { ajv, redocly, spectral, swaggerParser, types } from "./contract-tools/readers.ts";
import { install, root, subject, type Subject } from "./contract-tools/tools.ts";
import { workflows } from "./contract-tools/workflows.ts";

/** The checks by name. Each returns its findings, one line per finding. */
export const CHECKS: Readonly<Record<string, (subject: Subject) => Promise<readonly string[]>>> = {
  "redocly lint, strict": redocly,
  "spectral, OpenAPI rules and hints": spectral,
  "swagger-parser": swaggerParser,
  "openapi-typescript and tsc --strict": types,
  "ajv and ajv-formats, every example": ajv,
  "prism, every mocked body before our judge": mockedBodies,
  "prism as a target: only rules of state fail": mockedTarget,
  "postman collection, both hosts and webhooks": postman,
  "redocly respect, the workflows on the emulator": workflows,
};

async function main(): Promise<number> {
  await install();
  const made = subject(readPublicContract(), join(root, "payconform-out/contract"));
  let failed = 0;
  for (const [name, check] of Object.entries(CHECKS)) {
    const found = await check(made);
    console.log(`${found.length === 0 ? "nothing found" : `${found.length} found`.padEnd(13)}  ${name}`);
    for (const line of found) console.log(`  ${line}`);
    if (found.length > 0) failed += 1;
  }
  return failed === 0 ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main();
