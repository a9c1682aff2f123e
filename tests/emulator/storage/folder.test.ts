import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { expect, it } from "vitest";
import { openState } from "../../../emulator/storage/kept-state.ts";
import { payconform, refusalOf } from "../../cli/command-line.ts";
import { intent } from "../client.ts";
import { emptyFolder } from "../../empty-folder.ts";
import { begin } from "./folder.ts";

it("is refused while another process or this one uses it, and free as soon as that ends", async () => {
  const folder = emptyFolder();
  const { bench, stop } = await begin(folder);
  await bench.call("POST", "/v1/payment-intents", intent);
  await expect(openState(folder)).rejects.toThrow("in use by another emulator");
  const refused = await payconform(["emulate", "--state", folder]);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringMatching(
      /--state .*: in use by another emulator; wait for it to end, or use another folder/,
    ),
  ]);
  expect((await bench.call("POST", "/v1/payment-intents", intent)).status).toBe(200);
  await stop();
  await (await begin(folder)).stop();
});

it("of an earlier version is refused, and left as it is", async () => {
  const folder = emptyFolder();
  const [file, text] = [join(folder, "commands-000000000001.log"), "0123456789abcdef {}\n"];
  writeFileSync(file, text);
  expect(await refusalOf(["emulate", "--state", folder])).toMatch(
    /an earlier version of payconform wrote its commands-000000000001\.log.*another folder/,
  );
  expect(readdirSync(folder)).toEqual(["commands-000000000001.log"]);
  expect(readFileSync(file, "utf8")).toBe(text);
});

it("of a later version, or of another program, is refused", async () => {
  const later = emptyFolder();
  await (await begin(later)).stop();
  const level = new ClassicLevel(later);
  await level.put("form", "2");
  await level.close();
  await expect(openState(later)).rejects.toThrow("another version of payconform wrote it");
  const other = emptyFolder();
  writeFileSync(join(other, "notes.txt"), "");
  await expect(openState(other)).rejects.toThrow("it contains notes.txt");
  expect(readdirSync(other)).toEqual(["notes.txt"]);
  await expect(openState(join(other, "notes.txt"))).rejects.toThrow("it is a file, not a folder");
});

it("is made if it does not exist, and begins again if its making was cut off", async () => {
  const folder = join(emptyFolder(), "a/b");
  await (await begin(folder)).stop();
  rmSync(join(folder, "CURRENT"));
  for (const name of readdirSync(folder).filter((found) => /^(MANIFEST|\d+)/.test(found)))
    rmSync(join(folder, name));
  const again = await begin(folder);
  expect(again.state.found).toBeUndefined();
  await again.stop();
  mkdirSync(join(folder, "lost+found"));
  await (await begin(folder)).stop();
});
