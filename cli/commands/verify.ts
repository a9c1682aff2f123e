import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readingProblem, UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import { count, groupBy, indent, oneLine } from "../../reports/text/text.ts";
import { isObject, parsed } from "../../spec/json.ts";
import { type Members, unpack } from "../evidence/archive.ts";
import { inconsistencies } from "../evidence/consistency.ts";
import { type JudgedAgain, judgeAgain } from "../evidence/judge-again.ts";
import {
  BUNDLE,
  type Descriptor,
  evidenceOf,
  foldersOf,
  sha256,
  statementOf,
  suiteOf,
} from "../evidence/statement.ts";
import { mergeFaults } from "../merge/merge-shards.ts";
import { readShard } from "../merge/read-shard.ts";
import { print, printJson } from "../terminal/output.ts";

interface VerifyArguments {
  readonly json: boolean;
  /** List each rule that rests on the sender's word. */
  readonly all: boolean;
}

/** Checks a bundle: its digests, what contradicts itself, and the verdicts that its recording shows. Exit code 1: refused. */
export async function verify(file: string, { json, all }: VerifyArguments): Promise<ExitCode> {
  const found = await examined(file);
  if (json) printJson(JSON.stringify(asJson(found), null, 2));
  else print(textOf(file, found, all));
  return found.faults.length > 0 ? 1 : found.undecided.length > 0 ? 3 : 0;
}

interface Examined {
  /** Why the bundle is refused. */
  readonly faults: readonly string[];
  /** Verdicts that other rules than those of the bundle contradict. */
  readonly undecided: readonly string[];
  /** How the suite that made it differs from this one. */
  readonly differences: readonly string[];
  readonly says: string;
  readonly again: Pick<JudgedAgain, "agreed" | "unverifiable"> | null;
}

async function examined(file: string): Promise<Examined> {
  let packed: Uint8Array;
  try {
    packed = readFileSync(file);
  } catch (error) {
    throw new UsageError(`cannot read the bundle ${file}: ${readingProblem(error)}`);
  }
  const members = unpack(packed, file);
  const shards = [...members.keys()].filter((name) => name.endsWith(`/${BUNDLE.outcome}`)).length;
  const names = [BUNDLE.statement, BUNDLE.predicate, ...evidenceOf(shards)];
  if (members.size !== names.length || names.some((name) => !members.has(name)))
    throw new UsageError(`${file} is not a bundle of payconform: it has to have ${names.join(", ")}`);
  const folder = mkdtempSync(join(tmpdir(), "payconform-verify-"));
  try {
    for (const shard of foldersOf(shards)) mkdirSync(join(folder, shard), { recursive: true });
    for (const [name, bytes] of members) writeFileSync(join(folder, name), bytes);
    return await examine(members, { folder, file, shards });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.message.replaceAll(`${folder}/`, `${file}: `));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function examine(
  members: Members,
  where: { readonly folder: string; readonly file: string; readonly shards: number },
): Promise<Examined> {
  const { folder, file, shards } = where;
  const bytesOf = (name: string): Uint8Array => members.get(name) ?? new Uint8Array();
  const stated = objectIn(bytesOf(BUNDLE.statement), `${file}: ${BUNDLE.statement}`);
  const subjects = descriptorsIn(stated["subject"]);
  const predicate = isObject(stated["predicate"]) ? stated["predicate"] : {};
  const evidence = evidenceOf(shards);
  const wrong = evidence.filter((name) => digestIn(subjects, name) !== sha256(bytesOf(name)));
  if (wrong.length > 0)
    return {
      faults: wrong.map((name) => `${name} was changed: its sha256 is not the one in ${BUNDLE.statement}`),
      ...{ undecided: [], differences: [], says: "", again: null },
    };
  const { result } = readShard(folder, new Map());
  const runs = foldersOf(shards).map((name) => ({ name, outcome: readShard(join(folder, name), new Map()) }));
  const each = [];
  for (const { name, outcome } of runs) {
    const again = await judgeAgain(outcome.result, join(folder, name, BUNDLE.recording));
    const isOfRun = sha256(bytesOf(`${name}${BUNDLE.profile}`)) === outcome.result.profile;
    const faults = [
      ...(isOfRun
        ? []
        : [
            `${BUNDLE.profile} is not the profile of the run: its sha256 is not the one in ${BUNDLE.outcome}`,
          ]),
      ...(await inconsistencies(outcome)),
      ...again.faults,
      ...(again.differences.length === 0 ? again.contradictions : []),
    ];
    each.push({
      again,
      faults: faults.map((fault) => (name === "" ? fault : `${name.slice(0, -1)}: ${fault}`)),
    });
  }
  const again: Pick<JudgedAgain, "agreed" | "unverifiable"> = {
    agreed: each.flatMap((one) => one.again.agreed),
    unverifiable: each.flatMap((one) => one.again.unverifiable),
  };
  const differences = [...new Set(each.flatMap((one) => one.again.differences))];
  const own = new Set(evidence);
  const expected = statementOf({
    ...{ result, files: new Map(evidence.map((name) => [name, bytesOf(name)])) },
    suite: suiteOf(result.suite.version, each[0]?.again.run?.digests ?? {}),
    tested: subjects.filter(({ name }) => !own.has(name)),
  });
  const faults = [
    ...(isDeepStrictEqual(objectIn(Buffer.from(JSON.stringify(expected)), ""), stated)
      ? []
      : [`${BUNDLE.statement} does not say what ${BUNDLE.outcome} says`]),
    ...(isDeepStrictEqual(objectIn(bytesOf(BUNDLE.predicate), `${file}: ${BUNDLE.predicate}`), predicate)
      ? []
      : [`${BUNDLE.predicate} is not the predicate in ${BUNDLE.statement}`]),
    ...(shards === 0
      ? []
      : [
          ...(await inconsistencies({ folder, result })),
          ...mergeFaults(
            result,
            runs.map(({ outcome }) => outcome),
          ),
        ]),
    ...each.flatMap((one) => one.faults),
  ];
  const { target, embedded } = result;
  return {
    faults,
    undecided: differences.length === 0 ? [] : each.flatMap((one) => one.again.contradictions),
    differences,
    says: `${count(result.rules.length, "rule")} on ${embedded === true ? "the embedded emulator" : target.baseUrl}, ${result.startedAt}, seed ${result.seed}, suite ${result.suite.version}: exit code ${result.exitCode}`,
    again,
  };
}

function objectIn(bytes: Uint8Array, where: string): Record<string, unknown> {
  const value = parsed(Buffer.from(bytes).toString());
  if (isObject(value)) return value;
  throw new UsageError(`${where} is not a JSON object`);
}

function descriptorsIn(value: unknown): readonly Descriptor[] {
  return Array.isArray(value)
    ? value.filter(
        (one): one is Descriptor & Record<string, unknown> => isObject(one) && isObject(one["digest"]),
      )
    : [];
}

const digestIn = (list: readonly Descriptor[], name: string): string | undefined =>
  list.find((one) => one.name === name)?.digest["sha256"];

function asJson({ again, says, ...found }: Examined): object {
  return {
    verified: found.faults.length === 0 && found.undecided.length === 0,
    ...found,
    says,
    judgedAgain: again?.agreed ?? [],
    unverifiable: (again?.unverifiable ?? []).map(({ rule, why }) => ({
      rule: rule.id,
      verdict: rule.verdict,
      why,
    })),
  };
}

function textOf(file: string, found: Examined, all: boolean): string {
  const { faults, undecided, differences, says, again } = found;
  const word = again?.unverifiable ?? [];
  const listed = (heading: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ["", heading, ...lines.map((line) => `  ${oneLine(line)}`)];
  const areas = [...groupBy(word, ({ rule }) => rule.area)].map(([area, some]) => {
    const rows = some.map(({ rule, why }) => `${rule.id}  ${rule.verdict}  ${why}`);
    return all
      ? indent([area, ...rows.map((row) => `  ${row}`)].join("\n"), "  ")
      : `  ${area}  ${some.length}`;
  });
  const verdict =
    faults.length > 0
      ? `refused: ${count(faults.length, "reason")}`
      : undecided.length > 0
        ? "undecided: verify with the version that made it"
        : "verified";
  return [
    file,
    ...(says === "" ? [] : [oneLine(says)]),
    ...(again === null
      ? []
      : [
          `${count(again.agreed.length, "rule")} judged again from the recording, with the same verdict`,
          `${count(word.length, "rule")} on the word of who made the bundle`,
          ...areas,
        ]),
    ...listed("made by another version:", differences),
    ...listed("this version contradicts:", undecided),
    ...listed("refused because", faults),
    "",
    verdict,
  ].join("\n");
}
