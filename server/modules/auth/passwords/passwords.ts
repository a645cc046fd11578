import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { createGate, createInFlightLimit, type Place } from './password-gate.ts'

/** OWASP's minimum for argon2id (19 MiB, 2 passes, 1 lane). Takes about 11 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Allows one user 20 simultaneous sign-ins. */
const MAX_PER_NETWORK = 20
/** Above the limit of a network, so one network can't take all places of an account. */
const MAX_PER_ACCOUNT = 60

const MIN_LENGTH = 8

export type Passwords = {
  /** Throws `UNAVAILABLE` if too many wait. */
  hash(password: string, network: string): Promise<string>
  /**
   * Checks a password. For an unknown account (`null`) it does the same work and returns false. Throws `RATE_LIMITED`
   * if too many checks of the account or the network are running, and `UNAVAILABLE` if too many wait.
   */
  matches(
    password: string,
    storedHash: string | null,
    place: Place & { readonly account: string },
  ): Promise<boolean>
}

/** Creates the service that hashes passwords. It limits how many hashes run at once. */
export function createPasswords(): Passwords {
  const gate = createGate()
  const limitNetwork = createInFlightLimit(MAX_PER_NETWORK)
  const limitAccount = createInFlightLimit(MAX_PER_ACCOUNT)
  const dummyHash = hash(randomBytes(16).toString('hex'), COST)
  return {
    hash: (password, network) => gate({ network, isKnown: true }, () => hash(password, COST)),
    matches: async (password, storedHash, place) => {
      const comparedWith = storedHash ?? (await dummyHash)
      // Counted separately, so strangers can't use up the owner's places.
      const { network, account, isKnown } = place
      const isMatch = await limitNetwork(`${isKnown} ${network}`, () =>
        limitAccount(`${isKnown} ${account}`, () =>
          gate({ network, isKnown }, () => verify(comparedWith, password)),
        ),
      )
      return isMatch && storedHash !== null
    },
  }
}

/** Returns why a password is not allowed, or null. Passwords are neither trimmed nor cut. */
export async function findPasswordProblem(
  password: string,
  username: string,
): Promise<string | null> {
  if (Array.from(password).length < MIN_LENGTH) return `Must have at least ${MIN_LENGTH} characters`
  const folded = password.toLowerCase()
  const isCommon =
    folded === username.toLowerCase() ||
    new Set(folded).size <= 2 ||
    isRun(folded) ||
    (await isCommonPassword(folded))
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

/** Passwords that the published list leaves out, lower case. */
const MORE = `p@ssword pa$$word 123123123 987654321 87654321 12341234 zaq1zaq1 aaaaaaaa1 iloveu123 admin1234 admin12345
  adminadmin root1234 rootroot changeme123 default123 guest123 user1234 username1 secretsecret summer123 winter123
  spring123 autumn123 summer2025 summer2026 winter2025 winter2026 tennis123 bitcoin1 bitcoin123 blockchain ethereum
  ethereum1 solana123 solanasolana crypto123 cryptocurrency tothemoon`

let common: Promise<ReadonlySet<string>> | undefined

async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load()
  return (await common).has(password)
}

/** The list takes some 30 ms to unpack, so it is loaded with the first password that someone chooses. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...MORE.split(/\s+/)])
}
