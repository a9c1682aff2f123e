import { expect, test } from "vitest";
import { plainTarget } from "../../../cli/in-process/target.ts";
import { inTime } from "../../../cli/in-process/simulated-time.ts";
import { bodyJudges } from "../../../harness/judge/passive.ts";
import { rule } from "../../../harness/check.ts";
import { openSession } from "../../../harness/run/open.ts";
import { catalogue } from "../../../spec/index.ts";
import { executed } from "../executed.ts";

/**
 * The order in which checks begin that do nothing, one after another: an ordinary one, one of a property, a
 * patient one, one of a model and one that waits.
 */
async function order(control: boolean, simplestFirst = false): Promise<readonly string[]> {
  await bodyJudges();
  const source = plainTarget(1);
  return inTime(source.time, { seed: 1 }, async () => {
    const { profile, ...target } = await source.open();
    const { controlUrl, ...hosts } = profile.target;
    const session = await openSession({
      ...target,
      profile: { ...profile, inFlight: 1, target: control ? profile.target : hosts },
      seed: 1,
      runs: 1,
      liveKeyAllowed: true,
    });
    const [ordinary, patient, waiting] = catalogue.filter(({ kind }) => kind === "example");
    const model = catalogue.find(({ kind }) => kind === "model");
    const long = catalogue.find(({ kind }) => kind === "property");
    if (
      ordinary === undefined ||
      patient === undefined ||
      waiting === undefined ||
      model === undefined ||
      long === undefined ||
      controlUrl === undefined
    )
      throw new Error("the catalogue or the target has not what this test needs");
    const names = new Map<string, string>([
      [ordinary.id, "ordinary"],
      [patient.id, "patient"],
      [long.id, "long"],
      [model.id, "model"],
      [waiting.id, "waiting"],
    ]);
    const nothing = async (): Promise<void> => undefined;
    const begun: string[] = [];
    try {
      const onCheck = (id: string, state: string): void =>
        void (state === "begins" && begun.push(names.get(id) ?? id));
      await executed(
        session,
        [
          rule(ordinary.id, nothing),
          rule(patient.id, { deadlineMs: 200_000 }, nothing),
          rule(long.id, nothing),
          rule(model.id, nothing),
          rule(waiting.id, { deadlineMs: 200_000, alone: true, waits: true }, nothing),
        ],
        { simplestFirst, onCheck },
      );
      return begun;
    } finally {
      await target.close();
    }
  });
}

test("what waits, and then what may take long, begins first where each check has its own merchant", async () => {
  expect(await order(true)).toEqual(["waiting", "patient", "model", "long", "ordinary"]);
});

test("what is simple begins first where a limit may end the run", async () => {
  expect(await order(true, true)).toEqual(["ordinary", "long", "model", "patient", "waiting"]);
});

test("on a shared account, whose rate they all wait for, such checks leave room for the others", async () => {
  expect(await order(false)).toEqual(["model", "long", "ordinary", "patient", "waiting"]);
});
