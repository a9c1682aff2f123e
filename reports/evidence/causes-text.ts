import type { Colors } from "picocolors/types.js";
import type { LostTarget, RunResult } from "../../harness/results.ts";
import { type Cause, causeCounts, GROUP_WORDS, reasonOf, tryAgain } from "./causes.ts";
import { curlOfLast, curlOfUnanswered } from "./curl.ts";
import { leaveOutText } from "./missing-needs.ts";
import { evidence } from "./evidence.ts";
import { clip, count, indent, oneLine, visible } from "../text/text.ts";

/** The most causes: with the evidence of their simplest rule, in total, and of missing routes. */
const FULL = 6;
const LISTED = 40;
const ROUTES = 10;
const LONGEST = 300;
const NAMED = 3;
const LABEL = 10;

/** Every cause on one line, the first ones with evidence; null if there is none. */
export function causesText(causes: readonly Cause[], colors: Colors): string | null {
  if (causes.length === 0) return null;
  const groups = new Map<string, string[]>();
  const more: { readonly heading: string; readonly where: readonly string[] }[] = [];
  let full = 0;
  let hidden = 0;
  for (const [index, cause] of causes.entries()) {
    const heading = cause.known ? "Violated and known: listed in the baseline" : GROUP_WORDS[cause.group];
    const lines = groups.get(heading) ?? [];
    const isRoute = cause.group === "routes" || cause.group === "sections";
    if (cause.group === "routes" && lines.length > ROUTES) more.push({ heading, where: cause.where });
    else if (index - more.length >= LISTED) hidden += 1;
    else {
      groups.set(heading, lines);
      lines.push(titleOf(cause, index, colors));
      if (isRoute && lines.length > 1) continue;
      if (cause.rules.length === 0) {
        lines.push(indent(waitingOf(cause), INDENT));
        continue;
      }
      full += 1;
      const shown = [rulesOf(cause), ...(full > FULL ? [] : details(cause))];
      lines.push(indent(shown.join("\n"), INDENT));
    }
  }
  for (const heading of new Set(more.map((one) => one.heading))) {
    const routes = more.filter((one) => one.heading === heading).flatMap(({ where }) => where);
    groups.get(heading)?.push(`${INDENT}and ${routes.length} more: ${routes.map(oneLine).join(", ")}`);
  }
  const shown = [...groups].map(([heading, lines]) => `${colors.bold(heading)}\n${lines.join("\n")}`);
  const unlisted = hidden === 0 ? [] : [`and ${count(hidden, "more cause")}: see summary.md`];
  return [...shown, ...unlisted].join("\n\n");
}

const INDENT = "     ";

/** One cause with the evidence of its simplest rule. */
export function causeText(cause: Cause, colors: Colors): string {
  const title = colors.red(oneLine(clip(cause.says, LONGEST)));
  return `${title}\n${indent([rulesOf(cause), ...details(cause)].join("\n"), INDENT)}`;
}

function titleOf(cause: Cause, index: number, colors: Colors): string {
  const text = `${oneLine(clip(cause.says, LONGEST))}: ${causeCounts(cause)}`;
  const colour = cause.known ? colors.dim : cause.rules.length > 0 ? colors.red : colors.yellow;
  return `${String(index + 1).padStart(3)}  ${colour(text)}`;
}

/** Rules that a cause violates, the simplest first. A single rule has its sentence, unless its route is missing. */
function rulesOf({ rules, group }: Cause): string {
  const [first] = rules;
  const sentence =
    rules.length === 1 && first !== undefined && group !== "routes" && group !== "sections"
      ? `\n${" ".repeat(LABEL)} ${oneLine(first.says)}`
      : "";
  return `${named(rules)}${sentence}`;
}

/** Rules that a cause keeps from being judged, and the unanswered request of the first one. */
function waitingOf({ waiting }: Cause): string {
  const request = waiting[0] === undefined ? null : curlOfUnanswered(waiting[0]);
  return request === null
    ? named(waiting)
    : `${named(waiting)}\n${labelled("requests", `# without an answer\n${visible(request)}`)}`;
}

function named(rules: Cause["rules"]): string {
  const more = rules.length > NAMED ? ` and ${rules.length - NAMED} more` : "";
  const ids = rules.slice(0, NAMED).map(({ id, section }) => `${oneLine(id)} §${oneLine(section)}`);
  return labelled(rules.length === 1 ? "rule" : "rules", `${ids.join(", ")}${more}`);
}

/** The evidence of the simplest rule, without what its cause says and without the complete exchange, which is in the files. */
function details({ rules, says }: Cause): readonly string[] {
  const [first] = rules;
  if (first === undefined) return [];
  const isSaid = says === reasonOf(first, Infinity);
  const items = evidence(first, { value: LONGEST, body: LONGEST }).filter(
    ({ label }) => !HIDDEN.test(label) && !(isSaid && /^(?:expected|actual|reason)$/.test(label)),
  );
  return items.map(({ label, value }) => labelled(label, value.replace(SAID, "")));
}

/** Comments of the requests that repeat the lines above them. */
const SAID = /^# (?:expected|actual|amounts): .*\n/gm;
const HIDDEN = /^(?:says|reproduced|counterexample|event)$|exchange$/;

function labelled(label: string, value: string): string {
  return value.includes("\n") ? `${label}\n${indent(value, "  ")}` : `${label.padEnd(LABEL)} ${value}`;
}

/** Describes that the target stopped answering, with the last requests that it received; null if it did not. */
export function lostText({ lost = null, target }: RunResult, colors: Colors): string | null {
  if (lost === null) return null;
  const title = colors.red(colors.bold(lostInWords(lost, target.baseUrl)));
  return [
    title,
    ...curlOfLast(lost)
      .slice(0, NAMED)
      .map((line) => `  ${visible(line)}`),
  ].join("\n");
}

/** Describes that the target stopped answering, on one line, without the requests. */
export function lostInWords({ at, fault, last }: LostTarget, baseUrl: string): string {
  const [first] = last;
  const requests =
    first === undefined
      ? "It had answered nothing."
      : first.status !== null
        ? "The last request that it answered:"
        : last.length === 1
          ? "It had received this request:"
          : `It had received ${count(last.length, "request")}, of which the first may have stopped it:`;
  return `${oneLine(baseUrl)} stopped answering at ${at}: ${oneLine(clip(fault, LONGEST))}. ${requests}`;
}

/** What to do first, with the command to try it again; null if there is nothing to do. */
export function nextText(result: RunResult, causes: readonly Cause[], colors: Colors): string | null {
  const line = (label: string, text: string): string => `${colors.bold(label.padEnd(LABEL))} ${text}`;
  const lost = result.lost ?? null;
  const isCut = lost !== null || result.interrupted;
  // What left a rule unfinished may be a permitted answer, so it is judged again, and not called a thing to fix.
  const first = causes.find(({ known, group }) => !known && group !== "unfinished");
  const retried = first ?? (isCut && lost === null ? undefined : causes.find(({ known }) => !known));
  const command = retried === undefined ? null : tryAgain(retried, result);
  const leaveOut = leaveOutText(result);
  const lines = [
    ...(lost === null
      ? []
      : [line("first", "find out why the target stopped answering: send it the request shown above")]),
    ...(first === undefined
      ? []
      : [
          line(
            lost === null ? "first" : "then",
            `${oneLine(clip(first.says, LONGEST))} (${causeCounts(first)})`,
          ),
        ]),
    ...(command === null ? [] : [line("try again", oneLine(command))]),
    ...(leaveOut === null ? [] : [line("leave out", oneLine(leaveOut))]),
  ];
  return lines.length === 0 ? null : lines.join("\n");
}
