/** Builds `dist/` for the package: the bundled code, declarations, the data files that the code reads, and the reference of the interface. */
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.ts";
import { readContract } from "./contract-table.ts";
import { writeDeclarations } from "./declarations.ts";
import { page, withRules } from "./docs.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");

rmSync(dist, { recursive: true, force: true });
writeDeclarations(root);
await bundle(root, dist);
writeFileSync(join(dist, "reference.html"), page(withRules(readContract())));
chmodSync(join(dist, "cli/main.js"), 0o755);
