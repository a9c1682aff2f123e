import { tokens } from "../pages/style.ts";

/** The style of the dashboard. */
export const style = `${tokens}
body { display: grid; grid-template-columns: 13.5rem minmax(0, 1fr); min-height: 100vh; }
.bar { border-right: 1px solid var(--line); padding: 1rem .75rem; position: sticky; top: 0; height: 100vh; overflow: auto; }
.bar .brand { font-weight: 700; padding: .25rem .625rem; display: block; color: inherit; text-decoration: none; } .brand small { display: block; color: var(--soft); font-weight: 400; }
.bar ul { list-style: none; margin: 1rem 0; padding: 0; } .bar li a { display: block; padding: .4375rem .625rem; border-radius: .5rem; color: inherit; text-decoration: none; font-size: .9375rem; }
.bar li a:hover { background: var(--tint); } .bar li a[aria-current] { background: var(--tint); color: var(--accent); font-weight: 600; }
.side { min-width: 0; } .tools { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; padding: .75rem 1.5rem; border-bottom: 1px solid var(--line); }
.tools form { display: flex; gap: .5rem; align-items: center; } .tools .find { margin-left: auto; } .tools .find input { width: 17rem; } .tools label { font-size: .875rem; color: var(--soft); }
main { padding: 1.5rem; max-width: 82rem; } main:focus { outline: none; }
h1 { font-size: 1.5rem; letter-spacing: -.015em; margin: 0 0 1rem; line-height: 1.25; overflow-wrap: anywhere; } h2 { font-size: 1.0625rem; margin: 0 0 .75rem; overflow-wrap: anywhere; } p { margin: 0 0 .75rem; max-width: 46rem; }
.soft { color: var(--soft); } .small { font-size: .875rem; }
section.card { background: var(--card); border: 1px solid var(--line); border-radius: .875rem; padding: 1.125rem 1.25rem; margin-bottom: 1.25rem; box-shadow: var(--shadow); min-width: 0; }
.grid { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); margin-bottom: 1.25rem; } .grid > section.card { margin: 0; }
.grid.wide { grid-template-columns: repeat(auto-fit, minmax(min(100%, 25rem), 1fr)); } section.card section.card { border: 0; padding: 0; box-shadow: none; margin: 0 0 1rem; } section.card section.card .scroll { margin: 0; padding: 0; }
.figures { display: flex; flex-wrap: wrap; gap: .5rem 3rem; align-items: end; margin-bottom: .75rem; }
.figure { font-size: 1.75rem; font-weight: 700; letter-spacing: -.02em; font-variant-numeric: tabular-nums; margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; margin: 0 -1.25rem; padding: 0 1.25rem; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; } th { text-align: left; font-weight: 600; color: var(--soft); padding: .375rem .75rem .375rem 0; white-space: nowrap; border-bottom: 1px solid var(--line); }
td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; } tr:last-child td { border-bottom: 0; } .amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } time, td form { white-space: nowrap; } td code, td .url { overflow-wrap: anywhere; display: inline-block; min-width: 9rem; } .span { white-space: nowrap; }
code, pre, .id { font-family: ui-monospace, SFMono-Regular, "DejaVu Sans Mono", Menlo, monospace; font-size: .8125rem; } .id { text-underline-offset: .32em; }
pre { background: var(--paper); border: 1px solid var(--line); border-radius: .625rem; padding: .875rem; overflow: auto; margin: 0 0 .75rem; max-height: 32rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.tag { display: inline-block; border-radius: 1rem; padding: .0625rem .5625rem; font-size: .8125rem; font-weight: 500; background: var(--paper); border: 1px solid var(--line); white-space: nowrap; } .tag.good { background: var(--tint); color: var(--good); border-color: transparent; } .tag.bad { background: var(--bad-tint); color: var(--bad); border-color: transparent; } .tag.wait { background: var(--warn-tint); color: var(--warn); border-color: transparent; }
button { font: inherit; font-size: .875rem; font-weight: 600; border: 1px solid var(--line); background: var(--card); color: inherit; border-radius: .5rem; padding: .375rem .75rem; min-height: 2.125rem; cursor: pointer; } button:hover { border-color: var(--soft); } button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
input, select { font: inherit; font-size: .875rem; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: .5rem; padding: .375rem .5rem; min-height: 2.125rem; max-width: 100%; } input[type=range] { padding: 0; width: 100%; accent-color: var(--accent); border: 0; background: none; } input[type=number] { width: 7rem; }
form.line, .line { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; } form.line label { display: grid; gap: .1875rem; font-size: .8125rem; color: var(--soft); min-width: 0; } td form { display: inline-block; margin: -.25rem .375rem -.25rem 0; } form.line label.slider { flex: 1 1 16rem; } form.line label:has([type=url]), form.line label:has([name="list.events"]) { flex: 1 1 14rem; } form.line label:has([type=url]) input, form.line label:has([name="list.events"]) input { width: 100%; }
.note { border-radius: .625rem; padding: .75rem 1rem; margin-bottom: 1.25rem; } .note.bad { background: var(--bad-tint); color: var(--bad); } .note.good { background: var(--tint); } .note code { overflow-wrap: anywhere; }
.path { list-style: none; margin: 0; padding: 0; } .path > li { border-left: 2px solid var(--line); padding: 0 0 1.25rem 1.125rem; position: relative; } .path > li::before { content: ""; position: absolute; left: -.375rem; top: .4375rem; width: .625rem; height: .625rem; border-radius: 50%; background: var(--accent); } .path > li:last-child { padding-bottom: 0; }
.path ul { margin: .25rem 0 0; padding-left: 1.125rem; font-size: .875rem; overflow-wrap: anywhere; } details summary { cursor: pointer; } details[open] > summary { margin-bottom: .5rem; }
dl { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: .375rem 1rem; margin: 0 0 .75rem; font-size: .9375rem; } dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.line + p { margin-top: .75rem; } .line > p { margin: 0; align-self: center; } .line + .line, .line + .scroll { margin-top: .75rem; } .pages { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-top: .75rem; font-size: .875rem; } .pages a, .pages span { padding: .375rem 0; }
@media (max-width: 52rem) { body { display: block; } .bar { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: .625rem .75rem; overflow: visible; } .bar ul { display: flex; overflow-x: auto; margin: .5rem -.75rem 0; padding: .1875rem .75rem; } .bar li a { white-space: nowrap; } .tools { padding: .625rem 1rem; } .tools .find { margin-left: 0; } .tools form { flex-wrap: wrap; } main { padding: 1rem; } section.card { padding: 1rem; } .scroll { margin: 0 -1rem; padding: 0 1rem; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
@media (max-width: 40rem) {
  table, tbody, tr { display: block; } thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { border-bottom: 1px solid var(--line); padding: .5rem 0; } tr:last-child { border-bottom: 0; } td { display: flow-root; border: 0; padding: .125rem 0 .125rem 7rem; overflow-wrap: anywhere; }
  td::before { content: attr(data-label); color: var(--soft); float: left; margin-left: -7rem; width: 6.5rem; } td:empty { display: none; } td[data-label=""] { padding-left: 0; } td[data-label=""]::before { display: none; } td.amount { text-align: left; } td form { margin: .25rem .375rem .25rem 0; }
  .tools .find { flex: 1 1 100%; flex-wrap: nowrap; } .tools .find input { width: auto; flex: 1 1 auto; min-width: 0; }
}
`;
