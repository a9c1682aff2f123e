import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { UsageError } from "../../harness/profile/load.ts";
import type { ExitCode } from "../../harness/results.ts";
import { print } from "../output.ts";
import { PROFILE_FILE } from "../targets/find.ts";

export interface InitArguments {
  readonly out?: string;
  readonly target?: string;
  readonly checkoutUrl?: string;
}

const template = fileURLToPath(new URL("../templates/payconform.yaml", import.meta.url));

/** Writes a commented profile. @throws UsageError when the file exists */
export function init(options: InitArguments): ExitCode {
  const file = options.out ?? PROFILE_FILE;
  if (existsSync(file)) {
    throw new UsageError(`${file} already exists and is not overwritten; give another file with --out`);
  }
  let text = readFileSync(template, "utf8");
  const { target, checkoutUrl } = options;
  if (target !== undefined) text = text.replace(/^ {2}baseUrl: .*$/m, () => `  baseUrl: ${target}`);
  if (checkoutUrl !== undefined)
    text = text.replace(/^ {2}#checkoutUrl: .*$/m, () => `  checkoutUrl: ${checkoutUrl}`);
  try {
    writeFileSync(file, text, { flag: "wx" });
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${(error as NodeJS.ErrnoException).code ?? "unwritable"}`);
  }
  print(`wrote ${file}. Next: set PAYCONFORM_KEY to a test key, then run \`payconform doctor\`.`);
  return 0;
}
