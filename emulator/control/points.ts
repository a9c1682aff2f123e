import type { Forks } from "../forks.ts";
import { json, message } from "../kernel/answers.ts";
import { isoUtc } from "../kernel/clock.ts";
import type { Answer } from "../kernel/request.ts";
import { maxLength, required } from "../kernel/rules.ts";
import type { FieldSpec } from "../kernel/validate.ts";
import type { Points, RestorePoint } from "../storage/points.ts";
import type { SnapshotInfo } from "../storage/snapshots.ts";
import type { ControlOperation } from "./types.ts";

const shown = ({ at, ...rest }: SnapshotInfo) => ({ ...rest, at: isoUtc(at) });

const isPoint = (value: unknown): boolean =>
  typeof value === "string" ? value.length > 0 && value.length <= 100 : Number.isSafeInteger(value);

const toField: FieldSpec = {
  field: "to",
  rules: [{ name: "point", wants: "the name of a snapshot or the number of a command", accepts: isPoint }],
};

/** Operations that go back to an earlier state, or fork an emulator from it. They are not in the control protocol. */
export function pointControls(options: { points: Points; forks: Forks }): readonly ControlOperation[] {
  const { points, forks } = options;

  /** The state after a command, which is named by its number or by a snapshot. */
  const found = (to: unknown): { number: number; point: RestorePoint } | Answer => {
    const number = points.numberOf(to as number | string);
    const point = number === undefined ? undefined : points.find(number);
    if (number === undefined || point === undefined) {
      const known = points.snapshots.list().map(({ commands, name }) => name ?? String(commands));
      const kept = known.length === 0 ? "there is no snapshot" : `snapshots: ${known.join(", ")}`;
      return message(
        404,
        `No state is kept for ${JSON.stringify(to)} (${kept}; commands: ${points.count}); take snapshots, or start with --state to reach every command`,
      );
    }
    return { number, point };
  };

  return [
    {
      operationId: "takeSnapshot",
      method: "POST",
      path: "/snapshots",
      ofWholeState: true,
      fields: [{ field: "name", rules: [maxLength(100)] }],
      handle: async ({ body }) =>
        json(201, shown(await points.snapshots.take(body["name"] as string | undefined))),
    },
    {
      operationId: "listSnapshots",
      method: "GET",
      path: "/snapshots",
      handle: () => json(200, { commands: points.count, data: points.snapshots.list().map(shown) }),
    },
    {
      operationId: "goBack",
      method: "POST",
      path: "/back",
      ofWholeState: true,
      fields: [{ ...toField, rules: [required, ...toField.rules] }],
      handle: async ({ body }) => {
        const there = found(body["to"]);
        if ("status" in there) return there;
        await points.back(there.number, there.point);
        return json(200, { to: there.number, now: isoUtc(there.point.now), commands: points.count });
      },
    },
    {
      operationId: "beginFork",
      method: "POST",
      path: "/forks",
      ofWholeState: true,
      fields: [toField],
      handle: async ({ body }) => {
        const there = found(body["to"] ?? points.count);
        if ("status" in there) return there;
        const fork = await forks.begin(there.number, there.point);
        if (fork === undefined)
          return message(409, "There are ten forks: end one with DELETE /control/forks/{id}");
        return json(201, { id: fork.id, from: there.number, ...fork.address });
      },
    },
    {
      operationId: "listForks",
      method: "GET",
      path: "/forks",
      handle: () => json(200, { data: forks.list().map(({ id, address }) => ({ id, ...address })) }),
    },
    {
      operationId: "endFork",
      method: "DELETE",
      path: "/forks/:id",
      handle: async ({ params: { id = "" } }) =>
        (await forks.end(id)) ? json(200, { id, ended: true }) : message(404, "No such fork"),
    },
  ];
}
