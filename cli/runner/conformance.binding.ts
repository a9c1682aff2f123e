/** What vitest runs. Vitest can only be imported, and the rest is required where it is bundled. */
import * as vitest from "vitest";
import { bind } from "./conformance.ts";

bind(vitest);
