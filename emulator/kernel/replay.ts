import { catchUp } from "./catch-up.ts";
import type { Commanded, LoggedCommand } from "./commands.ts";
import type { Kernel } from "./kernel.ts";
import type { Answer } from "./request.ts";
import { decide } from "./requests.ts";
import { answerOfKey, changeReservation, freeReservations } from "./reservations.ts";
import type { Operation } from "./types.ts";
import type { Whenever } from "./whenever.ts";

/** What the engine needs to repeat commands. */
export interface Repeat {
  operation: (operationId: string) => Operation | undefined;
  control: (command: Extract<Commanded, { kind: "control" }>) => Promise<Answer>;
  /** Goes back to an earlier state. */
  back?: (command: Extract<Commanded, { kind: "back" }>) => void;
  /** Called with the answer of each request and each operation of control. */
  onAnswer?: (command: LoggedCommand, answer: Answer) => void;
  /** Called after each command. */
  onRepeated?: () => void;
}

/** Repeats the commands of a log in order, each at its own time. */
export async function replay(
  kernel: Kernel,
  commands: readonly LoggedCommand[],
  repeat: Repeat,
): Promise<void> {
  const { moves, recorder, commits, present, outbox, holds } = kernel;
  const resume = moves.pause();
  const unblock = moves.block();
  const unmute = recorder.mute();
  commits.isQuiet = true;
  try {
    // A command that failed fails again, and again has no effect.
    for (const command of commands) {
      await present.during(command.at, () => repeatOne(kernel, command, repeat)).catch(() => undefined);
      repeat.onRepeated?.();
    }
  } finally {
    unmute();
    commits.isQuiet = false;
  }
  // Finish the movements of clocks that were interrupted.
  await resume();
  unblock();
  // Do not repeat deliveries, and free the keys of requests that were interrupted.
  outbox.take();
  holds.clear();
  freeReservations(kernel);
  commits.notify();
}

async function repeatOne(kernel: Kernel, command: LoggedCommand, repeat: Repeat): Promise<void> {
  kernel.commits.decisions = command.decisions;
  const report = (answer: Answer): void => repeat.onAnswer?.(command, answer);
  switch (command.kind) {
    case "start":
      return;
    case "due":
      return void catchUp(kernel, command.accountId);
    case "slice":
      return kernel.moves.next(command.clock);
    case "back":
      return repeat.back?.(command);
    case "control":
      return answered(kernel, command.params["accountId"] ?? "", repeat.control(command), report);
    case "reserve":
    case "free": {
      const { operationId, caller } = command.reservation;
      const cause = { kind: "request", name: operationId, accountId: caller.accountId } as const;
      return changeReservation(kernel, command.kind, command.reservation, cause);
    }
    case "answered":
      // It changed nothing, so repeat it only for its answer.
      if (repeat.onAnswer === undefined) return;
      return repeatRequest(kernel, command, repeat, report);
    case "request":
      return repeatRequest(kernel, command, repeat, report);
  }
}

async function repeatRequest(
  kernel: Kernel,
  logged: Extract<LoggedCommand, { kind: "request" | "answered" }>,
  repeat: Repeat,
  report: (answer: Answer) => void,
): Promise<void> {
  const { kind, command } = logged;
  const operation = repeat.operation(command.operationId);
  if (operation === undefined) throw new Error(`There is no operation ${command.operationId}`);
  const { idempotency } = operation;
  const known =
    kind === "answered" && idempotency !== undefined ? answerOfKey(kernel, command, idempotency) : undefined;
  const reservation = kind === "request" ? logged.reservation : undefined;
  const answer = known ?? decide(kernel, operation, command, reservation);
  await answered(kernel, command.caller.accountId, answer, report);
}

async function answered(
  { moves }: Kernel,
  accountId: string,
  answer: Whenever<Answer>,
  report: (answer: Answer) => void,
): Promise<void> {
  const reported = (async () => report(await answer))();
  // Later commands continue a long movement of a clock, and only then is its answer available.
  if (moves.isInProgress(accountId)) void reported.catch(() => undefined);
  else await reported;
}
