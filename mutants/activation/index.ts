import type { ActivationParts } from "../../emulator/areas/connect/parts.ts";
import { settingsOf } from "../../emulator/areas/connect/settings.ts";
import { json, message, only } from "../../emulator/kernel/answers.ts";
import { backwards, choosing } from "../connect/choices.ts";
import { liesAbout } from "../connect/lies.ts";
import { alsoRefusing } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";

const { plain, subtle } = liesAbout("activation");

type Activate = ActivationParts["activate"];
type Retrieve = ActivationParts["retrieve"];

const activating =
  (change: (usual: Activate) => Partial<Activate>) =>
  ({ activate }: ActivationParts): Partial<ActivationParts> => ({
    activate: { ...activate, ...change(activate) },
  });

const reading =
  (change: (usual: Retrieve) => Partial<Retrieve>) =>
  ({ retrieve }: ActivationParts): Partial<ActivationParts> => ({
    retrieve: { ...retrieve, ...change(retrieve) },
  });

const showing = (change: Partial<Retrieve["presenter"]>) =>
  reading(({ presenter }) => ({ presenter: { ...presenter, ...change } as Retrieve["presenter"] }));

const choice = (change: Parameters<typeof choosing>[0]) =>
  activating(({ mode }) => ({ mode: choosing(change)(mode) }));

/** Activations with one thing wrong (§2.7, §4.6, §7.4). */
export const activationMutants: readonly Mutant[] = [
  plain(
    "activation-of-dormant-not-found",
    "activation/answered-when-not-activated",
    "A merchant without Connect does not find its activation.",
    reading((usual) =>
      alsoRefusing(usual, ({ state, command }) =>
        settingsOf(state, command.caller.accountId).connectMode === null
          ? only(message(404, "Activation not found"))
          : undefined,
      ),
    ),
  ),
  plain(
    "activation-of-dormant-is-platform",
    "activation/null-mode-when-not-activated",
    "A merchant without Connect reads the mode platform.",
    showing({ connect_mode: ({ connectMode }) => connectMode ?? "platform" }),
  ),
  plain(
    "activation-of-another-account",
    "activation/id-is-the-callers-account",
    "The activation names an account that is not the caller's.",
    showing({ id: ({ id }) => backwards(id) }),
  ),
  plain(
    "activation-is-one-for-all",
    "activation/each-merchant-reads-its-own",
    "All merchants read the activation of whoever asked first.",
    reading((usual) => {
      let first: ReturnType<Retrieve["act"]> | undefined;
      return { act: (input) => (first ??= usual.act(input)) };
    }),
  ),
  plain(
    "activation-mode-changes",
    "activation/mode-is-immutable",
    "Another mode can be chosen at any time.",
    activating(() => ({ next: (_before, asked) => asked })),
  ),
  subtle(
    "activation-platform-becomes-marketplace",
    "activation/mode-is-immutable",
    "A platform can become a marketplace.",
    activating(({ next }) => ({
      next: (before, asked) => (before === "platform" ? asked : next(before, asked)),
    })),
  ),
  plain(
    "activation-needs-no-mode",
    "activation/mode-required",
    "An activation without a mode makes a marketplace.",
    (usual) =>
      activating(({ mode }) => ({
        mode: choosing(({ accepts }) => ({
          accepts: (value, words) => value === undefined || accepts(value, words),
        }))(mode),
        next: (before, asked) => before ?? asked ?? "marketplace",
      }))(usual),
  ),
  subtle(
    "activation-mode-missing-is-400",
    "activation/mode-required",
    "An activation without a mode is refused with 400.",
    choice(({ refuse }) => ({
      refuse: (field, rule, words) => ({
        ...refuse(field, rule, words),
        status: rule === "required" ? 400 : 422,
      }),
    })),
  ),
  plain(
    "activation-takes-any-mode",
    "activation/mode-unknown-refused",
    "Any word is taken for a mode.",
    choice(({ accepts }) => ({
      accepts: (value, words) => typeof value === "string" || accepts(value, words),
    })),
  ),
  subtle(
    "activation-takes-standard",
    "activation/mode-unknown-refused",
    "A mode called standard is taken.",
    choice(({ accepts }) => ({ accepts: (value, words) => value === "standard" || accepts(value, words) })),
  ),
  plain(
    "activation-refusal-lists-no-choices",
    "activation/mode-refusal-lists-choices",
    "The refusal of a mode lists no choices.",
    choice(({ refuse }) => ({
      refuse: (field, rule, words) => ({
        ...refuse(field, rule, words),
        body: { errors: [{ rule, field, message: rule }] },
      }),
    })),
  ),
  subtle(
    "activation-refusal-lists-one-choice",
    "activation/mode-refusal-lists-choices",
    "The refusal of an unknown mode lists the marketplace alone.",
    choice(({ refuse }) => ({
      refuse: (field, rule, words) => refuse(field, rule, rule === "enum" ? words.slice(0, 1) : words),
    })),
  ),
  plain(
    "activation-refusal-has-a-code",
    "activation/mode-refusal-has-no-code",
    "The refusal of a mode carries a code.",
    choice(({ refuse }) => ({
      refuse: (field, rule, words) =>
        json(422, { ...(refuse(field, rule, words).body as object), code: "connect.mode_invalid" }),
    })),
  ),
  subtle(
    "activation-platform-in-uppercase",
    "activation/mode-documented",
    "A platform reads its mode in capital letters.",
    showing({ connect_mode: ({ connectMode }) => (connectMode === "platform" ? "PLATFORM" : connectMode) }),
  ),
  subtle(
    "activation-of-dormant-in-an-object",
    "activation/connect-mode",
    "Where Connect was not activated, the mode is false.",
    showing({ connect_mode: ({ connectMode }) => connectMode ?? false }),
  ),
];
