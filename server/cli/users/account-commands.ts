import type { Command } from 'commander'
import { randomUUID } from 'node:crypto'
import { formatLamports } from '#contract/money.ts'
import { type Config, findPublicOrigin } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import {
  enableAccount,
  searchAccounts,
  summarizeAccount,
  type AccountSummary,
} from '#server/modules/auth/account-admin.ts'
import type { Account } from '#server/modules/auth/account-repository.ts'
import { createAuth } from '#server/modules/auth/auth-service.ts'
import { listSessions, revokeSessions } from '#server/modules/auth/sessions/session-repository.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { recordAction } from '#server/cli/admin-trail.ts'
import { ACCOUNT_HELP, describeAccount, findAccount } from './find-account.ts'
import {
  CommandError,
  parseLimit,
  print,
  printRows,
  printValue,
  readSecret,
  withDatabase,
} from '#server/cli/operator.ts'

/** Opens the account functions. They need no signing key because no token is created or read. */
const openAccounts = (db: Database, config: Config) =>
  createAuth({
    db,
    ledger: createLedger(db),
    appName: config.appName,
    network: config.solana.network,
    publicOrigin: findPublicOrigin(config, config.port),
    jwtSecrets: ['unused by the operator commands'.padEnd(32, '.')],
    welcomePoints: config.welcomePoints,
    maxWelcomesPerDay: null,
  }).accounts

const formatAccount = (account: AccountSummary): string =>
  [
    account.id,
    account.username,
    `${formatLamports(account.balance)} SOL`,
    account.isDisabled ? 'disabled' : 'enabled',
    account.hasPassword ? 'password' : 'no password',
    account.wallets.join(', ') || 'no wallet',
    account.lastUsedAt === null ? 'never signed in' : `last ${account.lastUsedAt.toISOString()}`,
  ].join('  ')

export const addAccountCommands = (program: Command): void => {
  const user = program.command('user').alias('users').description('accounts')
  user
    .command('list')
    .description('accounts, newest first')
    .option('--search <text>', 'part of a name or a wallet address', '')
    .option('--disabled', 'only disabled ones', false)
    .option('--before <id>', 'older than this account')
    .option('--limit <count>', 'how many', parseLimit, 50)
    .action(list)
  user
    .command('show <user>')
    .description(`an account with its sessions; USER is an ${ACCOUNT_HELP}`)
    .action(show)
  user
    .command('add <name>')
    .description('make an account; the password is read from standard input')
    .action(add)
  addChange(user, 'disable', 'close an account and end its sessions', disable)
  addChange(user, 'enable', 'open a disabled account again', enable)
  addChange(
    user,
    'set-password',
    'set a password, read from standard input, and end all sessions',
    setPassword,
  )
  addChange(user, 'revoke-sessions', 'end every session of an account', async (account, { db }) => {
    await revokeSessions(db, { userId: account.id, except: null })
    return `Every session of ${describeAccount(account)} ended.`
  })
}

type ListOptions = { search: string; disabled: boolean; before?: string; limit: number }

async function list({ search, disabled, before, limit }: ListOptions): Promise<void> {
  const rows = await withDatabase((db) =>
    searchAccounts(db, {
      search,
      onlyDisabled: disabled,
      before: before ?? null,
      limit,
    }),
  )
  printRows(rows, 'No account.', formatAccount)
}

const show = (name: string): Promise<void> =>
  withDatabase(async (db) => {
    const account = await summarizeAccount(db, (await findAccount(db, name)).id)
    const sessions = await listSessions(db, account.id)
    printValue({ ...account, sessions }, [
      formatAccount(account),
      ...sessions.map(
        (session) =>
          `session ${session.id}  ${session.user_agent ?? 'unknown'}  last ${session.last_used_at.toISOString()}`,
      ),
    ])
  })

const add = (name: string): Promise<void> =>
  withDatabase(
    async (db, config) => {
      const accounts = openAccounts(db, config)
      if ((await accounts.findByUsername(name)) !== undefined) {
        throw new CommandError('This username is taken')
      }
      const password = await readSecret(`Password for ${name}: `)
      const made = await accounts.add({ username: name, password })
      await recordAction(db, { action: 'user add', subject: made.id, detail: { name } })
      print(`User ${made.username} was made (${made.id}).`)
    },
    { isFirst: true },
  )

type Change = (account: Account, context: { db: Database; config: Config }) => Promise<string>

const disable: Change = async (account, { db, config }) => {
  if (account.isDisabled) throw new CommandError(`${account.username} is disabled already.`)
  await openAccounts(db, config).disable(account.id)
  return `User ${describeAccount(account)} is disabled.`
}

const enable: Change = async (account, { db }) => {
  if (!(await enableAccount(db, account.id))) {
    throw new CommandError(`${account.username} is not disabled.`)
  }
  return `User ${describeAccount(account)} is enabled.`
}

const setPassword: Change = async (account, { db, config }) => {
  const { id: userId, username } = account
  const password = await readSecret(`New password for ${username}: `)
  await openAccounts(db, config).setCredentials({
    userId,
    username,
    password,
    // No session of the account has this id, so all of them end.
    sessionId: randomUUID(),
    network: 'operator',
  })
  return `User ${describeAccount(account)} has a new password; all sessions ended.`
}

const addChange = (user: Command, name: string, description: string, work: Change): void => {
  user
    .command(`${name} <user>`)
    .description(`${description}; USER is an ${ACCOUNT_HELP}`)
    .action(async (text: string) => {
      await withDatabase(async (db, config) => {
        const account = await findAccount(db, text)
        const outcome = await work(account, { db, config })
        await recordAction(db, { action: `user ${name}`, subject: account.id })
        print(outcome)
      })
    })
}
