import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'

const root = path.resolve(import.meta.dirname, '..')
const dist = path.join(root, 'dist')
const TEXT = /\.(js|css|html|svg|json|txt|webmanifest|map)$/
const MIN_SECRET_LENGTH = 12

const SECRETS: Readonly<Record<string, RegExp>> = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY/,
  'a secret key of Solana': /\[(?:\d{1,3},\s*){63}\d{1,3}\]|["'`][1-9A-HJ-NP-Za-km-z]{87,88}["'`]/,
  'a signed token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./,
  'a key of a service':
    /\b(?:sk-[\w-]{20,}|gh[pousr]_\w{30,}|AKIA[0-9A-Z]{16}|xox[abprs]-\w|AIza[\w-]{35}|npm_\w{36})/,
  'a password in an address': /\b[a-z+]+:\/\/[^\s/:@"'`]+:[^\s/@"'`]+@/,
  'the name of a secret setting': /\b(?:JWT_SECRET|DATABASE_URL|METRICS_TOKEN|\w+_API_KEY)\b/,
  'a source map': /\bsourceMappingURL=/,
}

const files = () =>
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

const texts = () =>
  files()
    .filter((file) => TEXT.test(file))
    .map((file) => ({ name: path.relative(dist, file), text: readFileSync(file, 'utf8') }))

/** Secrets of the process that built the site. A variable of a build tool must not copy one into a script. */
const environmentSecrets = () =>
  Object.entries(process.env).flatMap(([name, value = '']) =>
    /SECRET|TOKEN|KEY|PASSWORD/.test(name) && value.length >= MIN_SECRET_LENGTH
      ? [{ name, value }]
      : [],
  )

test('the built site has no source maps', () => {
  expect(files().filter((file) => file.endsWith('.map'))).toEqual([])
})

test('the built site has no secrets and no path of the machine that built it', () => {
  const site = texts()
  expect(site.length).toBeGreaterThan(20)
  const found = site.flatMap(({ name, text }) => [
    ...Object.entries(SECRETS).flatMap(([what, pattern]) =>
      pattern.test(text) ? [`${what} in ${name}`] : [],
    ),
    ...environmentSecrets().flatMap((secret) =>
      text.includes(secret.value) ? [`${secret.name} in ${name}`] : [],
    ),
    ...(text.includes(root) ? [`the path of the build in ${name}`] : []),
  ])
  expect(found).toEqual([])
})

test('the patterns find what they name', () => {
  const examples = {
    'a private key': '-----BEGIN EC PRIVATE KEY-----',
    'a secret key of Solana': `[${Array.from({ length: 64 }, (_, byte) => byte).join(', ')}]`,
    'a signed token': `eyJ${'a'.repeat(12)}.eyJ${'b'.repeat(12)}.c`,
    'a key of a service': `AKIA${'A'.repeat(16)}`,
    'a password in an address': 'postgres://me:hush@db.example/desk',
    'the name of a secret setting': 'process.env.LLM_API_KEY',
    'a source map': '//# sourceMappingURL=a.js.map',
  }
  const missed = Object.entries(examples).filter(([what, text]) => !SECRETS[what]?.test(text))
  expect(missed).toEqual([])
})
