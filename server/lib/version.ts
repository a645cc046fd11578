import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

export type Version = {
  version: string
  /** Null if the source is neither a git checkout nor an image built with a commit. */
  commit: string | null
}

const root = path.resolve(import.meta.dirname, '../..')
const GIT_MS = 2_000

export const readVersion = async (): Promise<Version> => {
  const text = readFileSync(path.join(root, 'package.json'), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return { version, commit: readBuiltCommit() ?? (await readGitCommit()) }
}

/** Images have no git folder; their build writes this file. */
const readBuiltCommit = (): string | null => {
  const file = path.join(root, '.commit')
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return text === '' ? null : text
}

const readGitCommit = (): Promise<string | null> =>
  promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    timeout: GIT_MS,
  }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )

/** Returns for example `0.1.0 (5257ac6)`. */
export const formatVersion = ({ version, commit }: Version): string =>
  commit === null ? version : `${version} (${commit})`
