import type { Command } from 'commander'
import { type Config, publicOrigin } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { createAuth } from '#server/modules/auth/auth-service.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { ACCOUNT_HELP, describeAccount, findAccount } from './find-account.ts'
import { print, readSecret, withDatabase } from './operator.ts'

/** Opens the account functions. They need no signing key because no token is created or read. */
const openAccounts = (db: Database, config: Config) =>
  createAuth({
    db,
    ledger: createLedger(db),
    appName: config.appName,
    network: config.solana.network,
    publicOrigin: publicOrigin(config, config.port),
    jwtSecrets: ['unused by the operator commands'.padEnd(32, '.')],
    welcomePoints: config.welcomePoints,
    maxWelcomesPerDay: null,
  }).accounts

export const addAccountCommands = (program: Command): void => {
  const user = program.command('user').description('password accounts')
  user
    .command('add <name>')
    .description('make an account; the password is read from standard input')
    .action(async (name: string) => {
      const password = await readSecret(`Password for ${name}: `)
      await withDatabase(async (db, config) => {
        const made = await openAccounts(db, config).add({ username: name, password })
        print(`User ${made.username} was made (${made.id}).`)
      })
    })
  user
    .command('disable <user>')
    .description(`close an account and end its sessions; USER is an ${ACCOUNT_HELP}`)
    .action(async (name: string) => {
      await withDatabase(async (db, config) => {
        const account = await findAccount(db, name)
        await openAccounts(db, config).disable(account.id)
        print(`User ${describeAccount(account)} is disabled.`)
      })
    })
}
