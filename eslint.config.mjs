import eslint from '@eslint/js';
import { builtinModules } from 'node:module';
import tseslint from 'typescript-eslint';

const nodeBuiltins = builtinModules.flatMap((name) => [name, `node:${name}`]);

/** Rooms that hold clients, files or sockets: workflow code replays, so it may name their types and nothing else. */
const roomsWithSideEffects = [
  'activities',
  'checks',
  'cli',
  'client',
  'config',
  'gateway',
  'http',
  'localization',
  'embedded',
  'sandbox',
  'social',
  'source',
  'store',
  'temporal',
];

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
          patterns: [
            { group: ['@temporalio/*/lib/*'], message: 'Import what the package offers by its name.' },
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union or an `as const` object.' },
      ],
    },
  },
  {
    files: ['src/workflows/**'],
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
      '@typescript-eslint/no-restricted-imports': [
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
          ],
          patterns: [
            {
              group: roomsWithSideEffects.flatMap((room) => [
                `../${room}`,
                `../${room}/*`,
                `../../${room}/*`,
              ]),
              allowTypeImports: true,
              message: 'Workflow code imports domain/, protocol/ and types only.',
            },
            {
              group: ['../worker'],
              allowTypeImports: true,
              message: 'Workflow code imports domain/, protocol/ and types only.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/domain/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: nodeBuiltins.map((name) => ({
            name,
            message: 'The domain is pure: it runs inside workflows too.',
          })),
          patterns: [{ group: ['../*'], message: 'The domain imports nobody.' }],
        },
      ],
    },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', module: 'readonly' } },
  },
);
