import type { ActivationParts } from "../../emulator/areas/connect/parts.ts";
import { json } from "../../emulator/kernel/answers.ts";
import { choosing } from "../connect/choices.ts";
import { treating } from "../faults/exchange.ts";
import { named, part, type PartChange, type Replace } from "../mutant.ts";

type Activate = ActivationParts["activate"];

const activating = (change: PartChange<Activate>): Replace =>
  part(["connect", "activation", "activate"], change);

const choice = (change: Parameters<typeof choosing>[0]) =>
  activating(({ mode }) => ({ mode: choosing(change)(mode) }));

export const mutants = named({
  "activation-remembered-from-its-first-read": {
    violates: ["activation/mode-shown-once-activated"],
    summary: "Each key gets the answer to its first read of the activation.",
    wrap: treating("retrieveActivation", () => {
      const first = new Map<string, Response>();
      return async ({ headers, forward }) => {
        const key = headers.get("authorization") ?? "";
        const answer = first.get(key) ?? (await forward());
        first.set(key, answer.clone());
        return answer;
      };
    }),
  },
  "activation-mode-changes": {
    violates: ["activation/mode-is-immutable"],
    summary: "Another mode can be chosen at any time.",
    replace: activating(() => ({ next: (_before, asked) => asked })),
  },
  "activation-platform-becomes-marketplace": {
    violates: ["activation/mode-is-immutable"],
    summary: "A platform can become a marketplace.",
    replace: activating(({ next }) => ({
      next: (before, asked) => (before === "platform" ? asked : next(before, asked)),
    })),
  },
  "activation-needs-no-mode": {
    violates: ["activation/mode-required"],
    summary: "An activation without a mode activates a marketplace.",
    replace: activating(({ mode }) => ({
      mode: choosing(({ accepts }) => ({
        accepts: (value, words) => value === undefined || accepts(value, words),
      }))(mode),
      next: (before, asked) => before ?? asked ?? "marketplace",
    })),
  },
  "activation-mode-missing-is-400": {
    violates: ["activation/mode-required"],
    summary: "An activation without a mode is refused with 400.",
    replace: choice(({ refuse }) => ({
      refuse: (field, rule, words) => ({
        ...refuse(field, rule, words),
        status: rule === "required" ? 400 : 422,
      }),
    })),
  },
  "activation-takes-any-mode": {
    violates: ["activation/mode-unknown-refused"],
    summary: "Any string is accepted as a mode.",
    replace: choice(({ accepts }) => ({
      accepts: (value, words) => typeof value === "string" || accepts(value, words),
    })),
  },
  "activation-takes-standard": {
    violates: ["activation/mode-unknown-refused"],
    summary: "The mode `standard` is accepted.",
    replace: choice(({ accepts }) => ({
      accepts: (value, words) => value === "standard" || accepts(value, words),
    })),
  },
  "activation-refusal-lists-no-choices": {
    violates: ["activation/mode-refusal-lists-choices"],
    summary: "The refusal of a mode lists no choices.",
    replace: choice(({ refuse }) => ({
      refuse: (field, rule, words) => ({
        ...refuse(field, rule, words),
        body: { errors: [{ rule, field, message: rule }] },
      }),
    })),
  },
  "activation-refusal-lists-one-choice": {
    violates: ["activation/mode-refusal-lists-choices"],
    summary: "The refusal of an unknown mode lists only `marketplace`.",
    replace: choice(({ refuse }) => ({
      refuse: (field, rule, words) => refuse(field, rule, rule === "enum" ? words.slice(0, 1) : words),
    })),
  },
  "activation-refusal-has-a-code": {
    violates: ["activation/mode-refusal-has-no-code"],
    summary: "The refusal of a mode has a code.",
    replace: choice(({ refuse }) => ({
      refuse: (field, rule, words) =>
        json(422, { ...(refuse(field, rule, words).body as object), code: "connect.mode_invalid" }),
    })),
  },
});
