// What of the target's texts became a part of the page instead of its text; `home` is where they call.
window.takenOver = (home) => {
  const acting =
    '[onerror], [onload], [onfocus], form[action], meta[http-equiv=refresh], a[href^="javascript:"]';
  // A link loads nothing until somebody follows it.
  const loading = [...document.querySelectorAll("[src], [href]:not(a)")].filter((element) =>
    ["src", "href"].some((name) => (element.getAttribute(name) ?? "").startsWith(home)),
  );
  const elements = [...document.querySelectorAll(acting), ...loading];
  return [
    ...(window.owned === undefined ? [] : ["a script ran"]),
    ...elements.map(({ outerHTML }) => outerHTML.slice(0, 200)),
  ];
};
