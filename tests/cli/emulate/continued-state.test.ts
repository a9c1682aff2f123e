import { join } from "node:path";
import { expect, it } from "vitest";
import { emulate } from "../../../cli/commands/emulate.ts";
import { createEmulator } from "../../../emulator/index.ts";
import { openState } from "../../../emulator/storage/kept-state.ts";
import { emptyFolder, payconform } from "../command-line.ts";

it("refuses to continue a state with other parts, or with signatures if it began without them", async () => {
  const folder = join(emptyFolder(), "state");
  const state = await openState(folder);
  const emulator = createEmulator({ state, replaced: ["choices-in-the-list"] });
  await emulator.close();
  await state.close();
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

it("releases a state that it refuses to continue", async () => {
  const folder = join(emptyFolder(), "state");
  const state = await openState(folder);
  await createEmulator({ state, replaced: ["choices-in-the-list"] }).close();
  await state.close();
  const refused = emulate({
    ...{ host: "127.0.0.1", port: 0, seed: 1, clock: "running", state: folder },
    ...{ control: true, dashboard: true, signWebhooks: false, log: false, untilStdinEnds: false },
  });
  await expect(refused).rejects.toThrow("began with another --mutant or --variant");
  await (await openState(folder)).close();
});
