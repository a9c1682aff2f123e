import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

type Dict = Record<string, unknown>;

const FOLDER = "spec/openapi/public";

/** One documented error code (§7). */
export interface ErrorWords {
  readonly code: string;
  readonly status: number;
  readonly means: string;
  readonly action: string;
  /** Operations of the contract that return it. */
  readonly operations: readonly string[];
  /** What returns it, if the contract does not show its route. */
  readonly about?: string;
  /** Further fields of the body. */
  readonly members: readonly string[];
}

/** The body of a refusal that the judge's schemas leave to checks. */
export interface RefusalBody {
  readonly schema: Dict;
  /** Schemas of the judge that it replaces. */
  readonly insteadOf?: readonly string[];
  /** Operations and statuses that it is possible at. */
  readonly at?: readonly string[];
}

/** A documented constraint that checks judge instead of the judge's schemas. */
export interface Refinement {
  readonly schema: string;
  readonly why: string;
  /** Rules that judge it. */
  readonly judged: readonly string[];
  /** If it is a new schema: the schema that it narrows, the operation whose success it describes, and what it is. */
  readonly narrows?: string;
  readonly operation?: string;
  readonly description?: string;
  /** Whether it has fields that the contract does not show. */
  readonly further?: boolean;
  /** Schemas by property. */
  readonly set?: Readonly<Record<string, Dict>>;
  /** The possible combinations of values, as schemas by property. */
  readonly forms?: readonly { readonly title: string; readonly set: Readonly<Record<string, Dict>> }[];
}

/** What the public contract says in addition to the judge's. */
export interface Words {
  readonly info: string;
  /** What a field is, by its name, where its schema does not say it. */
  readonly names: Readonly<Record<string, string>>;
  readonly errors: readonly ErrorWords[];
  readonly refusals: Readonly<Record<string, RefusalBody>>;
  readonly refinements: readonly Refinement[];
  /** Schemas with common properties, by the name of the schema to which these are moved. */
  readonly shared: Readonly<
    Record<string, { readonly of: readonly string[]; readonly description?: string }>
  >;
}

/** Reads the hand-written parts. */
export function readWords(root: string): Words {
  const text = (name: string): string => readFileSync(join(root, FOLDER, name), "utf8");
  const errors = Object.entries(parse(text("errors.yaml")) as Record<string, Partial<ErrorWords>>);
  return {
    info: text("info.md"),
    names: parse(text("names.yaml")) as Words["names"],
    refusals: parse(text("refusals.yaml")) as Words["refusals"],
    ...(parse(text("refinements.yaml")) as Pick<Words, "refinements" | "shared">),
    errors: errors.map(([code, words]) => ({ operations: [], members: [], ...words, code }) as ErrorWords),
  };
}
