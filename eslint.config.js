import tseslint from "typescript-eslint";

const ambientTimeAndChance = [
  {
    object: "Date",
    property: "now",
    message: "Take the instant from `now`: the emulator's domain is deterministic.",
  },
  { object: "Math", property: "random", message: "Take ids and choices from `ids`: same seed, same bytes." },
];

const fastCheckByName = {
  selector: "ImportDeclaration[source.value='fast-check'] > ImportDefaultSpecifier",
  message: "Write `import * as fc`: the bundle then contains only what is used of the library.",
};

export default tseslint.config(
  { ignores: ["dist/", "**/generated/", "node_modules/", "payconform-out/", "coverage/"] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // In a tester an un-awaited check is a silent pass.
      "@typescript-eslint/no-floating-promises": ["error", { ignoreVoid: false }],
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      "max-lines": ["error", { max: 500, skipBlankLines: true, skipComments: true }],
      "no-restricted-syntax": ["error", fastCheckByName],
    },
  },
  {
    files: ["emulator/kernel/**/*.ts", "emulator/areas/**/*.ts"],
    rules: {
      "no-restricted-properties": ["error", ...ambientTimeAndChance],
      "no-restricted-globals": [
        "error",
        { name: "setTimeout", message: "Put a timer on the timeline." },
        { name: "setInterval", message: "Put a timer on the timeline." },
        { name: "fetch", message: "Put an event into the outbox; the dispatcher delivers it." },
      ],
      "no-restricted-syntax": [
        "error",
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: "Take the instant from `now`: the emulator's domain is deterministic.",
        },
      ],
    },
  },
  {
    files: ["suites/**/*.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.name=/^(String|Number|BigInt)$/]",
          message:
            "Read what a target sent with `textOf` or `numberOf`: it may be a value that this throws for.",
        },
        fastCheckByName,
      ],
    },
  },
  {
    // Tests of clients replace the globals by fakes whose time stands still.
    files: ["emulator/**/*.{ts,tsx}"],
    ignores: ["emulator/kernel/**", "emulator/areas/**", "emulator/storage/**", "emulator/http/system.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        ...[
          "setTimeout",
          "setInterval",
          "setImmediate",
          "clearTimeout",
          "queueMicrotask",
          "performance",
          "fetch",
        ].map((name) => ({
          name,
          message: "Use the time that you are given, or `systemTime`; send with http/send.ts.",
        })),
      ],
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now", message: "Use the time that you are given, or `systemTime`." },
        { object: "AbortSignal", property: "timeout", message: "Use `after` of a time." },
      ],
    },
  },
  {
    files: ["cli/**/*.ts"],
    ignores: ["cli/terminal/output.ts"],
    rules: {
      "no-console": "error",
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "MemberExpression[property.name='write'] > MemberExpression[object.name='process'][property.name=/^std(out|err)$/]",
          message:
            "Print with cli/terminal/output.ts: text of targets and files can be a command to the terminal that shows it.",
        },
      ],
    },
  },
  { files: ["**/*.js"], extends: [tseslint.configs.disableTypeChecked] },
);
