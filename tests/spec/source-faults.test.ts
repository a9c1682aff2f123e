import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readAnchors } from "../../scripts/document/anchors.ts";
import { controlDocument } from "../../scripts/generate/control.ts";
import { withEvents } from "../../scripts/generate/events.ts";
import { SourceFault } from "../../scripts/generate/sources.ts";
import { catalogue, needs, openPoints } from "../../spec/index.ts";
import { root } from "../cli/command-line.ts";
import { emptyFolder } from "../empty-folder.ts";

const CONTROL = "spec/control/protocol.yaml";
const EVENTS = "spec/openapi/events/connect.yaml";
const ANCHORS = "spec/document-anchors.yaml";
const open = openPoints.map(({ id }) => id);

const readers: Readonly<Record<string, (folder: string) => unknown>> = {
  [CONTROL]: (folder) => controlDocument(folder, CONTROL),
  [EVENTS]: (folder) =>
    withEvents(folder, { components: {} }, { needs: needs.map(({ id }) => id), openPoints: open }),
  [ANCHORS]: (folder) => readAnchors(folder, { rules: catalogue, open }),
};

/** Reads a copy of a file with one change. */
function read(file: string, text: string): void {
  const folder = emptyFolder();
  try {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    for (const name of ["areas", "schemas"])
      symlinkSync(join(root, "spec", name), join(folder, "spec", name));
    writeFileSync(join(folder, file), text);
    readers[file]?.(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function faultsIn(reading: () => void): string {
  try {
    reading();
    return "none";
  } catch (error) {
    if (error instanceof SourceFault) return error.message;
    throw error;
  }
}

describe.each(Object.keys(readers))("%s", (file) => {
  it("is read as it is", () => {
    expect(() => read(file, readFileSync(join(root, file), "utf8"))).not.toThrow();
  });
});

describe("a mistake", () => {
  it.each([
    [
      CONTROL,
      "summary: Resets the target",
      "sumary: Resets",
      "operations.reset.sumary: unknown; did you mean summary?",
    ],
    [
      CONTROL,
      "returns: { reset: boolean }",
      "returns: [reset]",
      'operations.reset.returns: ["reset"] has to be a mapping or text',
    ],
    [
      CONTROL,
      "currency?: string | Any casing.",
      "currency?: strng | Any casing.",
      'operations.createMerchant.takes.currency?: "strng | Any casing." is not allowed; allowed: boolean, francs',
    ],
    [
      CONTROL,
      "takes: Settings\n",
      "takes: Setings\n",
      'operations.changeSettings.takes: "Setings" is not allowed; allowed: Settings',
    ],
    [
      CONTROL,
      "route: GET /merchants/{accountId}/settings",
      "route: GET /merchants/{acountId}/settings",
      'operations.readSettings.route: "GET /merchants/{acountId}/settings" is not allowed; allowed: a method and a path, with {accountId}',
    ],
    [
      EVENTS,
      "needs: [control.moveWallClock,",
      "neds: [control.moveWallClock,",
      "events.connect.funds.available.neds: unknown; did you mean needs?",
    ],
    [
      EVENTS,
      "summary: A credit became available",
      "summary: 5",
      "events.connect.funds.available.summary: 5 has to be text",
    ],
    [
      EVENTS,
      "amount: francs | The commission",
      "amount: frncs | The commission",
      'events.connect.application_fee.created.fields.amount: "frncs | The commission in whole francs." is not allowed; allowed: text, id',
    ],
    [
      EVENTS,
      "needs: [control.moveWallClock,",
      "needs: [control.mveWallClock,",
      'events.connect.funds.available.needs.0: "control.mveWallClock" is not allowed. Did you mean control.moveWallClock',
    ],
    [
      EVENTS,
      "open: connect-event-delivery",
      "open: connect-evnt-delivery",
      'open: "connect-evnt-delivery" is not allowed. Did you mean connect-event-delivery',
    ],
    [ANCHORS, "pairs:\n", "pars:\n", "pars: unknown; did you mean pairs?"],
    [ANCHORS, "none/ introduces the service", "[none]", 'paragraph 1, sentence 1: ["none"] has to be text'],
    [
      ANCHORS,
      "none/ introduces the service",
      "introduces the service",
      'paragraph 1, sentence 1: "introduces the service" is not allowed; allowed: names after their list',
    ],
    [
      ANCHORS,
      "payment-intents/ created-label*",
      "payment-intents/ created-lable*",
      "payment-intents/created-lable* is not a rule. Did you mean payment-intents/created-label",
    ],
    [
      ANCHORS,
      "open/ intent-initial-status",
      "open/ intent-initial-statuses",
      "intent-initial-statuses is not an open point. Did you mean intent-initial-status",
    ],
  ])("in %s at %j is reported with its line and its remedy", (file, right, wrong, message) => {
    const text = readFileSync(join(root, file), "utf8");
    const before = text.split(right)[0] ?? "";
    expect(before).not.toBe(text);
    const line = before.split("\n").length;
    const mistaken = `${before}${wrong}${text.slice(before.length + right.length)}`;
    const reported = faultsIn(() => read(file, mistaken));
    expect(reported).toContain(`${file}:${line}: `);
    expect(reported).toContain(message);
  });
});
