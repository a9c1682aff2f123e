import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { relocated } from "../../../harness/profile/paths.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

const whole = JSON.parse(
  readFileSync(new URL("../../../spec/schemas/profile.schema.json", import.meta.url), "utf8"),
) as Schema & { readonly $defs: Readonly<Record<string, Schema>> };

/** The settings of a schema whose names say that they are files, each as its path. */
function filesIn(schema: Schema, path: readonly string[] = []): readonly (readonly string[])[] {
  const { $ref, properties = {}, additionalProperties, oneOf = [], anyOf = [] } = schema;
  const { [$ref?.split("/").at(-1) ?? ""]: named } = whole.$defs;
  return [
    ...(/^(file|\w+File|controlModule)$/.test(path.at(-1) ?? "") && schema.type === "string" ? [path] : []),
    ...[...oneOf, ...anyOf, ...(named === undefined ? [] : [named])].flatMap((one) => filesIn(one, path)),
    ...Object.entries(properties).flatMap(([name, inner]) => filesIn(inner, [...path, name])),
    ...(typeof additionalProperties === "object" ? filesIn(additionalProperties, [...path, "name"]) : []),
  ];
}

test("every file that a profile names is the same from another folder", () => {
  const files = filesIn(whole);
  expect(files.map((path) => path.join("."))).toEqual(
    expect.arrayContaining(["target.controlModule", "headers.name.file", "keys.test.file"]),
  );
  for (const path of files) {
    const profileWith = (file: string): object =>
      path.reduceRight<unknown>((value, name) => ({ [name]: value }), file) as object;
    const moved = (file: string): object => relocated(profileWith(file), { from: "/a/b", to: "/a/c/d" });
    expect(moved("own/x.pem")).toEqual(profileWith("../../b/own/x.pem"));
    expect(moved("../c/d/x.pem")).toEqual(profileWith("x.pem"));
    expect(moved("/etc/x.pem")).toEqual(profileWith("/etc/x.pem"));
  }
});

test("a header that is named like a setting keeps its value", () => {
  const profile = { headers: { file: "x.pem" }, ports: {}, name: "file" };
  expect(relocated(profile, { from: "/a", to: "/b" })).toEqual(profile);
});
