import { beforeEach, describe, expect, test } from "vitest";
import { IdleReports } from "../../../harness/run/idle-reports.ts";
import type { ReceivedEvent } from "../../../harness/event.ts";

const ACCOUNT = { accountId: "acct_1", keys: ["sk_test_1", null] };
const EVENT = { id: "evt_1", type: "connect.transfer.created" } as ReceivedEvent;
const yes = (): Promise<boolean> => Promise.resolve(true);

const withKey = { authorization: "Bearer sk_test_1", host: "payment", path: "/v1/x", parts: {} } as const;
const withAnother = { ...withKey, authorization: "Bearer sk_test_2" } as const;
const byControl = {
  authorization: null,
  host: "control",
  path: "/merchants/{accountId}/clock",
  parts: { path: { accountId: "acct_1" } },
} as const;
const byPort = { authorization: null, host: "control", path: "/merchants/acct_1/status", parts: {} } as const;

describe("a report that nothing is left to happen", () => {
  let reasons: string[];
  let reports: IdleReports;
  beforeEach(() => {
    reasons = [];
    reports = new IdleReports({ onDistrust: (why) => reasons.push(why) });
    reports.watch(ACCOUNT);
  });

  test("is relied on until a request concerns the account", async () => {
    expect(await reports.ask("acct_1", yes)).toBe(true);
    expect(await reports.ask("acct_1", () => Promise.resolve(false))).toBe(false);
    expect(reports.trusted).toBe(true);
  });

  test("is contradicted by an event that comes after it", async () => {
    await reports.ask("acct_1", yes);
    reports.arrived("acct_2", EVENT);
    expect(reports.trusted).toBe(true);
    reports.arrived("acct_1", EVENT);
    reports.arrived("acct_1", EVENT);
    expect(reports.trusted).toBe(false);
    expect(reasons).toEqual(["connect.transfer.created arrived after the target had reported idle"]);
    expect(await reports.ask("acct_1", yes)).toBe(false);
  });

  test.each([
    ["its key", withKey],
    ["control", byControl],
    ["a port on the control host", byPort],
  ])("is void after a request with %s", async (_name, request) => {
    await reports.ask("acct_1", yes);
    reports.begin(request)();
    reports.arrived("acct_1", EVENT);
    expect(reports.trusted).toBe(true);
  });

  test("stays valid after a request for another account", async () => {
    await reports.ask("acct_1", yes);
    reports.begin(withAnother)();
    reports.arrived("acct_1", EVENT);
    expect(reports.trusted).toBe(false);
  });

  test("is not relied on beside a request in progress, or one sent meanwhile", async () => {
    const end = reports.begin(withKey);
    expect(await reports.ask("acct_1", yes)).toBe(false);
    end();
    expect(await reports.ask("acct_1", yes)).toBe(true);
    const meanwhile = (): Promise<boolean> => {
      reports.begin(byControl)();
      return yes();
    };
    expect(await reports.ask("acct_1", meanwhile)).toBe(false);
  });
});
