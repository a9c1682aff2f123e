import { expect, test } from "vitest";
import { sourceOf } from "../../scripts/rule.ts";
import { filesByRule } from "../../spec/index.ts";

test("the files of every rule can be read, of those of the contract too", () => {
  for (const [id, files] of filesByRule()) expect(sourceOf(files), id).not.toBe("");
});
