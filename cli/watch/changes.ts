import { messageOf } from "../../harness/errors.ts";
import { existsSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { watch } from "chokidar";
import { UsageError } from "../../harness/profile/usage-error.ts";

/** Folders whose changes are ignored, because users do not edit their files. */
const IGNORED = new Set(["node_modules", ".git"]);
/** Changes are reported when none has occurred for `after` ms, but at most `most` ms after the first. */
const QUIET = { after: 100, most: 1_000 };

/**
 * Reports changes of files; of several in quick succession, only the last. Resolves when all paths are watched.
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
  const given = new Set(paths.map((path) => resolve(path)));
  const watcher = watch([...given, resolve(options.profile)], {
    ignoreInitial: true,
    ignored: (path) => resolve(path) === out || (IGNORED.has(basename(path)) && !given.has(resolve(path))),
  });
  let timer: NodeJS.Timeout | undefined;
  let since = 0;
  watcher.on("all", (_event, path) => {
    if (timer === undefined) since = performance.now();
    clearTimeout(timer);
    const left = since + QUIET.most - performance.now();
    timer = setTimeout(
      () => {
        timer = undefined;
        options.onChange(relative(".", path));
      },
      Math.max(0, Math.min(QUIET.after, left)),
    );
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
