import { type Anchors, type Filed, sectionOf } from "./anchors.ts";
import type { Unit } from "../../cli/document/units.ts";

interface Known {
  readonly rules: readonly Filed[];
  readonly open: readonly string[];
}

/** Faults that can be found without the document: rules and open points without a source, and unknown ids. */
export function faultsOfAnchors(anchors: Anchors, known: Known): string[] {
  const { statements, rules, open, nothing, pairs } = anchors;
  const faults: string[] = [];
  const sections = new Map(known.rules.map((rule) => [rule.id, rule.section]));
  const named = [
    ...[...rules, ...open].flatMap(([id, sources]) => sources.map((anchor) => ({ by: id, anchor }))),
    ...[...nothing.keys()].map((anchor) => ({ by: "nothing-checkable", anchor })),
    ...pairs.flatMap(({ between }) =>
      between.map((anchor) => ({ by: `pair ${between.join(" and ")}`, anchor })),
    ),
  ];
  for (const { by, anchor } of named)
    if (!statements.has(anchor)) faults.push(`${by}: unknown statement ${anchor}`);
  for (const [id, sources] of rules) {
    const section = sections.get(id);
    if (section === undefined) faults.push(`${id}: unknown rule`);
    else if (sectionOf(sources[0] ?? "") !== section)
      faults.push(`${id}: has section ${section}, but its first source is ${sources[0] ?? "missing"}`);
  }
  for (const id of [...open.keys(), ...pairs.map((pair) => pair.open)])
    if (!known.open.includes(id)) faults.push(`${id}: unknown open point`);
  const nowhere = [
    ...known.rules.map((rule) => rule.id).filter((id) => !rules.has(id)),
    ...known.open.filter((id) => !open.has(id)),
  ];
  for (const id of nowhere) faults.push(`${id}: has no source in the document`);
  const from = new Set([...rules.values()].flat());
  const openFrom = new Set([...open.values()].flat());
  for (const anchor of statements.keys()) {
    if (from.has(anchor) && nothing.has(anchor))
      faults.push(`${anchor}: has rules, but is listed under nothing-checkable`);
    if (!from.has(anchor) && !openFrom.has(anchor) && !nothing.has(anchor))
      faults.push(`${anchor}: has no rule, no open point and no reason under nothing-checkable`);
  }
  return faults;
}

/** Differences between the anchors and the document: new, moved and removed statements. */
export function faultsOfCoverage(units: readonly Unit[], anchors: Anchors, known: Known): string[] {
  const faults: string[] = [];
  const sections = new Set(known.rules.map((rule) => rule.section));
  const from = new Set([...anchors.rules.values()].flat());
  const openFrom = new Set([...anchors.open.values()].flat());
  for (const { anchor, line, text, place, section, marks } of units) {
    const recorded = anchors.statements.get(anchor);
    if (recorded === undefined) {
      faults.push(`line ${line}: ${anchor} is new: ${text}`);
      continue;
    }
    if (recorded !== place) faults.push(`line ${line}: ${anchor} is at ${place}, recorded as ${recorded}`);
    if (!openFrom.has(anchor))
      for (const mark of marks) faults.push(`line ${line}: ${anchor} ${mark}, but has no open point`);
    if (section !== "0" && from.has(anchor) && !sections.has(section))
      faults.push(`line ${line}: section ${section} is the source of a rule, but no rule has this section`);
  }
  const here = new Set(units.map((unit) => unit.anchor));
  for (const anchor of anchors.statements.keys())
    if (!here.has(anchor)) faults.push(`${anchor}: its statement is no longer in the document`);
  return faults;
}

/** The number of statements, checkable statements, open points and rules of each section, and its rules. */
export function sectionLines(units: readonly Unit[], anchors: Anchors, known: Known): string[] {
  const from = new Set([...anchors.rules.values()].flat());
  const openFrom = new Set([...anchors.open.values()].flat());
  return [...new Set(units.map((unit) => unit.section))].map((section) => {
    const own = units.filter((unit) => unit.section === section);
    const checkable = own.filter((unit) => from.has(unit.anchor)).length;
    const open = own.filter((unit) => openFrom.has(unit.anchor)).length;
    const rules = known.rules.filter((rule) => rule.section === section).map((rule) => rule.id);
    const head = `§${section}: ${own.length} statements, ${checkable} checkable, ${open} open, ${rules.length} rules`;
    return [head, ...rules.map((id) => `  ${id}`)].join("\n");
  });
}
