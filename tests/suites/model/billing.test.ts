import { describe, expect, it } from "vitest";
import {
  ALL_NAMES,
  EVENT_NAMES,
  explains,
  type Transition,
  NEVER_EMITTED,
  PROMISED,
} from "../../../suites/model/billing.ts";
import { ClockModel } from "../../../suites/model/clocks.ts";
import { allows, statesAfter } from "../../../suites/model/subscriptions.ts";

const transitions = Object.keys(PROMISED) as Transition[];

describe("the model of billing", () => {
  it("expects documented names only, and explains all that it expects", () => {
    for (const transition of transitions)
      for (const name of PROMISED[transition]) {
        expect(EVENT_NAMES).toContain(name);
        expect(explains(transition, name)).toBe(true);
      }
  });

  it("never explains what is never emitted", () => {
    for (const transition of transitions)
      for (const name of NEVER_EMITTED) expect(explains(transition, name)).toBe(false);
  });

  it("reports an activation of settled debts alone", () => {
    const settling = transitions.filter((transition) => explains(transition, "subscription.activated"));
    expect(settling.sort()).toEqual(["retried", "trial ended unpaid"]);
  });

  it("has a transition for every documented name", () => {
    const promised = new Set(transitions.flatMap((transition) => PROMISED[transition]));
    expect(EVENT_NAMES.filter((name) => !promised.has(name))).toEqual([]);
    expect(new Set(ALL_NAMES).size).toBe(ALL_NAMES.length);
  });
});

describe("the model of test clocks", () => {
  it("does not know a deleted clock", () => {
    const model = new ClockModel();
    model.create("a", 1_000);
    expect([model.delete("a"), model.delete("a"), model.advance("a", 2_000)]).toEqual([
      "deletes",
      "not found",
      "not found",
    ]);
    expect(model.timeOf("a")).toBeNull();
    expect(model.advance("never made", 1)).toBe("not found");
  });
});

describe("the model of a subscription's states", () => {
  const known = { status: "active", pausedWord: "paused", pays: true, mayEnd: false, mayOweMore: false };
  const only = (...states: readonly string[]) => ({ states, others: false });

  it("permits no transition after the end", () => {
    for (const act of ["pause", "resume", "schedule", "cancel", "retry", "advance"] as const)
      expect(statesAfter(act, true, { ...known, status: "canceled" })).toEqual(only("canceled"));
  });

  it("permits no change by a refusal", () => {
    expect(statesAfter("retry", false, { ...known, status: "past_due" })).toEqual(only("past_due"));
  });

  it("ends immediately, keeps rights if scheduled, and settles by a paid retry", () => {
    expect(statesAfter("cancel", true, { ...known, status: "past_due" })).toEqual(only("canceled"));
    expect(statesAfter("schedule", true, known)).toEqual(only("active"));
    expect(statesAfter("retry", true, { ...known, status: "unpaid" })).toEqual(only("active"));
  });

  it("never permits a later start of a trial", () => {
    expect(statesAfter("advance", true, { ...known, pays: false })?.states).not.toContain("trialing");
  });

  it("ends a paid subscription only on request", () => {
    expect(statesAfter("advance", true, known)).toEqual(only("active"));
    expect(statesAfter("advance", true, { ...known, mayEnd: true })).toEqual(only("active", "canceled"));
  });

  it("does not know the name of the paused state until a pause showed it", () => {
    const owing = { ...known, status: "past_due" };
    const allowed = (pausedWord: string | null, state: string): boolean => {
      const after = statesAfter("advance", true, { ...owing, pausedWord });
      return after !== null && allows(after, state);
    };
    expect(allowed(null, "on_hold")).toBe(true);
    expect(allowed("on_hold", "on_hold")).toBe(true);
    expect(allowed("paused", "on_hold")).toBe(false);
    expect(allowed(null, "trialing")).toBe(false);
  });

  it("leaves open which of several cycles one retry settles", () => {
    expect(statesAfter("retry", true, { ...known, status: "past_due", mayOweMore: true })?.states).toContain(
      "past_due",
    );
  });
});
