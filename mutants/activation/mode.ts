import type { ActivationParts } from "../../emulator/areas/connect/parts.ts";
import { choiceFaults, choosing } from "../connect/choices.ts";
import { treating } from "../faults/exchange.ts";
import { byId, entry, named, part, type PartChange, perEmulator, type Replace } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";

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
  "activation-absence-remembered-for-live-keys": {
    violates: ["activation/mode-shown-once-activated"],
    summary: "A live key that has read that Connect is not activated reads that ever after.",
    replace: perEmulator(() => {
      const asked = new Set<string>();
      return entry("answers", "retrieveActivation", (usual) => async (answer, context) => {
        const read = await usual(answer, context);
        const { accountId, mode } = context.caller ?? {};
        if (accountId === undefined || mode !== "live" || !isObject(read.body)) return read;
        if (read.body["connect_mode"] === null) asked.add(accountId);
        return asked.has(accountId) ? { ...read, body: { ...read.body, connect_mode: null } } : read;
      });
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
  "activation-refusal-lists-one-choice": {
    violates: ["activation/mode-refusal-lists-choices"],
    summary: "The refusal of an unknown mode lists only `marketplace`.",
    replace: choice(({ refuse }) => ({
      refuse: (field, rule, words) => refuse(field, rule, rule === "enum" ? words.slice(0, 1) : words),
    })),
  },
  ...byId(choiceFaults({ area: "activation", word: "mode", other: "standard" }, choice)),
});
