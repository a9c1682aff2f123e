import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startEmulator } from "../../emulator/library.ts";
import { command, complaints, root, run, type Subject } from "./tools.ts";

/** Executes the workflows of `spec/workflows` with Redocly against an emulator on free ports. */
export async function workflows({ json, folder }: Subject): Promise<readonly string[]> {
  await using emulator = await startEmulator();
  const { paymentUrl, checkoutUrl } = emulator;
  const file = copyWorkflows(folder, { contract: json, paymentUrl, checkoutUrl });
  return complaints(await run(command("redocly"), ["respect", file], folder));
}

/** Copies the workflows and the documents that they refer to into a folder, for a target at these addresses. Returns the path of the workflows. */
export function copyWorkflows(
  folder: string,
  target: { readonly contract: string; readonly paymentUrl: string; readonly checkoutUrl: string },
): string {
  const put = (from: string, to: string): string => {
    const file = join(folder, "spec", to);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, addressed(readFileSync(from, "utf8"), target));
    return file;
  };
  put(target.contract, "generated/public-openapi.json");
  for (const name of ["control/openapi.yaml", "workflows/emulator.yaml"]) put(join(root, "spec", name), name);
  const name = "workflows/workflows.arazzo.yaml";
  return put(join(root, "spec", name), name);
}

/** Replaces the emulator's usual addresses in a text by those of a target. */
export function addressed(
  text: string,
  { paymentUrl, checkoutUrl }: { readonly paymentUrl: string; readonly checkoutUrl: string },
): string {
  return text
    .replaceAll("http://127.0.0.1:4010", paymentUrl)
    .replaceAll("http://127.0.0.1:4011", checkoutUrl);
}
