import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** Files other than TypeScript that the code reads at run time. */
const FILES = [
  "spec/generated/anchors.json",
  "spec/generated/catalogue.json",
  "spec/generated/checks.json",
  "spec/generated/control.json",
  "spec/generated/control.yaml",
  "spec/generated/emulator-openapi.json",
  "spec/generated/emulator-profile.json",
  "spec/generated/levels.json",
  "spec/generated/needs.json",
  "spec/generated/open-points.json",
  "spec/generated/openapi.json",
  "spec/generated/operations.json",
  "spec/generated/resources.json",
  "spec/generated/ports.json",
  "spec/generated/proofs.json",
  "spec/generated/public-openapi.dereferenced.json",
  "spec/generated/public-openapi.json",
  "spec/generated/public-openapi.yaml",
  "spec/generated/retired.json",
  "spec/generated/rule-files.json",
  "spec/generated/validators.cjs",
  "spec/passive-checks.json",
  "spec/sections.json",
  "spec/schemas/baseline.schema.json",
  "spec/schemas/conformance.schema.json",
  "spec/schemas/gate.schema.json",
  "spec/schemas/profile.schema.json",
  "spec/schemas/replay.schema.json",
  "spec/schemas/seed-file.schema.json",
  "spec/workflows/emulator.yaml",
  "spec/workflows/workflows.arazzo.yaml",
  "emulator/profile.yaml",
  "harness/http/control-module-worker.js",
  "cli/templates/payconform.yaml",
  "reports/drawings/drawing.css",
  "reports/page/browser.js",
  "reports/page/style.css",
];

/** Copies these files into a compiled copy of the sources: the package, or a copy for tests. */
export function copyFilesBesideCode(root: string, compiled: string): void {
  for (const file of FILES) {
    mkdirSync(dirname(join(compiled, file)), { recursive: true });
    cpSync(join(root, file), join(compiled, file));
  }
}
