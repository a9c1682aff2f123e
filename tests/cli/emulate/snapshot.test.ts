import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createEmulator } from "../../../emulator/index.ts";
import { startEmulator } from "../../../emulator/start.ts";
import { openState } from "../../../emulator/storage/kept-state.ts";
import { emptyFolder, inThisProcess } from "../command-line.ts";

it("exports from a running emulator, and imports into another one", async () => {
  const file = join(emptyFolder(), "state.json");
  await using first = await startEmulator({ seed: 5 });
  await first.control("POST", "/vendors", { name: "Boutique" });
  const exported = await inThisProcess(`snapshot export ${file} --control-url ${first.address.controlUrl}`);
  expect(exported).toMatchObject({ code: 0, stderr: expect.stringContaining("no API keys") as string });
  await using second = await startEmulator();
  const imported = await inThisProcess(`snapshot import ${file} --control-url ${second.address.controlUrl}`);
  expect(imported).toMatchObject({ code: 0 });
  expect(second.snapshot().state).toEqual(first.snapshot().state);
});

it("exports from a folder, and says what no emulator can begin with", async () => {
  const folder = join(emptyFolder(), "state");
  const file = join(emptyFolder(), "state.json");
  const state = await openState(folder);
  const emulator = createEmulator({ state, seed: 5 });
  await emulator.engine.whenKept();
  const { accountId } = emulator.merchants[0] ?? { accountId: "" };
  await emulator.close();
  await state.close();
  expect(await inThisProcess(`snapshot export ${file} --state ${folder}`)).toMatchObject({ code: 0 });
  const snapshot = JSON.parse(readFileSync(file, "utf8")) as object;
  expect(createEmulator({ snapshot }).merchants[0]).toMatchObject({ accountId });
  const refusalOf = async (command: string) => (await inThisProcess(command)).stderr;
  expect(await refusalOf(`snapshot export ${file} --state ${folder}-absent`)).toContain("no such folder");
  expect(await refusalOf(`emulate --import ${file} --state ${folder}`)).toContain("use another folder");
  writeFileSync(file, JSON.stringify({ payconformSnapshot: 9 }));
  expect(await refusalOf(`emulate --import ${file}`)).toContain(`--import ${file}: This is not a snapshot`);
  writeFileSync(file, "{");
  expect(await refusalOf(`emulate --import ${file}`)).toContain("is no JSON");
});
