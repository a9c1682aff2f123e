import { type Anchors, ANCHOR_FILE, type Known, sectionOf } from "./anchors.ts";
import type { Unit } from "../../cli/document/units.ts";

/** What is missing, as far as it can be found without the document: sources of rules and open points, and what comes from statements. */
export function faultsOfAnchors(anchors: Anchors, known: Known): string[] {
  const { statements, rules, open, nothing, at } = anchors;
  const faults: string[] = [];
  for (const { id, section } of known.rules) {
    const [source] = rules.get(id) ?? [];
    if (source !== undefined && sectionOf(source) !== section)
      faults.push(`${at(source)}: ${id} has section ${section}; name it at a statement of that section`);
  }
  const nowhere = [
    ...known.rules.map((rule) => rule.id).filter((id) => !rules.has(id)),
    ...known.open.filter((id) => !open.has(id)),
  ];
  for (const id of nowhere) faults.push(`${id} comes from no statement; name it at one in ${ANCHOR_FILE}`);
  const from = new Set([...rules.values()].flat());
  const openFrom = new Set([...open.values()].flat());
  for (const anchor of statements.keys()) {
    if (from.has(anchor) && nothing.has(anchor))
      faults.push(`${at(anchor)}: has rules, and a reason why it has none; remove one of the two`);
    if (!from.has(anchor) && !openFrom.has(anchor) && !nothing.has(anchor))
      faults.push(
        `${at(anchor)}: has no rule, no open point and no reason; name one, or write \`none/\` and why`,
      );
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
