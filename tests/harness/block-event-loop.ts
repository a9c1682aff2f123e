/** What a machine without a free processor does to a process: no timer fires, nothing is read. */
export function blockEventLoop(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
