/**
 * How Ctrl-C and SIGTERM end a run: the first one ends the judging, cleans up and tells what was judged; the second one ends the
 * process. Gives what takes that back.
 */
export function onInterrupt(interrupt: (why: string) => void): () => void {
  let times = 0;
  const handler = (): void => {
    times += 1;
    if (times > 1) process.exit(3);
    process.stderr.write("\npayconform: interrupted; writing what was judged\n");
    interrupt("the run was interrupted");
  };
  process.on("SIGINT", handler);
  process.on("SIGTERM", handler);
  return () => {
    process.off("SIGINT", handler);
    process.off("SIGTERM", handler);
  };
}
