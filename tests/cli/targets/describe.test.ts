import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ProfileInput } from "../../../harness/profile/defaults.ts";
import { describeTarget } from "../../../cli/targets/describe.ts";
import { emptyFolder } from "../../empty-folder.ts";

const OLD = "http://old.test";
const NEW = "http://new.test:81";

/** A profile, as data and as a file outside the current folder. */
function bothWays(profile: ProfileInput): readonly (readonly [string, string | ProfileInput])[] {
  const file = join(emptyFolder(), "profile.json");
  writeFileSync(file, JSON.stringify(profile));
  return [
    ["data", profile],
    ["a file", file],
  ];
}

const hosts = (said: Parameters<typeof describeTarget>[0]): object => {
  const { name, target } = describeTarget(said)?.profile ?? {};
  return { name, ...target };
};

describe("a target other than the profile's", () => {
  test.each(bothWays({ target: { baseUrl: OLD } }))(
    "keeps the profile's checkout host and name: %s",
    (_, profile) => {
      expect(hosts({ profile, target: NEW })).toEqual({
        name: "new.test:81",
        baseUrl: NEW,
        checkoutUrl: NEW,
      });
    },
  );

  test.each(bothWays({ target: { baseUrl: OLD, checkoutUrl: OLD } }))(
    "keeps a checkout host that is the same as the payment host: %s",
    (_, profile) => expect(hosts({ profile, target: NEW })).toMatchObject({ checkoutUrl: NEW }),
  );

  test.each(bothWays({ name: "sandbox", target: { baseUrl: OLD, checkoutUrl: "http://checkout.test" } }))(
    "drops the profile's name and checkout host: %s",
    (_, profile) =>
      expect(hosts({ profile, target: NEW })).toEqual({
        name: "sandbox",
        baseUrl: NEW,
        checkoutUrl: "http://checkout.test",
      }),
  );

  test.each(bothWays({ target: { baseUrl: OLD } }))("with another checkout host: %s", (_, profile) => {
    const checkoutUrl = "http://pay.test";
    expect(hosts({ profile, target: NEW, checkoutUrl })).toMatchObject({ baseUrl: NEW, checkoutUrl });
    expect(hosts({ profile, checkoutUrl })).toMatchObject({ name: "old.test", baseUrl: OLD, checkoutUrl });
  });
});

test("a URL alone describes a target, with or without a trailing slash", () => {
  expect(hosts({ target: `${NEW}/` })).toEqual({ name: "new.test:81", baseUrl: NEW, checkoutUrl: NEW });
});

test("without a URL, the target is the embedded emulator; a checkout host alone is a mistake", () => {
  expect(describeTarget({})).toBeNull();
  expect(() => describeTarget({ checkoutUrl: NEW })).toThrow(/add --target/);
});

test.each(["nonsense", "mailto:x@y", ""])("%j is refused as a URL", (text) => {
  expect(() => describeTarget({ target: text })).toThrow(`"${text}" is not a URL`);
  expect(() => describeTarget({ target: NEW, checkoutUrl: text })).toThrow(`"${text}" is not a URL`);
});
