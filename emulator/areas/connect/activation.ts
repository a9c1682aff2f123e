import { guard } from "../../kernel/guards.ts";
import { json, message } from "../../kernel/answers.ts";
import { put } from "../../kernel/table.ts";
import type { Decision } from "../../kernel/types.ts";
import { valueAt } from "../../kernel/validate.ts";
import { present } from "../common/deciders.ts";
import { choice, choiceGuard } from "./guard.ts";
import type { ActivationParts, ConnectInput } from "./parts.ts";
import { type ConnectMode, connectModes, connectSettings, settingsOf } from "./settings.ts";

function activate({ state, command, parts }: ConnectInput): Decision {
  const before = settingsOf(state, command.caller.accountId);
  const asked = valueAt(command.body, "connect_mode") as ConnectMode;
  const settings = { ...before, connectMode: parts.activation.activate.next(before.connectMode, asked) };
  return {
    answer: json(200, present(parts.activation.retrieve.presenter, settings)),
    writes: [put(connectSettings, settings)],
  };
}

/** The activation as documented: it can always be read, and never changes once it is set. */
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
    immutable: (before) => message(422, `Connect is activated as ${before}; this cannot be changed`),
  },
});
