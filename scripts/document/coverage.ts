import { type Anchors, expand } from "./anchors.ts";
import type { Unit } from "./units.ts";

interface Known {
  readonly rules: readonly { readonly id: string; readonly section: string }[];
  readonly open: readonly string[];
}

/** Faults that show without the document: ids and patterns that stand for nothing, rules and entries that come from nowhere. */
export function faultsOfAnchors({ anchors, pairs }: Anchors, known: Known): string[] {
  const ids = known.rules.map((rule) => rule.id);
  const faults: string[] = [];
  const reached = new Set<string>();
  for (const [anchor, entry] of anchors) {
    for (const pattern of entry.rules) {
      const found = expand(pattern, ids);
      if (found.length === 0) faults.push(`${anchor}: no rule is called ${pattern}`);
      for (const id of found) reached.add(id);
    }
    for (const id of entry.open) {
      if (!known.open.includes(id)) faults.push(`${anchor}: the register has no ${id}`);
    }
  }
  for (const { between, open } of pairs) {
    if (!known.open.includes(open)) faults.push(`pair ${between.join(" and ")}: the register has no ${open}`);
    for (const anchor of between) {
      if (!anchors.has(anchor)) faults.push(`pair ${between.join(" and ")}: nothing is known of ${anchor}`);
    }
  }
  const asked = new Set([...anchors.values()].flatMap((entry) => entry.open));
  for (const id of [...ids.filter((id) => !reached.has(id)), ...known.open.filter((id) => !asked.has(id))]) {
    faults.push(`${id}: comes from no statement of the document`);
  }
  return faults;
}

/** Faults against the document itself: statements that became nothing, anchors without a statement. */
export function faultsOfCoverage(units: readonly Unit[], { anchors }: Anchors, known: Known): string[] {
  const faults: string[] = [];
  const sections = new Set(known.rules.map((rule) => rule.section));
  for (const unit of units) {
    const entry = anchors.get(unit.anchor);
    if (entry === undefined) {
      faults.push(`line ${unit.line}: ${unit.anchor} became nothing: ${unit.text}`);
      continue;
    }
    for (const mark of unit.marks) {
      if (entry.open.length === 0)
        faults.push(`line ${unit.line}: ${unit.anchor} ${mark}, without a register entry`);
    }
    if (unit.section !== "0" && entry.rules.length > 0 && !sections.has(unit.section)) {
      faults.push(`line ${unit.line}: section ${unit.section} states something, but no rule names it`);
    }
  }
  const here = new Set(units.map((unit) => unit.anchor));
  for (const anchor of anchors.keys()) if (!here.has(anchor)) faults.push(`${anchor}: its statement is gone`);
  return faults;
}

/** Per section: its statements, those that can be checked, and the rules that name the section. */
export function sectionLines(units: readonly Unit[], { anchors }: Anchors, known: Known): string[] {
  return [...new Set(units.map((unit) => unit.section))].map((section) => {
    const own = units.filter((unit) => unit.section === section);
    const checkable = own.filter((unit) => (anchors.get(unit.anchor)?.rules.length ?? 0) > 0).length;
    const open = own.filter((unit) => (anchors.get(unit.anchor)?.open.length ?? 0) > 0).length;
    const rules = known.rules.filter((rule) => rule.section === section).map((rule) => rule.id);
    const head = `§${section}: ${own.length} statements, ${checkable} checkable, ${open} open, ${rules.length} rules`;
    return [head, ...rules.map((id) => `  ${id}`)].join("\n");
  });
}
