import { join } from "node:path";
import { expect, it } from "vitest";
import { createEmulator } from "../../../emulator/index.ts";
import { openState } from "../../../emulator/storage/kept-state.ts";
import { emptyFolder, refusalOf } from "../command-line.ts";

it("refuses to continue a state with other parts, or with signatures if it began without them, and releases it", async () => {
  const folder = join(emptyFolder(), "state");
  const state = await openState(folder);
  await createEmulator({ state, replaced: ["choices-in-the-list"] }).close();
  await state.close();
  const begin = (...options: string[]) =>
    refusalOf(["emulate", "--port", "0", "--state", folder, ...options]);
  expect(await begin()).toContain("began with another --mutant or --variant (choices-in-the-list, now none)");
  expect(await begin("--variant", "choices-in-the-list", "--sign-webhooks")).toContain(
    "it began without --sign-webhooks",
  );
  await (await openState(folder)).close();
});
