import { UsageError } from "../../harness/profile/usage-error.ts";
import { fullMutants, mutants } from "../../mutants/index.ts";
import { variants } from "../../variants/index.ts";
import type { Mutant } from "../../mutants/mutant.ts";
import type { Variant } from "../../variants/variant.ts";
import { catalogue } from "../../spec/index.ts";
import { isInShard, type Shard } from "../selection/shard.ts";
import type { RuleKind } from "../../harness/results.ts";
import { suggest } from "../../harness/profile/suggest.ts";

/** One emulator to judge. */
export type Subject =
  | { readonly kind: "plain"; readonly rules: readonly string[]; readonly seed: number }
  | { readonly kind: "mutant"; readonly mutant: Mutant; readonly seed: number }
  | { readonly kind: "variants"; readonly variants: readonly Variant[]; readonly seed: number };

/** The mutants and variants that the command line names. */
export interface Selection {
  readonly mutants: readonly Mutant[];
  readonly variants: readonly Variant[];
  /** Whether all variants are selected, rather than some by name. */
  readonly everyVariant: boolean;
  /** Whether the command line names nothing, so that everything is selected. */
  readonly whole: boolean;
}

export interface Chosen {
  readonly subjects: readonly Subject[];
  /** Whether the command line names nothing. In this case each rule must have a mutant. */
  readonly whole: boolean;
}

/** Number of combinations of variants per seed. */
const COMBINATIONS = 4;
/** The value of `--variant` that selects all variants. */
const ALL = "all";

/**
 * The mutants and variants that a command line names; all of them if it names none.
 * @throws UsageError for a name that does not exist
 */
export function select(
  options: Pick<MutantArguments, "mutant" | "area" | "variant" | "allRules" | "kind">,
): Selection {
  const whole = options.mutant === undefined && options.area === undefined && options.variant === undefined;
  const everyVariant = (whole && options.kind === undefined) || options.variant?.includes(ALL) === true;
  return {
    mutants: selectMutants(options, whole),
    variants: everyVariant ? variants : (options.variant ?? []).map(namedVariant),
    everyVariant,
    whole,
  };
}

/**
 * The emulators that the command line selects.
 * @throws UsageError for a name that does not exist
 */
export function choose(options: MutantArguments): Chosen {
  const { mutants: chosenMutants, variants: chosenVariants, everyVariant, whole } = select(options);
  const rules = [...new Set(chosenMutants.flatMap((mutant) => mutant.violates))];
  const seeds = Array.from({ length: options.seeds }, (_unused, index) => options.seed + index);
  const subjects: Subject[] = [
    ...(rules.length > 0 && options.kind === undefined
      ? [{ kind: "plain", rules, seed: options.seed } as const]
      : []),
    ...chosenMutants.map((mutant) => ({ kind: "mutant", mutant, seed: options.seed }) as const),
    ...seeds.flatMap((seed): readonly Subject[] => [
      ...(options.together ? [{ kind: "variants", variants: chosenVariants, seed } as const] : []),
      // By default, variants are judged only in combinations. Those that contradict others are judged alone, as are all variants in the
      // full matrix and those that the command line names.
      ...chosenVariants
        .filter(
          (variant) => !options.together && (!everyVariant || options.allRules || variant.alone === true),
        )
        .map((variant) => ({ kind: "variants", variants: [variant], seed }) as const),
      ...(everyVariant ? combinations(chosenVariants, seed) : []),
    ]),
  ];
  const { shard, part } = options;
  const mine = shard === undefined ? subjects : subjects.filter((subject) => isInShard(idOf(subject), shard));
  const shared =
    part === undefined ? mine : mine.filter((_subject, index) => index % part.count === part.index - 1);
  return { subjects: shared, whole };
}

/** An id that does not depend on the other subjects. */
function idOf(subject: Subject): string {
  switch (subject.kind) {
    case "plain":
      return "";
    case "mutant":
      return subject.mutant.id;
    case "variants":
      return `${subject.variants.map(({ id }) => id).join("+")} ${subject.seed}`;
  }
}

function selectMutants(
  options: Pick<MutantArguments, "mutant" | "area" | "allRules">,
  whole: boolean,
): readonly Mutant[] {
  const all = options.allRules ? fullMutants : mutants;
  if (options.mutant !== undefined) return options.mutant.map((id) => namedMutant(all, id));
  const { area } = options;
  if (area !== undefined) {
    const selected = all.filter((mutant) =>
      mutant.violates.some((id) => area.includes(id.split("/")[0] ?? "")),
    );
    if (selected.length === 0)
      throw new UsageError(
        `no mutant violates a rule of the area ${area.join(", ")}; areas: ${[...new Set(catalogue.map((rule) => rule.area))].join(", ")}`,
      );
    return selected;
  }
  return whole ? all : [];
}

/** Combinations of variants that the seed determines: all of them first, then about half, several times. */
function combinations(all: readonly Variant[], seed: number): readonly Subject[] {
  if (all.length < 2) return [];
  return Array.from({ length: COMBINATIONS }, (_unused, round) => {
    const picked = all.filter(
      // By the hash of the id, so that adding, removing or moving a variant does not affect the others.
      ({ id }) => round === 0 || isInShard(`${seed}/${round} ${id}`, { index: 1, count: 2 }),
    );
    return { kind: "variants", variants: picked.filter((variant) => variant.alone !== true), seed } as const;
  });
}

/** Options of `mutants`. */
export interface MutantArguments {
  readonly mutant?: readonly string[];
  readonly area?: readonly string[];
  readonly variant?: readonly string[];
  /** Kinds of rules that judge; then all of these kinds do, whatever a mutant names. */
  readonly kind?: readonly RuleKind[];
  readonly list?: boolean;
  readonly seed: number;
  readonly runs: number;
  readonly seeds: number;
  readonly workers: number;
  readonly json?: string;
  readonly from?: readonly string[];
  readonly markdown?: string;
  readonly quiet: boolean;
  readonly allRules: boolean;
  readonly together: boolean;
  readonly shard?: Shard;
  /** The part that this process judges for its parent. */
  readonly part?: Shard;
}

/** @throws UsageError for an unknown id, with the closest known ones */
export function namedMutant(all: readonly Mutant[], id: string): Mutant {
  return named(all, id, "mutant");
}

/** @throws UsageError for an unknown id, with the closest known ones */
export function namedVariant(id: string): Variant {
  return named(variants, id, "variant");
}

function named<T extends { readonly id: string }>(
  all: readonly T[],
  id: string,
  what: "mutant" | "variant",
): T {
  const found = all.find((entry) => entry.id === id);
  if (found !== undefined) return found;
  const closest = suggest(
    id,
    all.map((entry) => entry.id),
  );
  throw new UsageError(`there is no ${what} "${id}"${closest} \`payconform mutants --list\` lists them all.`);
}
