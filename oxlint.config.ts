import { readdirSync } from 'node:fs'
import { defineConfig } from 'oxlint'

/**
 * The import fence. Imports point down only: `src/app` > `src/features` > `src/platform` > `src/ui`, `src/lib` >
 * `contract`, and on the other side `server/app` > `server/modules` > `server/db`, `server/clients` > `server/solana`,
 * `server/os`. Overrides do not merge, so each one restates the sibling rule.
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

const SRC_LAYERS = ['app', 'features', 'platform', 'ui', 'lib']
const folders = (parent: string) =>
  readdirSync(new URL(parent, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

const features = folders('src/features')
const modules = folders('server/modules')
/** The pattern engine knows no negation, so the neighbours are listed. */
const others = (parent: string, all: string[], own: string) =>
  all.filter((name) => name !== own).map((name) => `${parent}/${name}/`)

const fences: Fence[] = [
  {
    files: ['contract/**'],
    forbidden: ['#src/', '#server/', '#tests/', '#e2e/', '#bench/', '#scripts/'],
    message: 'contract is the ground both sides stand on and imports neither.',
  },
  ...['platform', 'ui', 'lib'].map((layer) => ({
    files: [`src/${layer}/**`],
    forbidden: [
      '#server/',
      '#tests/',
      '#e2e/',
      '#bench/',
      '#scripts/',
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
      '#server/',
      '#tests/',
      '#e2e/',
      '#bench/',
      '#scripts/',
      '#src/app/',
      ...others('#src/features', features, feature),
    ],
    message: 'A feature never imports another feature or the app; compose them in src/app.',
  })),
  {
    files: ['src/app/**', 'src/*.tsx', 'src/*.ts'],
    forbidden: ['#server/', '#tests/', '#e2e/', '#bench/', '#scripts/'],
    message: 'The browser side never imports the server.',
  },
  ...modules.map((module) => ({
    files: [`server/modules/${module}/**`],
    forbidden: [
      '#src/',
      '#tests/',
      '#e2e/',
      '#bench/',
      '#scripts/',
      '#server/(app|main)\\.ts$',
      '#server/cli/',
    ],
    typesOnly: others('#server/modules', modules, module),
    message: 'A module knows what lies below it; server/app.ts hands it its dependencies.',
  })),
  {
    files: ['server/db/**', 'server/clients/**', 'server/plugins/**', 'server/local-chain/**'],
    forbidden: [
      '#src/',
      '#tests/',
      '#e2e/',
      '#bench/',
      '#scripts/',
      '#server/modules/',
      '#server/(app|main)\\.ts$',
      '#server/cli/',
    ],
    message: 'db, clients, plugins and the local chain do not know the modules.',
  },
  {
    files: ['server/solana/**', 'server/os/**'],
    forbidden: ['#src/', '#server/', '#tests/', '#e2e/', '#bench/', '#scripts/'],
    message: 'What Solana and the machine define stands below the server and knows none of it.',
  },
  {
    files: ['server/*.ts', 'server/cli/**'],
    forbidden: ['#src/', '#tests/', '#e2e/', '#bench/'],
    message: 'The server never imports the browser side.',
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
    'import/no-cycle': 'error',
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
