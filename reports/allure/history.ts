import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { kindOf, outputError, replaceFile } from "../output-folder.ts";
import { messageOf } from "../text.ts";

/** The number of runs in the history. Each takes 0.8 KB per rule. */
export const HISTORY_RUNS = 10;

/** Why a file is not an Allure history, in one sentence; null if it is one or does not exist. */
export function historyProblem(path: string): string | null {
  if (kindOf(path) === "none") return null;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    return kindOf(path) === "folder" ? `${path} is a folder` : `${path} cannot be read: ${messageOf(error)}`;
  }
  const wrong = text.split("\n").findIndex((line) => line.trim() !== "" && !isRun(line));
  return wrong === -1 ? null : `${path}:${wrong + 1}: this line is not a run of an Allure history`;
}

function isRun(line: string): boolean {
  try {
    const { testResults, knownTestCaseIds } = JSON.parse(line) as Record<string, unknown>;
    return typeof testResults === "object" && testResults !== null && Array.isArray(knownTestCaseIds);
  } catch {
    return false;
  }
}

/** Reads the runs of earlier reports, oldest first; empty if the file does not exist. @throws Error if it is not an Allure history */
export function readHistory(path: string): string {
  const problem = historyProblem(path);
  if (problem !== null) throw new Error(problem);
  return kindOf(path) === "none" ? "" : readFileSync(path, "utf8");
}

/** Replaces the history atomically, so that an interrupted run leaves the earlier one. @throws OutputError */
export function writeHistory(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    throw outputError(path, error);
  }
  replaceFile(path, text);
}
