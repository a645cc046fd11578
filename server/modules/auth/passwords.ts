import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#server/errors.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/** OWASP's floor for argon2id (19 MiB, 2 passes, 1 lane): about 11 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** More at once would only take cores and memory from everyone else. */
const MAX_CONCURRENT = 2
/** Beyond this a caller is sent away at once instead of waiting for seconds. */
const MAX_WAITING = 128

const MIN_LENGTH = 8

export type Passwords = {
  hash(password: string): Promise<string>
  /** Does the same work for an unknown account (`null`), and then says no. */
  matches(password: string, storedHash: string | null): Promise<boolean>
}

export function createPasswords(): Passwords {
  const gate = createGate()
  const dummyHash = hash(randomBytes(16).toString('hex'), COST)
  return {
    hash: (password) => gate(() => hash(password, COST)),
    matches: async (password, storedHash) => {
      const comparedWith = storedHash ?? (await dummyHash)
      const isMatch = await gate(() => verify(comparedWith, password))
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

function createGate(): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  const enter = async () => {
    if (running < MAX_CONCURRENT) {
      running += 1
      return
    }
    if (waiting.length >= MAX_WAITING) {
      throw new AppError('UNAVAILABLE', 'too many passwords to check', { retryAfterSeconds: 2 })
    }
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
    })
  }
  const leave = () => {
    // The place goes straight to who has waited longest; nobody can slip in between.
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
