/** The test file that vitest runs. It is an ES module, because vitest can only be imported; the other bundled files are CommonJS. */
import * as vitest from "vitest";
import { bind } from "./bind.ts";

await bind(vitest);
