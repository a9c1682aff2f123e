import { expect, it } from "vitest";
import { judgedEntry } from "../../reports/allure/entry.ts";
import { exchange, HOSTILE, rule, UNSAFE, violationOf } from "./fixture.ts";

it("Allure's report also contains the drawing of a race, as an image with colours that executes nothing", () => {
  const { attachments } = judgedEntry(
    rule({
      id: "reversals/concurrent",
      verdict: "violated",
      kind: "race",
      violation: violationOf({ expected: "1", actual: "2" }),
      transcript: [1, 2].map((sequence) =>
        exchange({ sequence, durationMs: 30, url: `http://a.test/v1/${HOSTILE}`, responseBody: HOSTILE }),
      ),
    }),
  );
  const image = attachments.find(({ contentType }) => contentType === "image/svg+xml");
  expect(image).toMatchObject({ name: "Concurrent requests", extension: "svg" });
  expect(image?.content).toMatch(
    /^<svg [^>]*xmlns=[^>]*aria-label="Concurrent requests: [^>]*>\s*<style>\s*:root \{[\s\S]*\.drawing text \{/,
  );
  expect(image?.content).toMatch(/--back: light-dark\(#ffffff/);
  expect(image?.content).not.toMatch(/<script|<img|\son\w+=/);
  expect(image?.content).not.toMatch(UNSAFE);
});
