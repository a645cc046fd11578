import { readFileSync } from 'node:fs'
import path from 'node:path'

type Instruction = { name: string; text: string }
type Stage = { image: string; name: string | null; instructions: readonly Instruction[] }

export const root = path.resolve(import.meta.dirname, '../..')

/** Reads a Dockerfile into its stages. Heredocs and parser directives are not supported. */
function parseDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
  const stages: { image: string; name: string | null; instructions: Instruction[] }[] = []
  for (const line of lines) {
    const [, name = '', rest = ''] = /^\s*([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') {
      const [, image = '', as = null] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(rest) ?? []
      stages.push({ image, name: as, instructions: [] })
    } else {
      stages.at(-1)?.instructions.push({ name, text: rest })
    }
  }
  return stages
}

export const readDockerfile = (): Stage[] =>
  parseDockerfile(readFileSync(path.join(root, 'deploy/Dockerfile'), 'utf8'))

/** Returns the texts of the instructions of one kind. */
export const textsOf = ({ instructions }: Stage, name: string): string[] =>
  instructions.filter((each) => each.name === name).map(({ text }) => text)
