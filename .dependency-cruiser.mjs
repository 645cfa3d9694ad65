// Who may import whom, types included. docs/internals/architecture.md tells the same in words; what gets into the two bundles
// at run time is the matter of .dependency-cruiser.bundles.mjs.

/**
 * The rooms of src from the bottom to the top. A room imports what stands above it in this list and nothing else, and
 * rooms of one line do not know each other.
 */
const layers = [
  ['domain', 'package'],
  ['files'],
  ['http', 'protocol'],
  ['config', 'health', 'tracing'],
  ['localization', 'social', 'notices'],
  ['source', 'store', 'temporal'],
  ['checks'],
  ['probe'],
  ['activities'],
  ['workflows'],
  ['client'],
  ['operations', 'export-formats'],
  ['mcp'],
  ['gateway', 'sandbox', 'worker'],
  ['embedded'],
  ['cli'],
];

/** Files of some rooms; a room is a folder, or one file. */
const inside = (rooms) => `^src/(${rooms.join('|')})[/.]`;

const oneWay = layers.slice(0, -1).map((rooms, level) => ({
  name: `no-way-up-from-${rooms.join('-or-')}`,
  comment: 'A request travels one way. Move what is shared down to a room that both may import.',
  severity: 'error',
  from: { path: inside(rooms) },
  to: { path: inside(layers.slice(level).flat()), pathNot: '^src/$1[/.]' },
}));

/** Which files of the domain may use which library. */
const domainLibraries = {
  zod: '(fields|insights|[a-z-]+-schema|release-file|schedule-file|status)',
  ms: 'duration',
  '@temporalio/common': 'search-attributes',
};

const pureDomain = [
  {
    name: 'domain-imports-nobody',
    comment: 'The domain is pure: it runs in workflows, in the page and in tests alike.',
    severity: 'error',
    from: { path: '^src/domain/' },
    to: {
      pathNot: ['^src/domain/', ...Object.keys(domainLibraries).map((name) => `^node_modules/${name}/`)],
    },
  },
  ...Object.entries(domainLibraries).map(([library, files]) => ({
    name: `domain-uses-${library}-in-its-place`,
    comment: 'What the page and workflows import from the domain must not bring a library along.',
    severity: 'error',
    from: { path: '^src/domain/', pathNot: `^src/domain/[a-z]*/?${files}[.]ts$` },
    to: { path: `^node_modules/${library}/` },
  })),
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that import each other cannot be read, tested or moved one at a time.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'What imports nothing and is imported by nothing is left over.',
      severity: 'error',
      // What it imports is built, and is not looked at.
      from: { orphan: true, pathNot: '^trials/chaos/worker[.]mjs$' },
      to: {},
    },
    {
      name: 'no-unknown-imports',
      comment: 'An import that leads nowhere hides from every other rule.',
      severity: 'error',
      from: {},
      // What is built may not be there yet.
      to: { couldNotResolve: true, pathNot: '^([.][.]/)+dist/' },
    },
    {
      name: 'every-room-has-a-place',
      comment: 'A new room of src belongs into the list of layers.',
      severity: 'error',
      from: { path: '^src/', pathNot: inside(layers.flat()) },
      to: {},
    },
    ...oneWay,
    ...pureDomain,
    {
      name: 'protocol-imports-the-domain-alone',
      comment: 'Both sides of a message import its description: it must not bring either side along.',
      severity: 'error',
      from: { path: '^src/protocol/' },
      to: { pathNot: ['^src/(protocol|domain)/', '^node_modules/(zod|@temporalio/(workflow|common))/'] },
    },
    {
      name: 'only-messages-name-temporal',
      comment:
        'Signals, updates and queries are defined in one file, and their payloads read in one; the rest is plain data.',
      severity: 'error',
      from: { path: '^src/protocol/', pathNot: '^src/protocol/(messages|read-payload|check-message)[.]ts$' },
      to: { path: '^node_modules/@temporalio/' },
    },
    {
      name: 'workflows-call-nobody',
      comment:
        'Workflow code is replayed: it uses the domain and the protocol, and names activities by type.',
      severity: 'error',
      from: { path: '^src/workflows/' },
      to: { path: '^src/', pathNot: '^src/(workflows|domain|protocol|activities)/' },
    },
    {
      name: 'workflows-use-temporal-alone',
      comment: 'Whatever workflow code imports is evaluated anew for each workflow, and must replay.',
      severity: 'error',
      from: { path: '^src/workflows/' },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'core'],
        dependencyTypesNot: ['type-only'],
        pathNot: '^node_modules/@temporalio/(workflow|common)/',
      },
    },
    {
      name: 'others-read-no-sources-themselves',
      comment:
        'What somebody sent may cost anything to read: gateways and workers have it read by source/read-apart.ts.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/source/' },
      to: { path: '^src/source/(read-source-files|snapshot-jobs)[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-write-guard-writes',
      comment:
        'Whether something outside may be changed now is decided in the write guard, and nowhere else: it alone has the activities that do.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/workflows/write-guard[.]ts$' },
      to: { path: '^src/workflows/write-proxies[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'workflows-run-in-a-worker',
      comment: 'The worker takes workflow code as a bundle; everybody else names it by type.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/workflows/' },
      to: { path: '^src/workflows/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'activities-run-in-a-worker',
      comment: 'A client that calls an activity itself goes round Temporal, which would have kept the call.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(activities/|worker[.]ts$)' },
      to: { path: '^src/activities/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sandbox-shares-words-alone',
      comment:
        'A sandbox that shares schemas or code with a client agrees with its mistakes. A workbook is written by neither.',
      severity: 'error',
      from: { path: '^src/sandbox/' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/(sandbox|http)/',
          '^src/(localization|social)/vocabulary[.]ts$',
          '^src/source/formats/xlsx-strings[.]ts$',
        ],
      },
    },
    {
      name: 'page-knows-the-domain-alone',
      comment: 'The page speaks to the gateway over HTTP; everything else of src is behind it.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^src/', pathNot: '^src/(domain|protocol)/' },
    },
    {
      name: 'page-takes-types-from-the-protocol',
      comment:
        'The schemas of the protocol are the gateway’s to check; the page needs their types, and the addresses.',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^src/protocol/',
        pathNot: '^src/protocol/addresses[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'properties-share-a-seed',
      comment: 'test/support/fast-check sets the seed: a test says the same of a commit in every run.',
      severity: 'error',
      from: { path: '^test/', pathNot: '^test/support/fast-check[.]ts$' },
      to: { path: '^node_modules/fast-check/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'product-without-tests',
      comment: 'What is shipped stands without tests, benches and scripts.',
      severity: 'error',
      from: { path: '^(src|web)/' },
      to: { path: '^(test|trials|scripts)/' },
    },
    {
      name: 'product-without-development-dependencies',
      comment: 'Whoever installs the package gets its dependencies and no others.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
