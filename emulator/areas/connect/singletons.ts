import { coded, json } from "../../kernel/answers.ts";
import type { Answer } from "../../kernel/request.ts";
import { boolean } from "../../kernel/rules.ts";
import { put, table } from "../../kernel/table.ts";
import type { Decision } from "../../kernel/types.ts";
import { type FieldSpec, valueAt } from "../../kernel/validate.ts";
import { type Presenter, present } from "../common/present.ts";
import { arrangePaydays } from "./automatic-payouts.ts";
import { type ConnectInput, type ConnectRoute, fieldsGuard, guard } from "./guard.ts";
import {
  type ConnectMode,
  type ConnectSettings,
  connectModes,
  connectSettings,
  settingsOf,
} from "./settings.ts";

/** How often a merchant's vendors are paid out by themselves (§2.8). */
const cadences = ["daily", "weekly"] as const;

export type Cadence = (typeof cadences)[number];

/** A merchant's payout schedule. */
export interface PayoutSchedule {
  /** The merchant's account. */
  readonly id: string;
  readonly cadence: Cadence | null;
  readonly enabled: boolean;
}

/** The schedules of those who configured one. */
export const payoutSchedules = table<PayoutSchedule>("payoutSchedules");

/** The replaceable parts of a choice that a body has to make. */
export interface ChoiceParts {
  field: string;
  choices: readonly string[];
  /** Whether a value is one of the choices. */
  accepts: (value: unknown, choices: readonly string[]) => boolean;
  refuse: (field: string, rule: string, choices: readonly string[]) => Answer;
}

/** The replaceable parts of the activation (§4.6). */
export interface ActivationParts {
  retrieve: ConnectRoute & { presenter: Presenter<ConnectSettings> };
  /** The dashboard's act, offered as a route of the emulator's own. */
  activate: ConnectRoute & {
    mode: ChoiceParts;
    /** The mode that is in force after one is asked for. */
    next: (before: ConnectMode | null, asked: ConnectMode) => ConnectMode;
    immutable: (before: ConnectMode) => Answer;
  };
}

/** The replaceable parts of the payout schedule (§4.6). */
export interface PayoutScheduleParts {
  retrieve: ConnectRoute;
  replace: ConnectRoute & {
    fields: readonly FieldSpec[];
    invalidStatus: number;
    cadence: ChoiceParts;
    /** The schedule after a post. */
    next: (before: PayoutSchedule, cadence: Cadence, enabled: boolean | undefined) => PayoutSchedule;
    status: number;
  };
  /** The schedule of those who configured none. */
  unconfigured: (accountId: string) => PayoutSchedule;
  presenter: Presenter<PayoutSchedule>;
}

const choice = (field: string, choices: readonly string[]): ChoiceParts => ({
  field,
  choices,
  accepts: (value, words) => typeof value === "string" && words.includes(value),
  refuse: (name, rule, words) =>
    json(422, {
      message: `Choose ${name} out of ${words.join(", ")}`,
      errors: [{ rule, field: name, message: `${rule} validation failed` }],
      meta: { choices: words },
    }),
});

const choiceGuard = (read: (input: ConnectInput) => ChoiceParts) =>
  guard("choice", (input) => {
    const { field, choices, accepts, refuse } = read(input);
    const value = valueAt(input.command.body, field);
    if (accepts(value, choices)) return undefined;
    return refuse(field, value === undefined || value === null ? "required" : "enum", choices);
  });

/** The activation as documented: always answered, never changed once it is set. */
export const createActivationParts = (): ActivationParts => ({
  retrieve: {
    guards: [],
    act: ({ state, command, parts }) => ({
      answer: json(
        200,
        present(parts.activation.retrieve.presenter, settingsOf(state, command.caller.accountId)),
      ),
    }),
    presenter: {
      id: (settings) => settings.id,
      object: () => "connect_activation",
      connect_mode: (settings) => settings.connectMode,
    },
  },
  activate: {
    guards: [
      choiceGuard(({ parts }) => parts.activation.activate.mode),
      guard("immutable", ({ state, command, parts }) => {
        const { connectMode } = settingsOf(state, command.caller.accountId);
        const asked = valueAt(command.body, "connect_mode");
        if (connectMode === null || asked === connectMode) return undefined;
        const { next, immutable } = parts.activation.activate;
        return next(connectMode, asked as ConnectMode) === connectMode ? immutable(connectMode) : undefined;
      }),
    ],
    act: activate,
    mode: choice("connect_mode", connectModes),
    next: (before, asked) => before ?? asked,
    immutable: (before) =>
      coded(422, "connect.mode_immutable", `Connect is activated as ${before}; this cannot be changed`),
  },
});

function activate({ state, command, parts }: ConnectInput): Decision {
  const before = settingsOf(state, command.caller.accountId);
  const asked = valueAt(command.body, "connect_mode") as ConnectMode;
  const settings = { ...before, connectMode: parts.activation.activate.next(before.connectMode, asked) };
  return {
    answer: json(200, present(parts.activation.retrieve.presenter, settings)),
    writes: [put(connectSettings, settings)],
  };
}

const scheduleOf = ({ state, command, parts }: ConnectInput): PayoutSchedule => {
  const { accountId } = command.caller;
  return state.get(payoutSchedules, accountId) ?? parts.payoutSchedule.unconfigured(accountId);
};

/** The payout schedule as documented: a post replaces it, and is answered 200. */
export const createPayoutScheduleParts = (): PayoutScheduleParts => ({
  retrieve: {
    guards: [],
    act: (input) => ({
      answer: json(200, present(input.parts.payoutSchedule.presenter, scheduleOf(input))),
    }),
  },
  replace: {
    guards: [
      choiceGuard(({ parts }) => parts.payoutSchedule.replace.cadence),
      fieldsGuard((parts) => parts.payoutSchedule.replace),
    ],
    act: (input) => {
      const { body } = input.command;
      const { replace, presenter } = input.parts.payoutSchedule;
      const cadence = valueAt(body, "cadence") as Cadence;
      const enabled = valueAt(body, "enabled") as boolean | undefined;
      const schedule = replace.next(scheduleOf(input), cadence, enabled);
      return {
        answer: json(replace.status, present(presenter, schedule)),
        writes: [put(payoutSchedules, schedule)],
        timers: arrangePaydays(schedule, input.now, input.ids),
      };
    },
    fields: [{ field: "enabled", rules: [boolean] }],
    invalidStatus: 422,
    cadence: choice("cadence", cadences),
    next: ({ id }, cadence, enabled) => ({ id, cadence, enabled: enabled ?? true }),
    status: 200,
  },
  unconfigured: (id) => ({ id, cadence: null, enabled: false }),
  presenter: {
    object: () => "connect_payout_schedule",
    account: (schedule) => schedule.id,
    cadence: (schedule) => schedule.cadence,
    enabled: (schedule) => schedule.enabled,
  },
});
