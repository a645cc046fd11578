import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { createGate, type Place } from './password-gate.ts'

/** OWASP's floor for argon2id (19 MiB, 2 passes, 1 lane): about 11 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Only owners of an account set passwords, and operators. */
const OWN_PLACE: Place = { network: 'owners', isKnown: true }

const MIN_LENGTH = 8

export type Passwords = {
  hash(password: string): Promise<string>
  /** Does the same work for an unknown account (`null`), and then says no. */
  matches(password: string, storedHash: string | null, place: Place): Promise<boolean>
}

export function createPasswords(): Passwords {
  const gate = createGate()
  const dummyHash = hash(randomBytes(16).toString('hex'), COST)
  return {
    hash: (password) => gate(OWN_PLACE, () => hash(password, COST)),
    matches: async (password, storedHash, place) => {
      const comparedWith = storedHash ?? (await dummyHash)
      const isMatch = await gate(place, () => verify(comparedWith, password))
      return isMatch && storedHash !== null
    },
  }
}

/** Why a password cannot be chosen, or null when it can. Nothing is trimmed or cut off. */
export function refusePassword(password: string, username: string): string | null {
  if (Array.from(password).length < MIN_LENGTH) return `Must have at least ${MIN_LENGTH} characters`
  const folded = password.toLowerCase()
  const isCommon =
    COMMON_PASSWORDS.has(folded) ||
    folded === username.toLowerCase() ||
    new Set(folded).size <= 2 ||
    isRun(folded)
  return isCommon ? 'Too common; choose another' : null
}

const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
]
const isRun = (text: string): boolean =>
  RUNS.some((run) => run.includes(text) || Array.from(run).toReversed().join('').includes(text))
