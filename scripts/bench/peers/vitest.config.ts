import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["plain.check.ts"], pool: "threads", maxWorkers: 1 } });
