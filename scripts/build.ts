/** Makes `dist/` as the package ships it: JavaScript, declarations, and the data files that the code reads beside itself. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");

/** Read at run time by their place beside the code. */
const DATA = [
  "spec/generated/ambiguities.json",
  "spec/generated/catalogue.json",
  "spec/generated/control.json",
  "spec/generated/needs.json",
  "spec/generated/openapi.json",
  "spec/generated/ports.json",
  "spec/catalogue-versions.json",
  "spec/schemas/baseline.schema.json",
  "spec/schemas/conformance.schema.json",
  "spec/schemas/profile.schema.json",
  "spec/schemas/replay.schema.json",
  "spec/control/openapi.yaml",
  "emulator/profile.yaml",
  "cli/templates/payconform.yaml",
];

rmSync(dist, { recursive: true, force: true });
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const compiled = spawnSync(process.execPath, [tsc, "-p", join(root, "tsconfig.build.json")], {
  stdio: "inherit",
});
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
for (const file of DATA) {
  mkdirSync(dirname(join(dist, file)), { recursive: true });
  cpSync(join(root, file), join(dist, file));
}
chmodSync(join(dist, "cli/main.js"), 0o755);
