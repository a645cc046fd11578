import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { getErrorCode } from '#contract/error-message.ts'
import { ConfigError } from '#server/config.ts'

const Secrets = z.object({
  jwtSecret: z.string().check(z.minLength(32)),
  /** Ed25519 seeds in hex. The treasury's is for localnet only. */
  treasurySeed: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  tokenAuthoritySeed: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type Secrets = z.infer<typeof Secrets>

const findSecretsFile = (dataDir: string): string => path.join(dataDir, 'secrets.json')

/** Returns null if no server has created the file yet. Throws `ConfigError` if it is damaged. */
export const readSecrets = (dataDir: string): Secrets | null => {
  const file = findSecretsFile(dataDir)
  try {
    return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null
    throw new ConfigError('DATA_DIR', `${file} is damaged; restore it from a backup`)
  }
}

/** Reads `secrets.json` (mode 0600) or creates it once. Throws `ConfigError` if it is damaged. */
export const loadSecrets = (dataDir: string): Secrets =>
  readSecrets(dataDir) ?? createSecrets(findSecretsFile(dataDir))

function createSecrets(file: string): Secrets {
  const made: Secrets = {
    jwtSecret: randomBytes(32).toString('base64url'),
    treasurySeed: randomBytes(32).toString('hex'),
    tokenAuthoritySeed: randomBytes(32).toString('hex'),
  }
  const aside = `${file}.new`
  const descriptor = openSync(aside, 'w', 0o600)
  writeSync(descriptor, JSON.stringify(made))
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(aside, file)
  return made
}
