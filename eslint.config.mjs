import eslint from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import { builtinModules } from 'node:module';
import tseslint from 'typescript-eslint';

const nodeBuiltins = builtinModules.flatMap((name) => [name, `node:${name}`]);

/** Nobody needs these: they call an activity by its name, past the proxies. */
const forbidden = ['scheduleActivity', 'scheduleLocalActivity'];

/** What of Temporal one module of the workflows alone may use, so that its rule holds everywhere. */
const keptTo = {
  wait: ['condition', 'sleep', 'continueAsNew', 'makeContinueAsNewFunc'],
  'activity-proxies': ['proxyActivities', 'proxyLocalActivities'],
  'write-proxies': ['proxyActivities', 'proxyLocalActivities'],
};

const noEnum = { selector: 'TSEnumDeclaration', message: 'Use a union or an `as const` object.' };
/** It packs fields into one line, past the formatter. */
const noSpreadLiteral = {
  selector: ":matches(SpreadElement, JSXSpreadAttribute)[argument.type='ObjectExpression']",
  message: 'Write the fields themselves.',
};
const ofAllCode = [noEnum, noSpreadLiteral];
/** What is made while the product runs is seen by no checker. */
const noMadePattern = {
  selector: ":matches(NewExpression, CallExpression)[callee.name='RegExp']",
  message:
    'A pattern must stand in the code, where it is checked; use domain/text/made-pattern.ts for a literal text.',
};
const noPlainList = {
  selector: "CallExpression[callee.property.name='list'][callee.object.property.name='workflow']",
  message: 'One memo that cannot be decoded makes it fail for all: use listedRuns of temporal/runs.ts.',
};

const noLooseProblem = {
  selector: 'NewExpression[callee.name=/^(NeedsDecision|ReleaseFailure)$/]',
  message: 'Raise a row of the table of problems: needsDecision(code, facts).',
};
const noPlainCounter = {
  selector: "ImportDeclaration[source.value='prom-client'] > ImportSpecifier[imported.name='Counter']",
  message:
    'It begins without series, and an alert misses its first event: use counterFromZero of health/counter.ts.',
};

const noReveal = {
  selector: "CallExpression[callee.property.name='reveal']",
  message: 'A secret is revealed only where a request is signed or a signature is checked.',
};

const ofTheProduct = [...ofAllCode, noPlainList, noMadePattern, noPlainCounter];

/** Imports of workflow code; `module`: the one that has something to itself. */
const workflowImports = (module) => [
  'error',
  {
    paths: [
      ...nodeBuiltins.map((name) => ({ name, message: 'Workflow code may not use Node builtins.' })),
      ...[
        'undici',
        'fastify',
        'commander',
        'yaml',
        '@temporalio/client',
        '@temporalio/worker',
        '@temporalio/activity',
      ].map((name) => ({ name, message: 'Workflow code calls activities, never a client.' })),
      {
        name: '@temporalio/workflow',
        importNames: [...new Set([...Object.values(keptTo).flat(), ...forbidden])].filter(
          (name) => !(keptTo[module] ?? []).includes(name),
        ),
        message: 'Wait by wait.ts, read by activity-proxies.ts, and change something through write-guard.ts.',
      },
    ],
  },
];

const privatePaths = {
  regex: '^(@[^/]+/)?[^./@][^/]*/(build|dist|internal|lib|src)/',
  message: 'A private path of a package: it may move in any release.',
};

const openedByOne = ['open', 'openSync', 'readFile', 'readFileSync', 'createReadStream'];

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'coverage/', 'node_modules/'] },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-imports': [
        'error',
        {
          patterns: [privatePaths],
        },
      ],
      'no-restricted-syntax': ['error', ...ofAllCode],
    },
  },
  {
    // What others wrote is matched in time that grows with its length, and no faster.
    files: ['src/**', 'web/**', 'scripts/**', 'trials/**', 'bin/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    },
  },
  {
    files: ['src/**'],
    rules: { 'no-restricted-syntax': ['error', ...ofTheProduct, noReveal] },
  },
  {
    files: ['web/**', 'scripts/**'],
    rules: { 'no-restricted-syntax': ['error', ...ofAllCode, noMadePattern] },
  },
  {
    // Whatever stops a release is a row of the table of problems.
    files: ['src/workflows/**'],
    ignores: ['src/workflows/problems.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...ofTheProduct, noReveal, noLooseProblem],
    },
  },
  {
    files: ['src/domain/text/made-pattern.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...ofTheProduct.filter((rule) => rule !== noMadePattern), noReveal],
    },
  },
  {
    files: [
      'src/{http,localization,social,notices,store,gateway,sandbox}/**',
      'src/config/config.ts',
      'src/client/releases/release-pages.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...ofTheProduct] },
  },
  {
    // What a user names may be a pipe, a device or without end.
    files: ['src/**'],
    ignores: [
      'src/files/regular-file.ts',
      // These write what they open.
      'src/store/replace-file.ts',
      'src/temporal/server/download-binary.ts',
      // These read what the product itself has put there: its own package, binaries, locks and state.
      'src/package.ts',
      'src/gateway/page.ts',
      'src/cli/{command-failure,demo}.ts',
      'src/temporal/server/{bring-binary,lock-file}.ts',
      'src/embedded/**',
      // It runs beside the product, for trials.
      'src/sandbox/**',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [privatePaths],
          paths: ['fs', 'node:fs', 'fs/promises', 'node:fs/promises'].map((name) => ({
            name,
            importNames: openedByOne,
            message: 'Read files by files/regular-file.ts, which waits for no pipe and has a bound.',
          })),
        },
      ],
    },
  },
  {
    // Who may import whom is the matter of .dependency-cruiser.mjs; what is said here is said in the editor too.
    files: ['src/workflows/**', 'src/domain/**', 'src/protocol/**'],
    rules: {
      'no-console': 'error',
      'no-restricted-globals': [
        'error',
        {
          name: 'process',
          message: 'Workflow code is replayed: it has no process. Pass the value in the input.',
        },
        { name: 'require', message: 'Workflow code is bundled: use import.' },
        { name: 'fetch', message: 'Workflow code makes no calls: write an activity.' },
        { name: 'Buffer', message: 'Workflow code has no Node globals.' },
      ],
      '@typescript-eslint/no-restricted-imports': workflowImports(),
    },
  },
  ...Object.keys(keptTo).map((module) => ({
    files: [`src/workflows/${module}.ts`],
    rules: { '@typescript-eslint/no-restricted-imports': workflowImports(module) },
  })),
  {
    files: ['src/protocol/messages.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          name: '@temporalio/workflow',
          allowImportNames: ['defineQuery', 'defineSignal', 'defineUpdate'],
          message: 'Clients import the messages too: only definitions work outside of a workflow.',
        },
      ],
    },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'readonly',
        require: 'readonly',
        __dirname: 'readonly',
      },
    },
  },
  {
    // They run before anything is built.
    files: ['bin/*.js', 'test/jest/*.js'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
