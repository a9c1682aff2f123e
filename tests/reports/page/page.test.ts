import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { RuleKind, Symptom } from "../../../harness/results.ts";
import { NO_FACTS } from "../../../reports/evidence/facts.ts";
import { reportPage } from "../../../reports/page/page.ts";
import { everything, exchange, rule, run, UNSAFE, violationOf } from "../fixture.ts";
import { textOf, unpacked } from "./unpacked.ts";

const facts = {
  sections: { "2.1": "Payment intent", "4.2": "Checkout sessions" },
  references: new Map([["payment-intents/created-amount", ["§2.1, table 1, row 3"]]]),
};
const page = reportPage(everything, facts);
const text = textOf(page);
const details = unpacked(page);

describe("the first screen", () => {
  it("names the target once", () => {
    const target = { ...everything.target, name: "127.0.0.1:4010" };
    const shown = textOf(reportPage({ ...everything, target }, facts));
    expect(shown).toContain(" http://127.0.0.1:4010, 2026-03-01 12:00 UTC ");
    expect(text).toContain(" emulator, http://127.0.0.1:4010, 2026-03-01 12:00 UTC ");
  });

  it("repeats a run with the selection that it shows", () => {
    const part = { patterns: ["vendors", "2.1"], kinds: ["passive", "trace"] as const };
    const replayTemplate = "payconform run --rules ID --seed 42";
    const shown = textOf(reportPage({ ...everything, ...part, replayTemplate }, facts));
    expect(shown).toContain("Selected 2.1 vendors, only passive and trace ");
    expect(shown).toContain("payconform run --rules vendors 2.1 --kind passive,trace --seed 42");
  });

  it("does not call a target conformant if nothing was judged", () => {
    const nothing = textOf(
      reportPage(run([rule({ id: "a/b", verdict: "could_not_run" })], { exitCode: 3 }), NO_FACTS),
    );
    expect(nothing).toMatch(/Conformance of the judged rules nothing was judged/);
    expect(nothing).toMatch(/Share judged 0 %/);
  });

  it("names the rule of a cause that no other rule shares, with what the target did instead", () => {
    const violation = violationOf({ expected: "`amount` 5000", actual: "4000" });
    const shown = textOf(
      reportPage(
        run([rule({ id: "a/b", says: "The `amount` is kept.", verdict: "violated", violation })], {
          exitCode: 1,
        }),
        NO_FACTS,
      ),
    );
    expect(shown).toMatch(
      /1 cause\. Amounts and states The amount is kept\. expected amount 5000, but 4000 After you fix it, run:/,
    );
  });

  it("names the rule that a value contradicts, because the value alone does not explain the fault", () => {
    const symptom: Symptom = {
      ...{ kind: "field", where: ["POST /v1/a"], field: "/id", status: 201, fault: "value" },
      ...{ expected: '"ctr_1"', actual: '"ctr_2"' },
    };
    const violation = violationOf({ expected: "id to be 1", actual: "2" });
    const shown = (kind: RuleKind): string => {
      const one = rule({
        id: "a/b",
        says: "A key is used once.",
        verdict: "violated",
        kind,
        violation,
        symptom,
      });
      return textOf(reportPage(run([one], { exitCode: 1 }), NO_FACTS));
    };
    expect(shown("example")).toContain('A key is used once. id is "ctr_2" in POST /v1/a; expected: "ctr_1"');
    expect(shown("passive")).toContain('id is "ctr_2" in POST /v1/a; expected: "ctr_1" 1 rule');
  });

  it("has a column for rules that were not judged or not offered only if there are any", () => {
    const shown = (some: Parameters<typeof rule>[0][]): string =>
      textOf(reportPage(run(some.map(rule)), NO_FACTS));
    expect(shown([{ id: "a/b", verdict: "passed" }])).toMatch(/section violated passed shares/);
    expect(shown([{ id: "a/b", verdict: "could_not_run" }])).toMatch(/violated passed not judged shares/);
    expect(text).toMatch(/section violated passed not judged not offered shares/);
  });

  it("shows ten needs, the others in a closed block, and missing routes as causes", () => {
    const lacking = Array.from({ length: 12 }, (_, index) => ({
      id: `field.f${index}`,
      supply: "name the field",
    }));
    const route = { id: "route.createPaymentIntent", supply: "serve it" };
    const shown = textOf(
      reportPage(
        run([
          rule({ id: "a/0", verdict: "could_not_run", needs: [...lacking, route] }),
          rule({
            id: "a/1",
            verdict: "violated",
            symptom: { kind: "route", operation: "createPaymentIntent", where: ["POST /v1/payment-intents"] },
          }),
        ]),
        NO_FACTS,
      ),
    );
    expect(shown).toMatch(/2 more needs, each for fewer rules/);
    expect(shown).toMatch(
      /Missing routes POST \/v1\/payment-intents is missing 1 rule, 1 more rule not judged/,
    );
    expect(/Not judged, and why(.*)This run/.exec(shown)?.[1]).not.toContain("route.createPaymentIntent");
  });

  it("shows the requests after which a target stopped answering", () => {
    const last = [exchange({ status: null, fault: "reset" })];
    const lost = { at: "2026-03-01T12:00:09.000Z", fault: "reset", last };
    const shown = textOf(
      reportPage(run([rule({ id: "a/b", verdict: "inconclusive" })], { lost, exitCode: 3 }), NO_FACTS),
    );
    expect(shown).toMatch(
      /stopped answering at 2026-03-01T12:00:09\.000Z: reset\. .*curl -isS http:\/\/127\.0\.0\.1:4010/,
    );
  });
});

describe("one rule", () => {
  it("quotes the user's own copy of the document", () => {
    const quote = (place: string): string | null =>
      place === "§2.1, table 1, row 3" ? "amount | <number>" : null;
    const quoted = unpacked(reportPage(everything, { ...facts, quote }));
    expect(quoted["rule/payment-intents/created-amount"]).toMatch(
      /<blockquote>\s*<p>amount \| &lt;number&gt;<\/p>/,
    );
    expect(details["rule/payment-intents/created-amount"]).not.toContain("blockquote");
  });
});

describe("the file", () => {
  it("loads nothing, and permits only its own style and script", () => {
    const contents = (name: string): string[] =>
      [...page.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, "gu"))].map(
        ([, content = ""]) => content,
      );
    const hash = (content: string): string =>
      `sha256-${createHash("sha256").update(content).digest("base64")}`;
    const [, policy = ""] = /Content-Security-Policy" content="([^"]+)"/u.exec(page) ?? [];
    expect(contents("style")).toHaveLength(1);
    expect(contents("script")).toHaveLength(1);
    expect(policy.replaceAll("&#39;", "'")).toBe(
      `default-src 'none'; style-src '${hash(contents("style")[0] ?? "")}'; script-src '${hash(contents("script")[0] ?? "")}'; img-src data:; base-uri 'none'; form-action 'none'`,
    );
    expect(page).not.toMatch(/<(?:link|img|iframe|object|embed|base|form)\b/u);
  });

  it("shows text of a hostile target as text", () => {
    for (const markup of [page, ...Object.values(details)]) {
      expect(markup).not.toMatch(UNSAFE);
      expect(markup).not.toMatch(/<script>alert|<img|<\/testcase|\son\w+=|style=/u);
    }
    expect(details["rule/checkout-sessions/hostile"]).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  it("does not announce evidence for a check that broke", () => {
    const rules = ["a/1", "a/2"].map((id) => rule({ id, verdict: "broken" }));
    const shown = unpacked(reportPage(run(rules), NO_FACTS));
    const causes = Object.entries(shown).filter(([address]) => address.startsWith("cause/"));
    expect(causes.map(([, markup]) => markup.includes("Evidence"))).toEqual([false]);
  });

  it("has a page for every rule and every cause that it links to", () => {
    const links = [page, ...Object.values(details)].flatMap((markup) =>
      [...markup.matchAll(/href="#\/((?:rule|cause)\/[^"]+)"/gu)].map(([, address = ""]) => address),
    );
    expect(new Set(links).size).toBeGreaterThan(12);
    for (const address of links) expect(Object.keys(details)).toContain(address);
  });
});
