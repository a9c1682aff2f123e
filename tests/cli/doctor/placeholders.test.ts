import { expect, test } from "vitest";
import { notOfferedPlaceholder } from "../../../cli/doctor/placeholders.ts";
import { absentSections, sectionsToLeaveOut, withoutJudged } from "../../../cli/targets/absent-sections.ts";
import { emulatorProfile } from "../../../cli/targets/emulator.ts";
import { contractOperations } from "../../../harness/contract.ts";
import { type ProfileInput, withDefaults } from "../../../harness/profile/defaults.ts";
import type { OperationState } from "../../../harness/results.ts";
import { catalogue } from "../../../spec/index.ts";
import { rule } from "../../reports/fixture.ts";

/** The map of a target that serves these operations of the payment host and has no checkout host. */
function mapOf(served: readonly string[]): readonly OperationState[] {
  return [...contractOperations.values()].map(({ id, host, method, path, servedRule }) => ({
    operation: id,
    method,
    path,
    section: catalogue.find((rule) => rule.id === servedRule)?.section ?? "",
    title: "Title",
    state: served.includes(id)
      ? ("documented" as const)
      : host === "payment"
        ? ("absent" as const)
        : ("untried" as const),
    answer: null,
  }));
}

const INTENTS = ["createPaymentIntent", "retrievePaymentIntent"];
const withoutCheckout = { knowsCheckout: false };

test("a section is absent if it has no route, with the areas whose rules use its routes", () => {
  const absent = absentSections(mapOf([...INTENTS, "listAccounts"]), withoutCheckout);
  expect(absent.map(({ name }) => name)).toEqual([
    ...["§4.2 Title", "§4.3 Title", "§4.4 Title", "§4.5 Title", "§4.6 Title", "§4.8 Title", "§4.9 Title"],
  ]);
  const subscriptions = absent.find(({ name }) => name.startsWith("§4.9"));
  expect(subscriptions).toMatchObject({
    areas: ["subscriptions", "invoices", "subscription-events"],
    isOnCheckout: true,
  });
});

test.each(["retrieveOverview", "createAllocation", "createWithdrawal"])(
  "no area is absent of which a rule uses a served route: %s",
  (served) => {
    const area = contractOperations.get(served)?.servedRule?.split("/")[0];
    const absent = absentSections(mapOf([...INTENTS, served]), withoutCheckout).flatMap(({ areas }) => areas);
    const using = catalogue.filter(({ operationArea }) => operationArea === area).map((rule) => rule.area);
    expect(using).toContain("connect-guards");
    expect(absent.filter((one) => one === area || using.includes(one))).toEqual([]);
  },
);

test("an area is not proposed if the profile binds ports with which a run can judge its rules", () => {
  const absent = absentSections(mapOf(INTENTS), withoutCheckout);
  const proposed = (input: Pick<ProfileInput, "ports" | "fixtures">): readonly string[] =>
    withoutJudged(absent, {
      profile: withDefaults({ target: { baseUrl: "http://127.0.0.1:1" }, ...input }),
      keys: { test: "sk_test_1" },
      control: new Set(),
      liveKeyAllowed: false,
      guessedPorts: new Set(["createVendor"]),
    }).flatMap(({ areas }) => areas);
  expect(proposed({})).toEqual(expect.arrayContaining(["charges", "subscriptions", "vendors"]));
  const { ports } = emulatorProfile({ paymentUrl: "http://127.0.0.1:1", checkoutUrl: "http://127.0.0.1:2" });
  const { createVendor: _createVendor, ...others } = ports;
  const rest = proposed({ ports: others, fixtures: { vendor: ["acct_1", "acct_2", "acct_3"] } });
  expect(rest).not.toEqual(expect.arrayContaining(["charges"]));
  expect(rest).not.toEqual(expect.arrayContaining(["subscriptions"]));
  expect(rest).toEqual(expect.arrayContaining(["remittances", "vendors"]));
});

test("a run does not propose to leave out an area of which it judged a rule at a port", () => {
  const map = mapOf(INTENTS).map((one) => ({ ...one, answer: one.state === "absent" ? "404" : null }));
  const proposed = (verdict: "passed" | "could_not_run") =>
    sectionsToLeaveOut(map, {
      rules: catalogue
        .filter(({ area }) => area === "charges" || area === "vendors")
        .map(({ id, area, needs }) => {
          const isByPort = area === "charges" && needs.some((need) => need.startsWith("port."));
          return rule({ id, verdict: isByPort ? verdict : "could_not_run" });
        }),
    }).flatMap(({ areas }) => areas);
  expect(proposed("could_not_run")).toEqual(["vendors", "charges"]);
  expect(proposed("passed")).toEqual(["vendors"]);
});

test("sections of an unknown checkout host are not proposed as not offered", () => {
  const absent = absentSections(mapOf(INTENTS), withoutCheckout);
  const [proposed] = notOfferedPlaceholder(absent, withoutCheckout);
  expect(proposed?.what).toMatch(/§4\.3 Title; .*§4\.7 Title\. Leave/);
  expect(proposed?.example).toEqual(expect.arrayContaining(["charges", "connect-events", "vendors"]));
  expect(proposed?.example).not.toContain("subscriptions");
  expect(notOfferedPlaceholder([], withoutCheckout)).toEqual([]);
});

test("routes without a request say nothing about their section, if the map includes only some routes", () => {
  const some = mapOf(INTENTS).map((one) =>
    one.operation === "retrieveOverview" || one.section !== "4.6"
      ? { ...one, answer: one.state === "absent" ? "404" : one.answer }
      : { ...one, state: "untried" as const },
  );
  const named = (onlyAsked: boolean): string | undefined =>
    absentSections(some, { knowsCheckout: true, onlyAsked }).find(({ name }) => name.startsWith("§4.6"))
      ?.name;
  expect(named(true)).toBe("§4.6 Title");
  expect(named(false)).toBeUndefined();
});
