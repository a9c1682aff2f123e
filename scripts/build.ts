/** Builds `dist/` for the package: the bundled code, declarations, the data files that the code reads, and the reference of the interface. */
import { spawnSync } from "node:child_process";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.ts";
import { readContract } from "./contract-table.ts";
import { page, withRules } from "./docs.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");

rmSync(dist, { recursive: true, force: true });
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
// `npm run types` has checked the types: checking again would double the time.
const compiled = spawnSync(process.execPath, [tsc, "-p", join(root, "tsconfig.build.json"), "--noCheck"], {
  stdio: "inherit",
});
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
await bundle(root, dist);
writeFileSync(join(dist, "reference.html"), page(withRules(readContract())));
chmodSync(join(dist, "cli/main.js"), 0o755);
