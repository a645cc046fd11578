import { readdirSync } from 'node:fs'
import { defineConfig } from 'oxlint'

/**
 * The import fence. Imports point down only: `src/app` > `src/features` > `src/platform` > `src/ui`, `src/lib` >
 * `contract`, and on the server `boot` > `modules` > `jobs`, `http`, `db`, `clients` > `lib`, `os`. `engine` and
 * `localnet` know `solana` and `contract` only, and the server imports each through its `index.ts`. In the browser only
 * the platform, with its wallets, knows `solana`. Overrides do not merge, so each one restates the sibling rule.
 */
const SIBLINGS_ONLY = {
  regex: '^\\.\\./',
  message:
    'Relative imports are for siblings; spell anything farther from the root (#src/…, #server/…, #contract/…).',
}

type Fence = {
  files: string[]
  forbidden: string[]
  message: string
  /** What only a type may be imported from. */
  typesOnly?: string[]
}

/** Everything that is not part of the product's running code. */
const TOOLS = ['#tests/', '#e2e/', '#bench/', '#scripts/']
const SERVER_SIDE = ['#server/', '#engine/', '#localnet/']
/** Files of the engine and the local chain other than their entries. */
const INNER_FILES = ['#(engine|localnet)/[^/]+/', '#localnet/[^i]', '#engine/[^i]']

const SRC_LAYERS = ['app', 'features', 'platform', 'ui', 'lib']
const folders = (parent: string) =>
  readdirSync(new URL(parent, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

const features = folders('src/features')
const modules = folders('server/modules')
/** Modules that every other module may import: the engine of paid runs. */
const SHARED_MODULES = ['runs', 'sharing']
/** The pattern engine knows no negation, so the neighbors are listed. */
const others = (parent: string, all: string[], own: string) =>
  all.filter((name) => name !== own).map((name) => `${parent}/${name}/`)

const fences: Fence[] = [
  {
    files: ['contract/**'],
    forbidden: ['#src/', '#solana/', ...SERVER_SIDE, ...TOOLS],
    message: 'The contract is what both sides share, so it imports neither.',
  },
  ...['platform', 'ui', 'lib'].map((layer) => ({
    files: [`src/${layer}/**`],
    forbidden: [
      ...SERVER_SIDE,
      ...TOOLS,
      ...(layer === 'platform' ? [] : ['#solana/']),
      ...SRC_LAYERS.slice(0, SRC_LAYERS.indexOf(layer === 'lib' ? 'ui' : layer)).map(
        (above) => `#src/${above}/`,
      ),
      ...(layer === 'lib' ? ['#src/ui/'] : []),
    ],
    message: 'Imports point down: app > features > platform > ui, lib > contract.',
  })),
  ...features.map((feature) => ({
    files: [`src/features/${feature}/**`],
    forbidden: [
      ...SERVER_SIDE,
      ...TOOLS,
      '#solana/',
      '#src/app/',
      ...others('#src/features', features, feature),
    ],
    message: 'A feature never imports another feature or the app; compose them in src/app.',
  })),
  {
    files: ['src/app/**', 'src/*.tsx', 'src/*.ts'],
    forbidden: ['#solana/', ...SERVER_SIDE, ...TOOLS],
    message: 'The browser side never imports the server.',
  },
  ...modules.map((module) => ({
    files: [`server/modules/${module}/**`],
    forbidden: [
      '#src/',
      '#server/(app|main)\\.ts$',
      '#server/(boot|cli)/',
      ...INNER_FILES,
      ...TOOLS,
    ],
    typesOnly: others('#server/modules', modules, module).filter(
      (folder) => !SHARED_MODULES.some((shared) => folder === `#server/modules/${shared}/`),
    ),
    message: 'A module knows only what lies below it; server/boot passes it its dependencies.',
  })),
  {
    files: ['server/{db,clients,http,jobs,intents,mcp-servers}/**'],
    forbidden: [
      '#src/',
      '#server/modules/',
      '#server/(app|main)\\.ts$',
      '#server/(boot|cli)/',
      ...INNER_FILES,
      ...TOOLS,
    ],
    message: 'What lies below the modules does not know them.',
  },
  {
    files: ['server/lib/**', 'server/os/**'],
    // Of the server all but `lib/`; the patterns of the linter have no look-ahead.
    forbidden: ['#src/', '#server/([^l]|l[^i]|li[^b]|lib[^/])', '#engine/', '#localnet/', ...TOOLS],
    message: 'lib and os know no domain and nothing above them.',
  },
  {
    files: ['server/*.ts', 'server/boot/**', 'server/cli/**'],
    forbidden: ['#src/', '#tests/', '#e2e/', '#bench/', ...INNER_FILES],
    message: 'The server never imports the browser side.',
  },
  {
    files: ['solana/**'],
    forbidden: ['#src/', ...SERVER_SIDE, ...TOOLS],
    message: 'solana holds codecs and keys; it knows nothing of the product.',
  },
  {
    files: ['engine/**'],
    forbidden: ['#src/', '#server/', '#localnet/', ...TOOLS],
    message: 'The engine is a pure library: it imports solana and contract only.',
  },
  {
    files: ['localnet/**'],
    forbidden: ['#src/', '#server/', '#engine/', ...TOOLS],
    message: 'The local chain is a library: it imports solana and contract only.',
  },
]

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'import', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: [
    'node_modules',
    'dist',
    'data',
    'stubs',
    'test-results',
    'playwright-report',
    '.cache',
  ],
  rules: {
    'import/no-default-export': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-unassigned-import': 'off',
    'max-lines': ['error', { max: 400, skipComments: false, skipBlankLines: false }],
    'no-console': ['error', { allow: ['warn', 'error'] }],
    'no-empty': ['error', { allowEmptyCatch: false }],
    'no-shadow': 'off',
    // The compiler sees to it, and knows an exhaustive switch.
    'typescript/consistent-return': 'off',
    'react/no-unstable-nested-components': ['error', { allowAsProps: true }],
    'no-underscore-dangle': 'off',
    'react/react-in-jsx-scope': 'off',
    // For the React compiler, which is not used.
    'react/incompatible-library': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    'unicorn/consistent-function-scoping': 'off',
    // It mistakes channels and worker threads for windows. The product posts to no window.
    'unicorn/require-post-message-target-origin': 'off',
    'react/no-array-index-key': 'off',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'no-restricted-imports': ['error', { patterns: [SIBLINGS_ONLY] }],
  },
  overrides: [
    ...fences.map(({ files, forbidden, message, typesOnly = [] }) => ({
      files,
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              SIBLINGS_ONLY,
              { regex: `^(${forbidden.join('|')})`, message },
              ...typesOnly.map((regex) => ({
                regex: `^${regex}`,
                message,
                allowTypeImports: true,
              })),
            ],
          },
        ] as ['error', object],
      },
    })),
    {
      // A function is short enough to read at once.
      files: ['{contract,engine,localnet,scripts,server,solana,src}/**'],
      rules: {
        'max-lines-per-function': [
          'error',
          { max: 80, skipComments: false, skipBlankLines: false },
        ] as ['error', object],
      },
    },
    {
      // Features use the parts of src/ui.
      files: ['src/{app,features,platform}/**'],
      rules: {
        'react/forbid-elements': [
          'error',
          { forbid: [{ element: 'button', message: 'Use a button of src/ui.' }] },
        ] as ['error', object],
        'react/forbid-dom-props': [
          'error',
          { forbid: [{ propName: 'title', message: 'Use a tooltip: src/ui/overlay/tip.ts.' }] },
        ] as ['error', object],
      },
    },
    {
      files: ['*.config.ts', 'vite.config.ts'],
      rules: { 'import/no-default-export': 'off' as const },
    },
    {
      files: ['scripts/**', 'bench/**', 'server/cli/**', 'server/main.ts'],
      rules: { 'no-console': 'off' as const },
    },
    {
      files: ['e2e/**'],
      // Playwright insists on a destructuring pattern for a fixture's arguments, empty where none is used.
      rules: { 'no-empty-pattern': 'off' as const },
    },
    {
      files: ['tests/**', 'e2e/**', 'bench/**'],
      rules: {
        'typescript/no-non-null-assertion': 'off' as const,
        'typescript/unbound-method': 'off' as const,
      },
    },
  ],
})
