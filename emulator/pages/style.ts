/** The colours and fonts that hosted pages and the dashboard share. */
export const tokens = `
:root { color-scheme: light dark;
  --paper: #f5f4ef; --card: #ffffff; --ink: #1b2420; --soft: #56635d; --line: #dcdfd8; --accent: #0b6651; --on-accent: #ffffff;
  --tint: #e6f1ec; --warn: #8a3b12; --warn-tint: #fbeee4; --bad: #a3221f; --bad-tint: #fbeaea; --good: #0b6651; --shadow: 0 1px 2px #1b24200f, 0 12px 32px #1b242014; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #11161a; --card: #1a2126; --ink: #e9eeeb; --soft: #a3b0aa; --line: #313a40; --accent: #63d2b1; --on-accent: #06231b;
  --tint: #17332b; --warn: #f0b48a; --warn-tint: #362519; --bad: #ff9f99; --bad-tint: #3a1e1e; --good: #63d2b1; --shadow: none; } }
* { box-sizing: border-box; }
html { font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%; }
body { margin: 0; }
a { color: var(--accent); text-underline-offset: .18em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -99em; } .skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 9; }
@media (prefers-reduced-motion: no-preference) { button, .choice { transition: background-color .12s, border-color .12s; } }
`;

/** The style of the hosted pages. */
export const style = `${tokens}
body { min-height: 100vh; display: flex; flex-direction: column; }
.top { display: flex; align-items: center; gap: .75rem; padding: 1rem 1.25rem; max-width: 60rem; width: 100%; margin: 0 auto; }
.top .who { font-weight: 600; flex: 1; overflow-wrap: anywhere; }
.mark { width: 2.25rem; height: 2.25rem; flex: none; border-radius: .7rem; background: var(--accent); color: var(--on-accent); display: grid; place-items: center; font-weight: 700; }
.top a { font-size: .9375rem; padding: .5rem; }
.test { background: var(--warn-tint); color: var(--warn); text-align: center; font-size: .875rem; padding: .375rem 1rem; margin: 0; }
main { flex: 1; width: 100%; max-width: 60rem; margin: 0 auto; padding: .5rem 1.25rem 2.5rem; }
footer { color: var(--soft); font-size: .8125rem; text-align: center; padding: 1.25rem; }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 .25rem; letter-spacing: -.01em; }
h2 { font-size: 1.125rem; margin: 0 0 .75rem; }
p { margin: 0 0 1rem; } .soft { color: var(--soft); } .small { font-size: .875rem; }
.amount { font-size: clamp(2rem, 9vw, 2.75rem); font-weight: 700; letter-spacing: -.025em; line-height: 1.1; margin: .25rem 0 1.25rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.amount small { font-size: 1rem; font-weight: 400; letter-spacing: 0; color: var(--soft); }
.split { display: grid; gap: 1.75rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.5rem; box-shadow: var(--shadow); }
.narrow { max-width: 27rem; margin: 0 auto; }
@media (min-width: 48rem) { .split { grid-template-columns: 1fr 25rem; gap: 4rem; align-items: start; padding-top: 2.5rem; } .narrow { margin-top: 2.5rem; } .card { padding: 2rem; } }
.items { list-style: none; margin: 0 0 1rem; padding: 0; border-top: 1px solid var(--line); }
.items li { display: flex; justify-content: space-between; gap: 1rem; padding: .75rem 0; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.items .price { white-space: nowrap; } .items small { color: var(--soft); display: block; font-size: .8125rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .5rem 1.25rem; margin: 0 0 1.25rem; font-size: .9375rem; } dt { color: var(--soft); } dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
fieldset { border: 0; margin: 0 0 1.25rem; padding: 0; min-width: 0; } legend, label.name { font-weight: 600; padding: 0; margin-bottom: .5rem; display: block; }
.choices { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
.choice { display: flex; align-items: center; gap: .625rem; border: 1.5px solid var(--line); border-radius: .75rem; padding: .75rem .875rem; cursor: pointer; min-height: 3.25rem; font-weight: 500; }
.choice:has(:checked) { border-color: var(--accent); background: var(--tint); }
.choice:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
input[type=radio], input[type=checkbox] { accent-color: var(--accent); width: 1.125rem; height: 1.125rem; margin: 0; flex: none; outline: none; }
.check { display: flex; gap: .75rem; align-items: flex-start; margin: 0 0 1.25rem; font-size: .9375rem; } .check input { margin-top: .2rem; outline: revert; }
.number { display: flex; border: 1.5px solid var(--soft); border-radius: .75rem; background: var(--card); overflow: hidden; }
.number:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.number span { padding: .8125rem 0 .8125rem .875rem; color: var(--soft); }
.number input { font: inherit; font-size: 1.0625rem; color: inherit; background: none; border: 0; padding: .75rem .875rem .75rem .5rem; width: 100%; min-width: 0; outline: none; letter-spacing: .02em; }
.hint { font-size: .875rem; color: var(--soft); margin: .375rem 0 1.25rem; } .wrong { color: var(--bad); font-size: .875rem; font-weight: 600; margin: .375rem 0 0; }
.field { margin-bottom: 1.25rem; } .field .hint { margin-bottom: 0; }
button, .button { font: inherit; font-weight: 600; border: 1.5px solid transparent; border-radius: .75rem; padding: .8125rem 1.25rem; min-height: 3.25rem; cursor: pointer; width: 100%; display: block; text-align: center; text-decoration: none; }
.main { background: var(--accent); color: var(--on-accent); } .main:hover { filter: brightness(1.08); }
.quiet { background: none; color: var(--ink); border-color: var(--line); } .quiet:hover { border-color: var(--soft); }
.link { background: none; border: 0; color: var(--soft); text-decoration: underline; text-underline-offset: .18em; font-weight: 400; min-height: 2.75rem; padding: .5rem; margin-top: .5rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; } .stack { display: grid; gap: .75rem; }
.note { border-radius: .75rem; padding: .875rem 1rem; margin: 0 0 1.25rem; } .note p { margin: 0; } .note p:first-child { font-weight: 600; } .bad { background: var(--bad-tint); color: var(--bad); }
.sign { width: 3.5rem; height: 3.5rem; border-radius: 50%; display: grid; place-items: center; margin-bottom: 1rem; background: var(--tint); color: var(--good); } .sign.stop { background: var(--bad-tint); color: var(--bad); } .sign.wait { background: var(--warn-tint); color: var(--warn); } .sign svg { width: 1.75rem; height: 1.75rem; }
.phone { border: 1px solid var(--line); border-radius: 1.75rem; background: var(--paper); padding: 1.75rem 1.25rem 1.25rem; max-width: 20rem; margin: 1.25rem auto .25rem; position: relative; } .phone::before { content: ""; position: absolute; top: .625rem; left: 50%; width: 3rem; margin-left: -1.5rem; height: .25rem; border-radius: 1rem; background: var(--line); }
.phone .bubble { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1rem; margin-bottom: 1rem; } .bubble p:last-child { margin: 0; }
details.sandbox { margin-top: 1.25rem; border-top: 1px dashed var(--line); padding-top: .75rem; font-size: .9375rem; } details.sandbox summary { cursor: pointer; color: var(--soft); padding: .375rem 0; } details.sandbox form { margin-top: .5rem; }
`;
