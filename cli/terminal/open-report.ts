import { spawn } from "node:child_process";
import { warn } from "./output.ts";

/** The program that opens a file, by platform. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens a report in the user's browser, without waiting for it. If that fails, warns with the path of the report. */
export async function openReport(path: string): Promise<void> {
  const [program = "", ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, path], { detached: true, stdio: "ignore" });
  child.unref();
  await new Promise<void>((resolve) => {
    child.once("spawn", resolve);
    child.once("error", (error) => {
      warn(`${path} could not be opened: ${error.message}`);
      resolve();
    });
  });
}
