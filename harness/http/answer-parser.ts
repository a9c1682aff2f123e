import { setFlagsFromString } from "node:v8";
import { parserBytes } from "./undici.ts";

/** How much a function of WebAssembly does before V8 optimises it, roughly in bytes: V8's own setting, and that of the parser. */
const USUAL_BUDGET = process.versions.v8.startsWith("11.") ? 1_800_000 : 13_000_000;
const PARSER_BUDGET = 2_000_000_000;

let compiled: object | undefined;

/**
 * Lets V8 optimise undici's parser of answers, which is WebAssembly, after some hundreds of answers instead of at the first ones. V8
 * compiles the same bytes once for all threads: undici gets what is compiled here. The setting returns to V8's own: with any other, V8 does
 * not use what it has cached of Node's code.
 */
export function deferParserOptimisation(): void {
  if (compiled !== undefined) return;
  setFlagsFromString(`--wasm-tiering-budget=${PARSER_BUDGET}`);
  compiled = new WebAssembly.Module(parserBytes());
  setFlagsFromString(`--wasm-tiering-budget=${USUAL_BUDGET}`);
}
