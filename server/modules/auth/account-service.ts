import { LAMPORTS_PER_POINT } from '#contract/money.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { createQuota } from '#server/http/call-limits.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import {
  deleteWallet,
  disableAccount,
  findById,
  findByUsernameKey,
  findByWallet,
  insertAccount,
  insertWallet,
  listWallets,
  lockAccount,
  updateCredentials,
  type Account,
} from './account-repository.ts'
import { findPasswordProblem, type Passwords } from '#server/modules/auth/passwords/passwords.ts'
import { revokeSessions } from '#server/modules/auth/sessions/session-repository.ts'
import {
  normalizeUsername,
  findUsernameProblem,
  toUsernameKey,
  listWalletUsernames,
} from './usernames.ts'

export type Accounts = {
  /** Returns the account of a wallet and creates it on the first sign-in, which came from this network. */
  openForWallet(address: string, network: string): Promise<Account>
  /** Creates a password account. Throws `VALIDATION_FAILED` or `USERNAME_TAKEN`. */
  add(credentials: {
    username: string
    password: string
  }): Promise<{ id: string; username: string }>
  /** Disables the account and ends all its sessions. */
  disable(userId: string): Promise<void>
  /** Sets an account's name and password and ends its other sessions. Throws `VALIDATION_FAILED` or `USERNAME_TAKEN`. */
  setCredentials(change: {
    userId: string
    sessionId: string
    network: string
    username: string
    password: string
  }): Promise<void>
  /** Throws `VALIDATION_FAILED` with a text per field if `setCredentials` would refuse them. */
  checkCredentials(
    credentials: { username: string; password: string },
    chooser: Chooser,
  ): Promise<void>
  /** Links a wallet; idempotent. Throws `WALLET_ALREADY_LINKED` if it belongs to another account. */
  linkWallet(userId: string, address: string): Promise<void>
  listWallets(userId: string): Promise<{ address: string; linked_at: Date }[]>
  /** Unlinks a wallet and ends other sessions. Throws `NOT_FOUND`, or `CONFLICT` for the last sign-in method. */
  unlinkWallet(change: { userId: string; sessionId: string; address: string }): Promise<void>
  findById(id: string): Promise<Account | undefined>
  findByUsername(username: string): Promise<Account | undefined>
}

/** The account that picks a name. It may keep its name or use one from its own wallet. */
type Chooser = { username: string; walletAddresses: readonly string[] }

type Dependencies = {
  db: Database
  ledger: Pick<Ledger, 'openAccount' | 'grantWelcome'>
  passwords: Passwords
  welcomePoints: number
  maxWelcomesPerDay: number | null
}

const DAY_SECONDS = 86_400

/** `welcomePoints` go to at most `maxWelcomesPerDay` new wallets per network and day; null: no limit. */
export function createAccounts(dependencies: Dependencies): Accounts {
  const { db, ledger, passwords, welcomePoints, maxWelcomesPerDay } = dependencies
  const takeWelcome =
    maxWelcomesPerDay === null
      ? async () => true
      : createQuota(db, { name: 'welcome', max: maxWelcomesPerDay, windowSeconds: DAY_SECONDS })

  return {
    async openForWallet(address, network) {
      const known = await findByWallet(db, address)
      if (known !== undefined) return known
      // A new wallet costs nothing, so a script could otherwise collect points without limit.
      const points = welcomePoints > 0 && (await takeWelcome(network)) ? welcomePoints : 0
      try {
        await createForWallet(db, ledger, { address, points })
      } catch (error) {
        // A concurrent sign-in of the same wallet created the account.
        if (!(error instanceof LostRace)) throw error
      }
      const made = await findByWallet(db, address)
      if (made === undefined) throw new Error(`wallet ${address} has no account`)
      return made
    },

    async add(credentials) {
      const { username, password } = await assertAcceptable(credentials)
      const passwordHash = await passwords.hash(password, 'operator')
      const id = uuidv7()
      await db.transaction(async (tx) => {
        const account = { id, username, usernameKey: toUsernameKey(username), passwordHash }
        if (!(await insertAccount(tx, account))) throw usernameTaken(username)
        await openLedgerAccount(tx, ledger, { userId: id, points: welcomePoints })
      })
      return { id, username }
    },

    async disable(userId) {
      await disableAccount(db, userId)
      await revokeSessions(db, { userId, except: null })
    },

    async setCredentials({ userId, sessionId, network, ...credentials }) {
      const account = await findById(db, userId)
      const { username, password } = await assertAcceptable(credentials, account)
      const passwordHash = await passwords.hash(password, network)
      try {
        await db.transaction(async (tx) => {
          const key = toUsernameKey(username)
          const change = { userId, username, usernameKey: key, passwordHash }
          if (!(await updateCredentials(tx, change))) throw usernameTaken(username)
          await revokeSessions(tx, { userId, except: sessionId })
        })
      } catch (error) {
        // Another user took the name between the check and the update.
        throw isUniqueViolation(error) ? usernameTaken(username) : error
      }
    },

    async checkCredentials(credentials, chooser) {
      await assertAcceptable(credentials, chooser)
    },

    listWallets: (userId) => listWallets(db, userId),
    findById: (id) => findById(db, id),
    findByUsername: (username) => findByUsernameKey(db, toUsernameKey(username)),
    unlinkWallet: (change) => db.transaction((tx) => unlinkWallet(tx, change)),

    async linkWallet(userId, address) {
      if ((await insertWallet(db, address, userId)) !== userId) {
        throw new AppError('WALLET_ALREADY_LINKED', 'This wallet belongs to another account')
      }
    },
  }
}

type WelcomeLedger = Dependencies['ledger']

/** Creates the account, its ledger account and the welcome grant in one transaction. */
async function createForWallet(
  db: Database,
  ledger: WelcomeLedger,
  { address, points }: { address: string; points: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const id = uuidv7()
    for (const username of listWalletUsernames(address)) {
      const account = { id, username, usernameKey: toUsernameKey(username), passwordHash: null }
      if (!(await insertAccount(tx, account))) continue
      if ((await insertWallet(tx, address, id)) !== id) throw new LostRace()
      await openLedgerAccount(tx, ledger, { userId: id, points })
      return
    }
    throw new Error(`no free name for wallet ${address}`)
  })
}

async function openLedgerAccount(
  tx: Queryable,
  ledger: WelcomeLedger,
  { userId, points }: { userId: string; points: number },
): Promise<void> {
  await ledger.openAccount(tx, userId)
  if (points === 0) return
  await ledger.grantWelcome(tx, userId, BigInt(points) * LAMPORTS_PER_POINT)
}

async function unlinkWallet(
  tx: Queryable,
  { userId, sessionId, address }: { userId: string; sessionId: string; address: string },
): Promise<void> {
  await lockAccount(tx, userId)
  const account = await findById(tx, userId)
  if (account?.walletAddresses.includes(address) !== true) {
    throw new AppError('NOT_FOUND', 'This wallet is not linked to your account')
  }
  if (account.passwordHash === null && account.walletAddresses.length === 1) {
    throw new AppError(
      'CONFLICT',
      'This is your only way to sign in. Add a password or link another wallet first.',
    )
  }
  await deleteWallet(tx, address, userId)
  await revokeSessions(tx, { userId, except: sessionId })
}

class LostRace extends Error {}

const usernameTaken = (username: string) =>
  new AppError('USERNAME_TAKEN', 'This username is taken', {
    fields: { username: `${username} is taken. Choose another.` },
  })

async function assertAcceptable(
  credentials: { username: string; password: string },
  chooser?: Chooser,
) {
  const username = normalizeUsername(credentials.username)
  const { password } = credentials
  const problems = {
    username:
      username === chooser?.username
        ? null
        : findUsernameProblem(username, chooser?.walletAddresses),
    password: await findPasswordProblem(password, username),
  }
  const fields = Object.fromEntries(
    Object.entries(problems).filter((problem): problem is [string, string] => problem[1] !== null),
  )
  const [first] = Object.entries(fields)
  if (first !== undefined) {
    throw new AppError('VALIDATION_FAILED', `${first[0]}: ${first[1]}`, { fields })
  }
  return { username, password }
}
