import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const FOLDER = "spec/openapi/public";

/** What the public contract adds to an operation. */
export interface OperationWords {
  readonly description: string;
  /** Operations that use the result. `from`: pointer to the value. Default: `/id`. */
  readonly links?: readonly {
    readonly operation: string;
    readonly parameter?: string;
    readonly from?: string;
  }[];
}

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

/** A documented constraint that checks judge instead of the judge's schemas. */
export interface Refinement {
  readonly schema: string;
  readonly why: string;
  /** Rules that judge it. */
  readonly judged: readonly string[];
  /** If it is a new schema: the schema that it narrows, and the operation whose success it describes. */
  readonly narrows?: string;
  readonly operation?: string;
  /** Whether it has fields that the contract does not show. */
  readonly further?: boolean;
  /** Schemas by property. */
  readonly set?: Readonly<Record<string, object>>;
  /** The possible combinations of values, as schemas by property. */
  readonly forms?: readonly { readonly title: string; readonly set: Readonly<Record<string, object>> }[];
}

/** The hand-written parts of the public contract. */
export interface Words {
  readonly info: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly schemas: Readonly<Record<string, string>>;
  readonly operations: Readonly<Record<string, OperationWords>>;
  readonly events: Readonly<Record<string, string>>;
  readonly errors: readonly ErrorWords[];
  /** Refusals by the response's name in the judge's contract, or by operation and status. */
  readonly refusals: Readonly<Record<string, string>>;
  readonly refinements: readonly Refinement[];
  /** Schemas with common properties, by the name of the schema to which these are moved. */
  readonly shared: Readonly<Record<string, readonly string[]>>;
}

/** Reads the hand-written parts. */
export function readWords(root: string): Words {
  const text = (name: string): string => readFileSync(join(root, FOLDER, name), "utf8");
  const data = (name: string): unknown => parse(text(name));
  const { operations, events } = data("operations.yaml") as Pick<Words, "operations" | "events">;
  const { refinements, shared } = data("refinements.yaml") as Pick<Words, "refinements" | "shared">;
  const errors = Object.entries(data("errors.yaml") as Record<string, Partial<ErrorWords>>);
  return {
    info: text("info.md"),
    fields: data("fields.yaml") as Words["fields"],
    schemas: data("schemas.yaml") as Words["schemas"],
    refusals: data("refusals.yaml") as Words["refusals"],
    refinements,
    shared,
    operations,
    events,
    errors: errors.map(([code, words]) => ({ operations: [], members: [], ...words, code }) as ErrorWords),
  };
}
