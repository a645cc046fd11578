import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { createAdminProgram } from '#server/cli/admin-program.ts'
import { CONFIG_KEYS } from '#server/config-keys.ts'

const root = path.resolve(import.meta.dirname, '..')
const PAGES = [
  'README.md',
  'docs/operations.md',
  'docs/scaling.md',
  'docs/tour.md',
  'bench/README.md',
]
const texts = PAGES.map((page) => readFileSync(path.join(root, page), 'utf8')).join('\n')
const blocks = [...texts.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** Lists what follows `start` in a line of a block or between backticks. */
const following = (start: string): string[] => {
  const inline = [...texts.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const lines = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
  return [...inline, ...lines].flatMap((line) => {
    const at = line.indexOf(start)
    return at < 0
      ? []
      : [
          line
            .slice(at + start.length)
            .replace(/\s+#.*$/, '')
            .trim(),
        ]
  })
}

const adminCommands = new Set(
  [
    ...following('npm run admin -- '),
    ...following('server/cli/admin.ts '),
    ...[...blocks.join('\n').matchAll(/(?:^|\| )soldesk-admin (.+)$/gm)].map(
      ([, rest = '']) => rest,
    ),
  ]
    .map((command) => command.replace(/[,;:].*$/, ''))
    .filter((command) => !command.startsWith('-')),
)

/** Returns why the operator's command line would refuse the words, or undefined. */
function refusal(words: readonly string[]): string | undefined {
  let command: Command = createAdminProgram('0')
  const rest = [...words]
  while (command.commands.length > 0) {
    const name = rest.shift()
    const next = command.commands.find((each) => each.name() === name)
    if (next === undefined) return `there is no command ${words.join(' ')}`
    command = next
  }
  let given = 0
  while (rest.length > 0) {
    const word = rest.shift() ?? ''
    if (!word.startsWith('--')) {
      given += 1
      continue
    }
    const option = command.options.find(({ long }) => long === word)
    if (option === undefined && word !== '--json') return `${command.name()} has no ${word}`
    if (option?.required === true) rest.shift()
  }
  const required = command.registeredArguments.filter(({ required: isNeeded }) => isNeeded).length
  return given === required ? undefined : `${words.join(' ')}: ${required} arguments are needed`
}

describe('a command of the documentation', () => {
  it('is found', () => {
    expect(adminCommands.size).toBeGreaterThan(15)
    expect(blocks.length).toBeGreaterThan(8)
  })

  it.each([...adminCommands])('is one of the operator: %s', (command) => {
    const words = [...command.matchAll(/'[^']*'|\S+/g)].map(([word]) => word)
    expect(refusal(words)).toBeUndefined()
  })

  it('is refused when the operator has no such command, option or argument', () => {
    expect(refusal(['user', 'invent', 'USER'])).toContain('no command')
    expect(refusal(['user', 'show', 'USER', '--loud'])).toContain('no --loud')
    expect(refusal(['credit', 'USER'])).toContain('2 arguments')
  })

  it('names a script of package.json', () => {
    const names = new Set(
      following('npm run ').map((rest) => /^(?:-s |--silent )?([\w:-]+)/.exec(rest)?.[1]),
    )
    expect(names.size).toBeGreaterThan(5)
    expect([...names].filter((name) => name === undefined || !(name in scripts))).toEqual([])
  })

  it('names benches that exist', () => {
    const names = following('npm run bench -- ').map((rest) => rest.split(/[\s`]/)[0] ?? '')
    expect(names.length).toBeGreaterThan(2)
    expect(names.filter((name) => !existsSync(path.join(root, 'bench', name, 'bench.ts')))).toEqual(
      [],
    )
  })

  // Package managers, systemd and containers don't run here.
  it.each(blocks.map((block) => [block.trim().split('\n', 1)[0], block]))(
    'can be read by a shell: %s',
    (_, block) => {
      execFileSync('bash', ['-n'], { input: block, stdio: ['pipe', 'ignore', 'pipe'] })
    },
  )

  it('sets only keys that the server reads', () => {
    const lists = [...texts.matchAll(/cat > \S+ <<ENV\n([\s\S]*?)ENV\n/g)].map(
      ([, list = '']) => list,
    )
    const keys = lists.flatMap((list) => [...list.matchAll(/^([A-Z_]+)=/gm)].map(([, key]) => key))
    expect(keys.length).toBeGreaterThan(5)
    expect(keys.filter((key) => key === undefined || !Object.hasOwn(CONFIG_KEYS, key))).toEqual([])
  })
})
