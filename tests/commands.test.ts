import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase, type TestDatabase } from './support/database.ts'
import { ADMIN, run } from './support/product.ts'
import { TEMPORARY_ROOT } from '#tests/support/temporary-root.ts'

vi.setConfig({ testTimeout: 60_000 })

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const NPM = /\bnpm (?:start|test|ci|run (?:--silent )?\w[\w:-]*)(?: -- [^`#|<\n]+)?/g

/** The npm commands of a page, without comments and what is piped into them. */
const commandsIn = (page: string): string[] =>
  [...read(page).matchAll(NPM)].map(([command]) => command.replace(/[.,:;)]+$/, '').trim())

const documented = [
  ...new Set(globSync('{README.md,docs/*.md,bench/README.md}', { cwd: root }).flatMap(commandsIn)),
].toSorted()

const admin = (...words: string[]) => ({
  file: 'tests/server/cli/admin.test.ts',
  words: words.join("', '"),
})
/** Run below, on a database of its own. */
const HERE = { file: 'tests/commands.test.ts', words: '' }
const benchmark = { reason: 'a benchmark takes minutes' }

/** Where a documented command is run, or why no test runs it. */
const PROOF: Readonly<Record<string, { file: string; words: string } | { reason: string }>> = {
  'npm ci': {
    reason: 'installs packages; tests/scripts/lockfile.test.ts checks what it would install',
  },
  'npm run admin': HERE,
  'npm run admin -- --help': HERE,
  'npm run admin -- --version': admin('--version'),
  'npm run admin -- audit list --subject ID': HERE,
  'npm run admin -- backup soldesk.backup': {
    file: 'tests/server/boot/storage/backup.test.ts',
    words: 'backup',
  },
  'npm run admin -- chain import recorded.jsonl': admin('chain', 'import'),
  "npm run admin -- credit USER 5 --reason 'refund by hand'": admin('credit'),
  "npm run admin -- credit alice 50 --reason 'beta tester'": admin('credit'),
  "npm run admin -- debit USER 5 --reason 'credited twice'": admin('debit'),
  'npm run admin -- doctor': admin('doctor'),
  'npm run admin -- jobs list --state failed': HERE,
  'npm run admin -- jobs retry ID': admin('jobs', 'retry'),
  'npm run admin -- ledger check': admin('ledger', 'check'),
  'npm run admin -- ledger check --full': HERE,
  'npm run admin -- network accept': {
    file: 'tests/server/boot/deployment/deployment.test.ts',
    words: 'accept',
  },
  'npm run admin -- payments list --unmatched': admin('payments', 'list', '--unmatched'),
  'npm run admin -- payments list --user USER': HERE,
  'npm run admin -- payments show ID': admin('payments', 'show'),
  'npm run admin -- restore soldesk.backup': {
    file: 'tests/server/boot/storage/backup.test.ts',
    words: 'restore',
  },
  'npm run admin -- user add alice': admin('user', 'add'),
  'npm run admin -- user disable USER': admin('user', 'disable'),
  'npm run admin -- user list --search ali': HERE,
  'npm run admin -- user set-password USER': admin('user', 'set-password'),
  'npm run admin -- user show USER': admin('user', 'show'),
}

const isBenchmark = (command: string) => command.startsWith('npm run bench')
const proofOf = (command: string) =>
  isBenchmark(command) ? benchmark : (PROOF[command] ?? SCRIPTS[command])

/** Scripts of the repository itself. */
const SCRIPTS: typeof PROOF = {
  'npm start': { file: 'tests/server/main.test.ts', words: 'LAUNCHER' },
  'npm start -- --role worker': { file: 'tests/server/main.test.ts', words: 'worker' },
  'npm test': { reason: 'runs this test' },
  'npm run analyse -- --mint ADDRESS --rpc URL': {
    file: 'tests/server/cli/analyse.test.ts',
    words: '--mint',
  },
  'npm run build': { file: 'tests/scripts/build.test.ts', words: 'build' },
  'npm run check': { reason: 'runs this test' },
  'npm run dev': { reason: 'runs until it is stopped, with live reload' },
  'npm run e2e': { reason: 'npm test runs it' },
  'npm run pictures': { reason: 'takes pictures with a browser' },
  'npm run unit': { reason: 'runs this test' },
  'npm run unit -- tests/server/modules/ledger': { reason: 'runs this test' },
}

describe('every command that the documentation shows', () => {
  it('is found', () => expect(documented.length).toBeGreaterThan(25))

  it.each(documented)('is run by a test, or there is a reason why not: %s', (command) => {
    const proof = proofOf(command)
    expect(proof).toBeDefined()
    const isNamed =
      proof !== undefined && (!('file' in proof) || read(proof.file).includes(proof.words))
    expect(isNamed).toBe(true)
  })

  it.each(documented)('is a script of package.json: %s', (command) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const script = /^npm (?:run (?:--silent )?)?([\w:-]+)/.exec(command)?.[1] ?? ''
    expect(Object.keys({ ...scripts, ci: '' })).toContain(script)
  })
})

describe('a command of the operator', () => {
  let database: TestDatabase
  const dataDir = mkdtempSync(path.join(TEMPORARY_ROOT, 'soldesk-commands-'))
  beforeAll(async () => {
    database = await testDatabase()
    await database.db.query(
      `insert into app_user (id, username, username_key) values (gen_random_uuid(), 'alice', 'alice')`,
    )
  })
  afterAll(async () => {
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('runs as documented', async () => {
    const commands: [string[], RegExp][] = [
      [['--help'], /^Usage: /],
      [['user', 'list', '--search', 'ali'], /alice/],
      [['payments', 'list', '--user', 'alice'], /./],
      [['jobs', 'list', '--state', 'failed'], /./],
      [['audit', 'list', '--subject', 'nothing'], /^Nothing yet\.\n$/],
      [['ledger', 'check', '--full', '--no-chain'], /^The ledger is sound/],
    ]
    const env = { DATABASE_URL: database.ownerUrl, DATA_DIR: dataDir }
    await Promise.all(
      commands.map(async ([words, printed]) => {
        const command = run([ADMIN, ...words], { env })
        expect([words, await command.ended]).toEqual([words, 0])
        expect(command.output()).toMatch(printed)
      }),
    )
  })
})
