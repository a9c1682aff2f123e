// Everything that a page can try on a control, whether it may or not; gives what it could read.
window.attack = async (control) => {
  const read = [];
  const tried = async (what, act) => {
    try {
      const got = await act();
      if (typeof got === "string" && got !== "") read.push(`${what}: ${got.slice(0, 100)}`);
    } catch {
      // Refused by the browser.
    }
  };
  const post = (body, more = {}) =>
    fetch(`${control}/merchants`, { method: "POST", body, ...more }).then((answer) => answer.text());
  const opaque = { mode: "no-cors", credentials: "include" };
  await tried("a plain POST", () => post(null, opaque));
  await tried("text", () => post("{}", opaque));
  await tried("a form's body", () => post(new URLSearchParams({ name: "x" }), opaque));
  await tried("a form with files", () => post(new FormData(), opaque));
  await tried("bytes without a type", () => post(new Blob(["{}"]), opaque));
  await tried("no referrer", () => post(new Blob(["{}"]), { ...opaque, referrerPolicy: "no-referrer" }));
  await tried("JSON", () => post("{}", { headers: { "content-type": "application/json" } }));
  await tried("reading", () => fetch(control).then((answer) => answer.text()));
  await tried("deleting", () => fetch(`${control}/reset`, { method: "DELETE" }).then((it) => it.text()));
  await tried("a beacon", () => void navigator.sendBeacon(`${control}/reset`, new Blob(["{}"])));
  await tried("XMLHttpRequest", () => {
    const request = new XMLHttpRequest();
    request.open("POST", `${control}/reset`);
    request.send(new Blob(["{}"]));
  });
  const element = (made) => document.body.appendChild(made);
  for (const enctype of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
    const frame = element(document.createElement("iframe"));
    frame.name = enctype;
    const form = element(document.createElement("form"));
    Object.assign(form, { method: "post", action: `${control}/reset`, target: enctype, enctype });
    form.submit();
  }
  const sandboxed = element(document.createElement("iframe"));
  sandboxed.sandbox.add("allow-scripts", "allow-forms");
  sandboxed.srcdoc = `<script>fetch("${control}/reset",{method:"POST",mode:"no-cors",body:new Blob(["{}"])})</script>`;
  element(document.createElement("img")).src = `${control}/reset`;
  element(document.createElement("script")).src = control;
  await tried("a socket", () => void new WebSocket(`${control.replace("http", "ws")}/reset`));
  await tried("a source of events", () => void new EventSource(control));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return read;
};
