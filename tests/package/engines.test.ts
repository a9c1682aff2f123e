import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, root } from "../cli/command-line.ts";
import { compiled } from "../compiled.ts";

interface Locked {
  readonly engines?: { readonly node?: string };
  readonly dev?: boolean;
  readonly optional?: boolean;
}
const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Required<Locked>;

type Version = readonly [major: number, minor: number];

/** Whether a range, as packages write them for Node, has a version; patches play no part. */
function allows(range: string, [major, minor]: Version): boolean {
  return range.split("||").some((alternative) => {
    const [, sign, from, then] = /^(\^|>=?|~)?\s*(\d+|\*)(?:\.(\d+))?/.exec(alternative.trim()) ?? [];
    if (from === undefined) throw new Error(`cannot read the range ${range}`);
    if (from === "*") return true;
    const [least, leastMinor] = [Number(from), Number(then ?? 0)];
    const late = major > least || (major === least && minor >= leastMinor);
    return sign?.startsWith(">") === true ? late : late && major === least;
  });
}

const versions: readonly Version[] = [18, 19, 20, 21, 22, 23, 24, 25, 26].flatMap((major) =>
  Array.from({ length: 25 }, (_unused, minor): Version => [major, minor]),
);
const offered = versions.filter((version) => allows(engines.node ?? "", version));

test("Node 20, 22 and 24 are supported, from the minor version that the packages need", () => {
  const first = (wanted: number) => offered.find(([major]) => major === wanted)?.[1];
  expect([20, 21, 22, 23, 24, 25].map(first)).toEqual([19, undefined, 12, undefined, 0, 0]);
});

test("every dependency supports every supported version", () => {
  const narrower = Object.entries(packages)
    .filter(([name, { dev, optional }]) => name !== "" && dev !== true && optional !== true)
    .flatMap(([name, locked]) => {
      const range = locked.engines?.node ?? "*";
      const refused = offered.find((version) => !allows(range, version));
      return refused === undefined ? [] : [`${name} wants ${range}, not ${refused.join(".")}`];
    });
  expect(narrower).toEqual([]);
});

test("the lock file and the page for newcomers say the same", () => {
  expect(packages[""]?.engines).toEqual(engines);
  expect(readFileSync(join(root, "README.md"), "utf8")).toContain(
    "Node (20.19 or a later 20, 22.12 or a later 22, 24 or newer)",
  );
});

test.each(["18.20.4", "20.18.1", "21.7.3", "22.11.0"])(
  "Node %s gets a message that names the versions, before anything else is loaded",
  (version) => {
    const preload = join(emptyFolder(), "version.cjs");
    writeFileSync(preload, `Object.defineProperty(process.versions, "node", { value: "${version}" });\n`);
    const main = join(compiled(), "cli/main.js");
    const { status, stdout, stderr } = spawnSync(process.execPath, ["-r", preload, main, "rules"], {
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: "",
      stderr: `payconform needs Node 20.19 or a later 20, 22.12 or a later 22, 24 or newer; this is Node ${version}\n`,
    });
  },
);
