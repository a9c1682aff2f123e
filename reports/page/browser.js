// Shows one view at a time, unpacks the details of rules and causes, searches and copies.
(() => {
  const views = [...document.querySelectorAll(".view")];
  const detail = document.getElementById("detail");
  const search = document.getElementById("search");
  const filter = document.getElementById("verdict-filter");
  let unpacked;
  let isFirst = true;

  /** The details, by address: "rule/reversals/x", "cause/1", "observation/7". */
  function details() {
    unpacked ??= (async () => {
      const text = atob(document.getElementById("packed").textContent);
      const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      return new Map(Object.entries(await new Response(stream).json()));
    })();
    return unpacked;
  }

  function show(id) {
    for (const view of views) view.hidden = view.id !== id;
    for (const link of document.querySelectorAll("header nav a"))
      if (link.dataset.view === id) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
  }

  async function route() {
    const address = decodeURIComponent(location.hash.replace(/^#\/?/, ""));
    const [kind, rest] = [address.split("/")[0], address.slice(address.indexOf("/") + 1)];
    if (kind === "rule" || kind === "cause") {
      const markup = (await details()).get(address);
      // The policy permits scripts only by hash, so none in this markup can run.
      detail.innerHTML = markup ?? "<h1>There is no such rule in this report.</h1>";
      show("detail");
    } else if (kind === "rules" || kind === "section") {
      if (kind === "rules") filter.value = address === "rules" ? filter.value : rest;
      else [filter.value, search.value] = ["", ""];
      narrow();
      show("rules");
      const section = kind === "section" ? document.getElementById(`s-${rest}`) : null;
      if (section !== null) {
        section.open = true;
        section.scrollIntoView();
        section.querySelector("summary").focus({ preventScroll: true });
        return;
      }
    } else show(document.getElementById(kind)?.classList.contains("view") ? kind : "summary");
    const heading = document.querySelector(".view:not([hidden]) h1");
    document.title = `${heading?.textContent ?? ""} · payconform`;
    window.scrollTo(0, 0);
    // The link that was followed is hidden now: a keyboard or a screen reader goes on from the heading.
    if (!isFirst && heading !== null) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    isFirst = false;
  }

  /** On paper no link can be followed, so the evidence of each violated cause is printed at the end. */
  async function fillPaper() {
    const paper = document.getElementById("paper");
    const all = await details();
    const links = document.querySelectorAll('#summary .causes a[href^="#/cause/"]');
    const causes = [...links].map(({ hash }) => hash.slice(2));
    paper.innerHTML = causes.map((address) => `<article>${all.get(address) ?? ""}</article>`).join("");
    for (const part of paper.querySelectorAll("details")) part.open = true;
  }

  /** Shows the rules that match the search and the verdict, and opens their sections. */
  function narrow() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = filter.value;
    const isNarrowed = words.length > 0 || wanted !== "";
    let matches = 0;
    for (const section of document.querySelectorAll("details.section[id]")) {
      const title = section.querySelector("h2").textContent.toLowerCase();
      let some = 0;
      for (const row of section.querySelectorAll("li.rule")) {
        const text = `${title} ${row.textContent.toLowerCase()}`;
        const isMatch =
          (wanted === "" || row.dataset.v === wanted) && words.every((word) => text.includes(word));
        row.hidden = !isMatch;
        if (isMatch) some += 1;
      }
      section.hidden = some === 0;
      for (const part of section.querySelectorAll("details.skipped")) {
        part.hidden = part.querySelector("li.rule:not([hidden])") === null;
        part.open = isNarrowed;
      }
      if (isNarrowed) section.open = some > 0 && some < 400;
      matches += some;
    }
    document.getElementById("matches").textContent = isNarrowed
      ? `${matches} ${matches === 1 ? "rule" : "rules"}`
      : "";
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button === null) return;
    const code = button.parentElement.querySelector("code");
    const done = (word) => (button.textContent = word);
    const select = () => {
      getSelection().selectAllChildren(code);
      done(document.execCommand("copy") ? "Copied" : "Selected: press Ctrl+C");
    };
    if (navigator.clipboard === undefined) select();
    else navigator.clipboard.writeText(code.textContent).then(() => done("Copied"), select);
  });
  // This event of `details` does not bubble, so it is captured.
  document.addEventListener(
    "toggle",
    async ({ target }) => {
      const address = target.dataset.filled;
      if (address === undefined) return;
      delete target.dataset.filled;
      const markup = (await details()).get(address);
      target.insertAdjacentHTML("beforeend", markup ?? "");
    },
    true,
  );
  search.addEventListener("input", narrow);
  filter.addEventListener("change", narrow);
  window.addEventListener("hashchange", route);
  document.documentElement.classList.add("ready");
  route();
  // Before the reader prints: the event before printing does not wait for what is unpacked.
  // Not in an idle moment: a browser without a window, which prints to a file, has none.
  setTimeout(fillPaper);
})();
