import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../cli/command-line.ts";
import { createBench } from "../emulator/client.ts";

test("docs/emulator/state.md: every route that the page names is served", async () => {
  const page = readFileSync(join(root, "docs/emulator/state.md"), "utf8");
  const named = [...page.matchAll(/`(GET|PUT) \/control(\/snapshot)`/g)].map(
    ([, method, path]) => `${method} ${path}`,
  );
  expect(new Set(named)).toEqual(new Set(["GET /snapshot", "PUT /snapshot"]));
  const bench = createBench();
  const exported = await bench.control("GET", "/snapshot");
  expect((await bench.control("PUT", "/snapshot", exported.text)).status).toBe(200);
});
