/**
 * Typed access to the contract, the rule catalogue, the register of open points, the needs and the ports.
 * The data is written by hand in YAML and bundled into `generated/` by `npm run generate`.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { OpenPointId, OperationName, RuleId, SubjectName } from "./generated/rule-ids.ts";
import type { components } from "./generated/schemas.ts";
import { requireFresh } from "./sources.ts";

export type { OpenPointId, OperationName, RuleId };

type Schemas = components["schemas"];

/** One atomic statement of the interface document that can be checked from outside. */
export interface Rule {
  readonly id: RuleId;
  /** First part of the id. */
  readonly area: string;
  /** Section of the interface document, without the sign: "4.1". */
  readonly section: string;
  /** The places of the document that it comes from: "§4.5, table 1, row 2". The one in its section comes first. */
  readonly references: readonly string[];
  readonly level: "MUST" | "SHOULD" | "MAY";
  readonly kind: "passive" | "trace" | "example" | "property" | "model" | "race" | "sequence";
  readonly says: string;
  /** What the check requires beyond a test key; each is in `needs`. */
  readonly needs: readonly string[];
  /** Area of the operation that the rule exercises, where it is not the rule's own: without that area the rule does not apply. */
  readonly operationArea?: string;
  /** Present when neither profile nor control could show the rule: why. */
  readonly unobservable?: string;
  /** Present when the rule is that this request succeeds. */
  readonly accepts?: Acceptance;
}

/** A documented request that a target accepts. `{names}` stand for values of the profile and of its subject. */
export interface Acceptance {
  readonly operation: string;
  /** What has to be there first. */
  readonly about?: SubjectName;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A rule that is judged no more. */
export interface RetiredRule {
  readonly id: string;
  readonly reason: string;
  /** Ids of the rules that judge the same point now; each is in the catalogue or retired itself. */
  readonly replacedBy: readonly string[];
}

/** A named list of rules that a server can reach. It is frozen: a rule that is added later belongs to it only from a later date on. */
export interface Level {
  readonly name: string;
  readonly what: string;
  /** When the list was frozen, YYYY-MM-DD. */
  readonly date: string;
  /** Of the list. */
  readonly digest: string;
  /** What the list was frozen from; rules that match and are not in `rules` came later. */
  readonly patterns: readonly string[];
  readonly rules: readonly string[];
}

/** What a check may require of a target beyond a test key, and how to supply it. */
export type Need = NonNullable<Schemas["needs"]>[number];

/** A place where the document is open or at odds with itself. */
export interface OpenPoint {
  readonly id: OpenPointId;
  readonly section: string;
  readonly question: string;
  /** What the document permits. */
  readonly readings: readonly string[];
  readonly accepts: string;
  /** What an observation tells; null when nothing is recorded. */
  readonly records: string | null;
  readonly operations: readonly string[];
}

/** One value that a port takes or gives. `required`: false when a profile may leave it out. */
export type PortField = Required<NonNullable<Schemas["ports-fields"]>[number]>;

/**
 * An operation that the document mentions without showing it; a profile binds it. `operation`: that of the contract whose route it is, where only
 * the body is open.
 */
export interface Port extends Omit<NonNullable<Schemas["ports"]>[number], "inputs" | "outputs"> {
  readonly inputs: readonly PortField[];
  readonly outputs: readonly PortField[];
}

/** What families of rules need to know of an operation. */
export interface OperationRow {
  readonly area: string;
  /** Its part of the ids of rules about keys. */
  readonly row?: string;
  /** The area with these rules. */
  readonly guards?: string;
  /** The documented member of its 401. */
  readonly unauthorized?: { readonly member: "message" | "error" | "code"; readonly word: string };
  /** Its part of the ids of rules about the vendor that it names. */
  readonly vendor?: { readonly row: string };
  /** Its part of the ids of rules about live keys, which it refuses. */
  readonly live?: { readonly row: string };
  /** Its part of the ids of rules about what it takes beside a subscription, which it attaches. */
  readonly attached?: { readonly row: string };
}

/** How two values of a field are compared. */
export type ValueForm = Schemas["resources-form"];

/** What the document says of a resource wherever it is shown. */
export type ResourceFacts = Schemas["resources"][string];

/** A mutant that a rule catches: proof that it can fail. */
export interface Proof {
  readonly mutant: string;
  /** In one line. */
  readonly summary: string;
}

/** The files of a rule, by their paths in the repository. */
export interface RuleFiles {
  /** A file of the contract for what an answer or event looks like, otherwise the file of the area. */
  readonly stated: readonly string[];
  /** Absent for what the contract judges. */
  readonly check?: string;
  /** By file, the ids of its mutants that the rule catches. */
  readonly mutants: Readonly<Record<string, readonly string[]>>;
}

/** What is known of a check without its code. */
interface CheckFacts {
  readonly id: RuleId;
  /** The part of `suites/` that has its code. */
  readonly module: string;
  /** How it is scheduled: `RuleOptions` of the harness. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** A bundled OpenAPI document; `generated/openapi.ts` has its types. */
type OpenApiDocument = Readonly<Record<string, unknown>>;

const folder = join(dirname(fileURLToPath(import.meta.url)), "generated");
// The package has no sources.
if (import.meta.url.endsWith(".ts")) requireFresh(join(folder, ".."));

function load<T>(name: string): T {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as T;
}

/** Every rule, sorted by id. */
export const catalogue: readonly Rule[] = load("catalogue");
const ruleIds: ReadonlySet<string> = new Set(catalogue.map(({ id }) => id));
/**
 * The id of a rule that was put together or read from the contract.
 * @throws Error when no rule has it
 */
export function ruleIdOf(id: unknown): RuleId {
  if (isRuleId(id)) return id;
  throw new Error(`${String(id)} is not the id of a rule in the catalogue`);
}
function isRuleId(id: unknown): id is RuleId {
  return typeof id === "string" && ruleIds.has(id);
}
/** Rules that are judged no more, sorted by id. */
export const retiredRules: readonly RetiredRule[] = load("retired");
/** Titles of the sections of the interface document, in our words, by their numbers. */
export const sectionTitles = JSON.parse(readFileSync(join(folder, "../sections.json"), "utf8")) as Readonly<
  Record<string, string>
>;

/** The anchor of the statement at each place of the document: "§4.5, table 1, row 2". */
export function documentPlaces(): Readonly<Record<string, string>> {
  return Object.fromEntries(documentStatements().map(({ place, anchor }) => [place, anchor]));
}

/** A statement of the document: a sentence, or a row of a table. Its text is not in this package. */
export interface DocumentStatement {
  /** `<section>/<digest>`: the start of the SHA-256 of its text. */
  readonly anchor: string;
  /** "§4.5, table 1, row 2". */
  readonly place: string;
  /** Ids of the rules that come from it. */
  readonly rules: readonly string[];
  /** Ids of the open points that come from it. */
  readonly open: readonly string[];
  /** Why nothing of it can be checked; null if something can. */
  readonly nothing: string | null;
}

/** Every statement of the document, in its order. Read when called. */
export function documentStatements(): readonly DocumentStatement[] {
  return load("anchors");
}

/** sha256, hex: of what the rules judge, and of the statements that they come from. */
export function digestOfRules(): { readonly rules: string; readonly anchors: string } {
  const digest = (...names: readonly string[]): string => {
    const hash = createHash("sha256");
    for (const name of names) hash.update(readFileSync(join(folder, `${name}.json`)));
    return hash.digest("hex");
  };
  return { rules: digest("catalogue", "openapi", "resources"), anchors: digest("anchors") };
}

/** The contract with local references only. */
export const openapi: OpenApiDocument = load("openapi");
/** The control protocol with local references only. */
export const control: OpenApiDocument = load("control");
/** The levels, from the smallest. Read when called: a plan of all rules does not need it. */
export function levels(): readonly Level[] {
  return load("levels");
}

/** Sorted by id. */
export const needs: readonly Need[] = load("needs");
/** Sorted by id. */
export const openPoints: readonly OpenPoint[] = load("open-points");
/** Sorted by name. */
export const ports: readonly Port[] = load("ports");

export const resources: readonly ResourceFacts[] = Object.values(load<Schemas["resources"]>("resources"));

export const operationRows: Readonly<Record<OperationName, OperationRow>> = load("operations");

/** By rule, the mutants that it catches. Read when called: only reports need it. */
export function proofsByRule(): ReadonlyMap<string, readonly Proof[]> {
  return new Map(Object.entries(load<Readonly<Record<string, readonly Proof[]>>>("proofs")));
}

/** Where to find each rule in the repository. Read when called: only `explain` needs it. */
export function filesByRule(): ReadonlyMap<string, RuleFiles> {
  return new Map(Object.entries(load<Readonly<Record<string, RuleFiles>>>("rule-files")));
}

/** Which checks receive answers that show a passive rule. `npm run passive-checks` records it. */
interface RecordedPassiveChecks {
  /** For each kind of answer, ids of checks that receive one: the cheapest first. */
  readonly ways: readonly (readonly string[])[];
  /** By passive rule, its kinds of answers, as indexes of `ways`. */
  readonly rules: Readonly<Record<string, readonly number[]>>;
}

/** Read when called: only runs of few passive rules need it. */
export function passiveChecks(): RecordedPassiveChecks {
  return JSON.parse(readFileSync(join(folder, "../passive-checks.json"), "utf8")) as RecordedPassiveChecks;
}

/** The JSON Schema of `conformance.json`. Read when called. */
export function conformanceSchema(): object {
  return JSON.parse(readFileSync(join(folder, "../schemas/conformance.schema.json"), "utf8")) as object;
}

/** Every check, in the order in which checks run. Read when called: the reports do not need it. */
export function checkFacts(): readonly CheckFacts[] {
  return load("checks");
}

/** The emulator's profile as it is read from its file, defaults included: parsing YAML takes longer than judging a rule. */
export function emulatorProfile(): unknown {
  return load("emulator-profile");
}

/** The contract for other tools, as JSON. Read when called: only the emulator's command serves it. */
export function publicContractText(): string {
  return readFileSync(join(folder, "public-openapi.json"), "utf8");
}

/** The same, parsed; each call returns a new copy. */
export function readPublicContract(): Record<string, unknown> {
  return JSON.parse(publicContractText()) as Record<string, unknown>;
}
