import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const FOLDER = "spec/openapi/public";

/** What the public contract says about one operation beyond the judge's. */
export interface OperationWords {
  readonly description: string;
  /** Operations that go on with this one's result. `from`: pointer to the value, by default `/id`. */
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

/** Something documented that the judge's schemas leave to checks. */
export interface Refinement {
  readonly schema: string;
  readonly why: string;
  /** Rules that judge it. */
  readonly judged: readonly string[];
  /** The schema that it narrows, if it is a new one, and the operation whose success it describes. */
  readonly narrows?: string;
  readonly operation?: string;
  /** Whether it has fields that the contract does not show. */
  readonly further?: boolean;
  /** Schemas by property. */
  readonly set?: Readonly<Record<string, object>>;
  /** Each combination of values, as schemas by property; an object has one of them. */
  readonly forms?: readonly { readonly title: string; readonly set: Readonly<Record<string, object>> }[];
}

/** Everything of the public contract that is written by hand. */
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
  /** Schemas that have properties in common, by the name of the schema that these move to. */
  readonly shared: Readonly<Record<string, readonly string[]>>;
}

/** Reads them. */
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
