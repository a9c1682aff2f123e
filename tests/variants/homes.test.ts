import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Variant } from "../../variants/variant.ts";
import { isObject } from "../../spec/json.ts";
import { root } from "../cli/command-line.ts";

const AREAS = join(root, "spec/areas");
const VARIANTS = join(root, "variants");

/** Files that contain no variants. */
const OTHERS = ["index.ts", "parts.ts", "variant.ts"];

/** Variants at no open point that stand in the file of an area, and why. */
const OF_AN_AREA: Readonly<Record<string, string>> = {
  "money-moves-one-at-a-time": "it concerns only requests that move money",
};

interface AreaFile {
  readonly sections?: Readonly<Record<string, { readonly open?: Readonly<Record<string, unknown>> }>>;
}

const areas = readdirSync(AREAS).map((file) => basename(file, ".yaml"));

/** For each open point its area. */
const areaOf = new Map<string, string>(
  areas.flatMap((area) => {
    const { sections = {} } = parse(readFileSync(join(AREAS, `${area}.yaml`), "utf8")) as AreaFile;
    return Object.values(sections).flatMap(({ open = {} }) =>
      Object.keys(open).map((id) => [id, area] as const),
    );
  }),
);

/** The area in the name of a file: "test-clocks-answers.ts" is of "test-clocks". */
const areaIn = (file: string): string | undefined =>
  ["every-area", ...areas]
    .filter((area) => `${basename(file, ".ts")}-`.startsWith(`${area}-`))
    .sort((one, other) => other.length - one.length)[0];

const isVariant = (value: unknown): value is Variant => isObject(value) && Array.isArray(value["openPoints"]);

async function variantsIn(file: string): Promise<readonly Variant[]> {
  const exported = (await import(join(VARIANTS, file))) as Readonly<Record<string, unknown>>;
  return Object.values(exported).flatMap((value) => (Array.isArray(value) ? value.filter(isVariant) : []));
}

describe("a variant is in the file of the area of its first open point", () => {
  const files = readdirSync(VARIANTS).filter((file) => file.endsWith(".ts") && !OTHERS.includes(file));

  test("every area of an open point is known", () => expect(areaOf.size).toBeGreaterThan(100));

  test.each(files)("%s", async (file) => {
    const area = areaIn(file);
    expect(area).toBeDefined();
    const variants = await variantsIn(file);
    expect(variants.length).toBeGreaterThan(0);
    const elsewhere = variants.filter(({ id, openPoints }) => {
      const [first] = openPoints;
      return first === undefined ? area !== "every-area" && !(id in OF_AN_AREA) : areaOf.get(first) !== area;
    });
    expect(elsewhere.map(({ id, openPoints }) => `${id}: ${openPoints.join(", ")}`)).toEqual([]);
  });
});
