import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

const CLEAN = [
  'README.md',
  'docs/**/*.md',
  '{localnet,bench,src/platform/windows}/README.md',
  '.env.example',
  '{contract,engine,localnet,server,solana}/**/*.ts',
  '{bench,e2e,tests,scripts}/**/*.{ts,tsx,mjs}',
  'src/**/*.{ts,tsx}',
]

const BANNED: readonly RegExp[] = [
  /\bunless told\b/i,
  /\bstands? for itself\b/i,
  /\b(somebody|whoever|whosever|anew)\b/i,
  /(?<!`)\bnobody\b(?!`)/i,
  /\b(is|are|was|were|wanted) no more\b/i,
  /\b(stands|told|tells)\b/i,
  /\b(gives|given) (back|the (undoing|number))\b/i,
  /^Gives\b/,
  /\bat present\b/i,
  /\b(colour|licence|catalogue|behaviour)/i,
  // The name of the command is fixed.
  /(?<!npm run |')\b(analyse|normalise|recognise|realise|minimise|quantise)d?\b/i,
]

const readComments = (code: string): string[] =>
  code
    .split('\n')
    .map((line) => /^\s*(?:\/\/|\{?\/\*\*?|\*)\s?(?<text>.*)$/.exec(line)?.groups?.['text'] ?? '')

const findBanned = (lines: readonly string[]): string[] =>
  lines.filter((line) => BANNED.some((idiom) => idiom.test(line)))

describe('comments and docs', () => {
  it.each(CLEAN)('use plain US English in %s', (pattern) => {
    const files = globSync(pattern, { cwd: root })
    expect(files).not.toEqual([])
    const found = files.flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      const lines = /\.tsx?$/.test(file) ? readComments(text) : text.split('\n')
      return findBanned(lines).map((line) => `${file}: ${line.trim()}`)
    })
    expect(found).toEqual([])
  })

  it('report a banned idiom in a comment and none in code', () => {
    const code = ['/** Gives the undoing. */', "const told = 'anew'", '// 5 unless told'].join('\n')
    expect(findBanned(readComments(code))).toHaveLength(2)
  })
})
