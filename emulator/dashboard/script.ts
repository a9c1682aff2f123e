/** Updates the page when the emulator reports a change, except the elements that the user is working on. */
export const script = `
const renew = async () => {
  const answer = await fetch(location.href);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  // The emulator began again, and no longer has this merchant or wants another token.
  const isView = (page) => page.querySelector("[data-live]") !== null;
  if (isView(document) && !isView(fresh)) { location.reload(); return; }
  for (const part of document.querySelectorAll("[data-live]")) {
    const next = fresh.getElementById(part.id);
    const busy = part.contains(document.activeElement) && document.activeElement.matches("input, select, button, summary");
    if (next === null || busy || next.outerHTML === part.outerHTML) continue;
    for (const open of part.querySelectorAll("details[open]")) next.querySelector("#" + CSS.escape(open.id))?.setAttribute("open", "");
    if (next.outerHTML !== part.outerHTML) part.replaceWith(next);
  }
};
let waiting, again = false;
const soon = async () => {
  if (waiting) { again = true; return; }
  waiting = true;
  await new Promise((resolve) => setTimeout(resolve, 150));
  await renew().catch(() => undefined);
  waiting = false;
  if (again) { again = false; soon(); }
};
document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
const listen = () => {
  const source = new EventSource("/dashboard/changes");
  // What happened while it was not connected was not reported. A refused source does not connect again by itself.
  source.onopen = source.onmessage = soon;
  source.onerror = () => { if (source.readyState === EventSource.CLOSED) setTimeout(() => { soon(); listen(); }, 2000); };
};
listen();
document.addEventListener("input", ({ target }) => {
  if (target.type !== "range") return;
  const at = new Date(Number(target.dataset.from) + Number(target.value) * 86400000);
  document.getElementById(target.dataset.shown).textContent = "+" + target.value + " days: " + at.toISOString().slice(0, 16).replace("T", " ") + " UTC";
});
document.addEventListener("change", ({ target }) => { if (target.matches("[data-go]")) target.form.requestSubmit(); });
`;
