import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

export type Version = {
  version: string
  /** Null if the source is not a git checkout. */
  commit: string | null
}

const root = path.resolve(import.meta.dirname, '../..')
const GIT_MS = 2_000

export const readVersion = async (): Promise<Version> => {
  const text = readFileSync(path.join(root, 'package.json'), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  const commit = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    timeout: GIT_MS,
  }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
  return { version, commit }
}

/** Returns for example `0.1.0 (5257ac6)`. */
export const versionText = ({ version, commit }: Version): string =>
  commit === null ? version : `${version} (${commit})`
