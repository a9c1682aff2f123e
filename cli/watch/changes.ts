import { existsSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { watch } from "chokidar";
import { messageOf } from "../../harness/plain.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";

/** Folders whose changes are ignored, because users do not edit their files. */
const IGNORED = new Set(["node_modules", ".git"]);
/** Changes within this time are one, ms: an editor may write a file in several steps. */
const TOGETHER_MS = 150;

/**
 * Reports changes of files until it is closed. Resolves when all paths are watched.
 * @throws UsageError for a path that does not exist
 */
export async function watchFiles(
  paths: readonly string[],
  options: {
    /** The profile, which is also watched. */
    readonly profile: string;
    /** The output directory, whose changes are ignored. */
    readonly out: string;
    readonly onChange: (path: string) => void;
    readonly onError: (message: string) => void;
  },
): Promise<{ readonly close: () => Promise<void> }> {
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined)
    throw new UsageError(
      `--watch-path ${missing} does not exist; name a file or a folder whose changes start a run`,
    );
  const out = resolve(options.out);
  const watcher = watch([...paths, options.profile], {
    ignoreInitial: true,
    ignored: (path) => resolve(path) === out || IGNORED.has(basename(path)),
  });
  let timer: NodeJS.Timeout | undefined;
  watcher.on("all", (_event, path) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      options.onChange(relative(".", path));
    }, TOGETHER_MS);
  });
  watcher.on("error", (error) => options.onError(messageOf(error)));
  await new Promise<void>((done) => watcher.once("ready", () => done()));
  return {
    close: () => {
      clearTimeout(timer);
      return watcher.close();
    },
  };
}
