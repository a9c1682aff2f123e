import { join } from "node:path";
import { expect, test } from "vitest";
import { compiled } from "../compiled.ts";
import { ended } from "../child-process.ts";
import { emptyFolder } from "../cli/command-line.ts";
import { startIntentsServer } from "../harness/intents-server.ts";

/** Starts a command in a terminal, sets the terminal as a program that ends does, and types: only Python's library can. */
const TERMINAL = `
import os, pty, sys, termios
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
shown = b""
def until(text):
    global shown
    while text not in shown:
        shown += os.read(terminal, 4096)
    shown = shown[shown.index(text) + len(text):]
before = termios.tcgetattr(terminal)
until(b"q quits")
termios.tcsetattr(terminal, termios.TCSANOW, before)
os.write(terminal, b"\\n")
until(b"q quits")
os.write(terminal, b"h\\n")
until(b"judge only what failed")
os.write(terminal, b"q\\n")
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

test("lines work after a server that shares the terminal has restarted", async () => {
  const { close, key, url } = await startIntentsServer((answer) => answer);
  try {
    const args = ["run", "--watch", "--target", url, "--rules", "payment-intents/create-status"];
    const { stdout } = await ended(
      "python3",
      ["-c", TERMINAL, process.execPath, join(compiled(), "cli/main.js"), ...args],
      { cwd: emptyFolder(), env: { ...process.env, PAYCONFORM_KEY: key } },
    );
    expect(stdout).toBe("0\n");
  } finally {
    await close();
  }
}, 30_000);
