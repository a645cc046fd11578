import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
type Diagnostic = { filename: string; code: string }

let house: string
let diagnostics: Diagnostic[] = []

const FOLDERS = [
  'contract',
  'src/app',
  'src/features/chat',
  'src/features/desktop',
  'src/platform/windows',
  'src/ui',
  'src/lib',
  'server/db',
  'server/lib',
  'server/boot',
  'solana',
  'engine/trades',
  'localnet/svm',
  'server/os',
  'server/modules/ledger',
  'server/modules/payments',
  'server/modules/runs',
  'server/cli',
]

beforeAll(() => {
  house = mkdtempSync(path.join(os.tmpdir(), 'soldesk-house-'))
  for (const folder of FOLDERS) mkdirSync(path.join(house, folder), { recursive: true })
  cpSync(path.join(root, 'oxlint.config.ts'), path.join(house, 'oxlint.config.ts'))
  cpSync(path.join(root, 'package.json'), path.join(house, 'package.json'))
  symlinkSync(path.join(root, 'node_modules'), path.join(house, 'node_modules'))
  for (const [file, text] of sources) writeFileSync(path.join(house, file), `${text}\n`)
  // One run for all files: starting the linter costs more than they do.
  const { stdout } = spawnSync(
    path.join(root, 'node_modules/.bin/oxlint'),
    ['--format', 'json', ...sources.keys()],
    { cwd: house, encoding: 'utf8' },
  )
  diagnostics = (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics
})

/** Returns the rules that the file breaks. */
const brokenIn = (file: string): string[] =>
  diagnostics.filter(({ filename }) => filename === file).map(({ code }) => code)

afterAll(() => rmSync(house, { recursive: true, force: true }))

const sources = new Map<string, string>()

/** Adds a file to the house, under a name of its own. Returns its path. */
const add = (file: string, text: string): string => {
  const place = file.replace(/\.(tsx?)$/, `${sources.size}.$1`)
  sources.set(place, text)
  return place
}

const bring = (from: string) => `export { thing } from '${from}'`

describe('the import fence', () => {
  it.each(
    [
      ['src/features/chat/a.ts', '#src/features/desktop/icons.ts', 'a feature importing a feature'],
      ['src/features/chat/a.ts', '#src/app/router.tsx', 'a feature importing the app'],
      ['src/features/chat/a.ts', '#server/config.ts', 'a feature importing the server'],
      [
        'src/platform/windows/a.ts',
        '#src/features/chat/chat.ts',
        'the platform importing a feature',
      ],
      ['src/ui/a.ts', '#src/platform/theme/theme-store.ts', 'a ui part knowing a domain'],
      ['src/lib/a.ts', '#src/ui/button.tsx', 'a library module importing a ui part'],
      ['src/app/a.ts', '#server/app.ts', 'the app importing the server'],
      ['src/features/chat/a.ts', '#solana/base58.ts', 'a feature importing codecs of Solana'],
      ['src/lib/a.ts', '#solana/base58.ts', 'a library module importing codecs of Solana'],
      ['contract/a.ts', '#src/lib/result.ts', 'the contract importing the browser side'],
      ['contract/a.ts', '#server/errors.ts', 'the contract importing the server'],
      ['server/db/a.ts', '#server/modules/ledger/service.ts', 'the database importing a module'],
      ['server/modules/ledger/a.ts', '#server/app.ts', 'a module importing the composition'],
      [
        'server/modules/ledger/a.ts',
        '#server/modules/payments/service.ts',
        'a module using another',
      ],
      ['server/modules/runs/a.ts', '#server/modules/payments/service.ts', 'the runs using a tool'],
      ['server/modules/ledger/a.ts', '#src/lib/result.ts', 'a module importing the browser side'],
      ['solana/a.ts', '#server/clients/solana-rpc.ts', 'what Solana defines importing a client'],
      ['solana/a.ts', '#server/config.ts', 'solana importing the configuration'],
      ['solana/a.ts', '#engine/index.ts', 'solana importing the engine'],
      ['engine/trades/a.ts', '#server/config.ts', 'the engine importing the server'],
      ['engine/trades/a.ts', '#localnet/index.ts', 'the engine importing the local chain'],
      ['localnet/svm/a.ts', '#server/os/directory-lock.ts', 'the local chain importing the server'],
      ['localnet/svm/a.ts', '#engine/index.ts', 'the local chain importing the engine'],
      [
        'server/boot/a.ts',
        '#localnet/svm/chain.ts',
        'the server importing the inside of the chain',
      ],
      ['server/boot/a.ts', '#localnet/start-local-chain.ts', 'the server passing by the entry'],
      [
        'server/modules/ledger/a.ts',
        '#engine/trades/trades.ts',
        'a module importing the inside of the engine',
      ],
      [
        'server/modules/ledger/a.ts',
        '#server/boot/storage/data-dir.ts',
        'a module importing the start-up code',
      ],
      ['server/lib/a.ts', '#server/db/database.ts', 'a server library module knowing the database'],
      [
        'server/lib/a.ts',
        '#server/errors.ts',
        'a server library module knowing the errors of the product',
      ],
      [
        'server/lib/a.ts',
        '#server/os/directory-lock.ts',
        'a server library module knowing the machine',
      ],
      ['src/lib/a.ts', '#engine/index.ts', 'the browser side importing the engine'],
      ['server/os/a.ts', '#server/db/database.ts', 'what the machine gives importing the database'],
      ['server/cli/a.ts', '#src/lib/result.ts', 'a command importing the browser side'],
      ['src/lib/a.ts', '../ui/button.tsx', 'a relative import of something farther'],
      [
        'src/lib/a.ts',
        '../../contract/endpoint/ids.ts',
        'a relative import of something much farther',
      ],
    ].map(([file = '', from = '', reason]) => [add(file, bring(from)), from, reason]),
  )('refuses from %s an import of %s: %s', (file = '') => {
    expect(brokenIn(file).join(' ')).toContain('no-restricted-imports')
  })

  it.each(
    [
      ['src/features/chat/a.ts', '#src/features/chat/part.ts'],
      ['src/features/chat/a.ts', '#src/platform/windows/window.ts'],
      ['src/app/a.ts', '#src/features/chat/chat.ts'],
      ['src/platform/windows/a.ts', './window.ts'],
      ['server/modules/ledger/a.ts', '#server/db/database.ts'],
      ['server/modules/ledger/a.ts', '#contract/money.ts'],
      ['server/db/a.ts', '#server/os/directory-lock.ts'],
      ['server/lib/a.ts', '#server/lib/durations.ts'],
      ['src/platform/windows/a.ts', '#solana/transaction.ts'],
      ['server/modules/payments/a.ts', '#solana/base58.ts'],
      ['server/modules/payments/a.ts', '#engine/index.ts'],
      ['server/modules/payments/a.ts', '#server/modules/runs/paid-tool.ts'],
      ['server/boot/a.ts', '#localnet/index.ts'],
      ['engine/trades/a.ts', '#solana/base58.ts'],
      ['engine/trades/a.ts', '#contract/analysis/report.ts'],
      ['localnet/svm/a.ts', '#solana/base58.ts'],
    ].map(([file = '', from = '']) => [add(file, bring(from)), from]),
  )('lets %s import %s', (file = '') => {
    expect(brokenIn(file)).toEqual([])
  })

  const TYPE_ONLY = add(
    'server/modules/ledger/a.ts',
    `import type { Ledger } from '#server/modules/payments/service.ts'\nexport type Mine = Ledger`,
  )

  it('lets a module import the type of another', () => {
    expect(brokenIn(TYPE_ONLY)).toEqual([])
  })

  const BUTTON = 'export const Part = () => <button type="button">Go</button>'
  const BUTTON_IN_UI = add('src/ui/a.tsx', BUTTON)
  const TOOLTIP = 'export const Part = () => <span title="More">…</span>'
  const LONG = Array.from({ length: 401 }, (_, index) => `export const n${index} = ${index}`)

  it.each(
    [
      ['forbid-elements', 'src/features/chat/a.tsx', BUTTON],
      ['forbid-elements', 'src/app/a.tsx', BUTTON],
      ['forbid-dom-props', 'src/features/chat/a.tsx', TOOLTIP],
      ['no-default-export', 'src/lib/a.ts', 'export default 1'],
      ['max-lines', 'src/lib/a.ts', LONG.join('\n')],
      ['no-explicit-any', 'src/lib/a.ts', 'export const loose = (value: any) => value'],
    ].map(([rule, file = '', text = '']) => [rule, add(file, text)]),
  )('holds the rule %s in %s', (rule, file = '') => {
    expect(brokenIn(file).join(' ')).toContain(rule)
  })

  it('lets the parts of src/ui draw a button', () => {
    expect(brokenIn(BUTTON_IN_UI)).toEqual([])
  })
})
