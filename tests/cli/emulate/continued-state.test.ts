import { join } from "node:path";
import { expect, it } from "vitest";
import { createEmulator } from "../../../emulator/index.ts";
import { openState } from "../../../emulator/storage/kept-state.ts";
import { emptyFolder, payconform } from "../command-line.ts";

it("refuses to continue a state with other parts, and with signatures that it began without", async () => {
  const folder = join(emptyFolder(), "state");
  const state = openState(folder);
  const emulator = createEmulator({ state, replaced: ["choices-in-the-list"] });
  await emulator.close();
  state.close();
  const begin = (...options: string[]) =>
    payconform(["emulate", "--port", "0", "--state", folder, ...options]);
  expect(await begin()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      "began with another --mutant or --variant (choices-in-the-list, now none)",
    ) as string,
  });
  expect(await begin("--variant", "choices-in-the-list", "--sign-webhooks")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("it began without --sign-webhooks") as string,
  });
});
