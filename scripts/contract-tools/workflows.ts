import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEmulator } from "../../emulator/library.ts";
import { command, complaints, root, run, type Subject } from "./tools.ts";

/** The workflows of `spec/workflows`, executed by Redocly against an emulator on free ports. */
export async function workflows({ json, folder }: Subject): Promise<readonly string[]> {
  await using emulator = await startEmulator();
  const addresses = [
    ["http://127.0.0.1:4010", emulator.paymentUrl],
    ["http://127.0.0.1:4011", emulator.checkoutUrl],
  ] as const;
  const place = join(folder, "spec");
  const put = (from: string, to: string): void => {
    let text = readFileSync(from, "utf8");
    for (const [own, free] of addresses) text = text.replaceAll(own, free);
    writeFileSync(join(place, to), text);
  };
  for (const part of ["generated", "control", "workflows"]) mkdirSync(join(place, part), { recursive: true });
  put(json, "generated/public-openapi.json");
  put(join(root, "spec/control/openapi.yaml"), "control/openapi.yaml");
  put(join(root, "spec/workflows/emulator.yaml"), "workflows/emulator.yaml");
  const file = join(place, "workflows/workflows.arazzo.yaml");
  cpSync(join(root, "spec/workflows/workflows.arazzo.yaml"), file);
  return complaints(await run(command("redocly"), ["respect", file], folder));
}
