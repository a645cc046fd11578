import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { formatLamports, LAMPORTS_PER_POINT } from '#contract/money.ts'
import { findByUsernameKey } from '#server/modules/auth/account-repository.ts'
import { usernameKey } from '#server/modules/auth/usernames.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { checkPayments } from '#server/modules/payments/payment-check.ts'
import { CommandError, print, withDatabase } from './operator.ts'

const POINTS = /^[1-9]\d{0,6}$/
const MAX_POINTS = 9_999_999

export const addLedgerCommands = (program: Command): void => {
  program
    .command('credit <user> <points>')
    .description('give POINTS to an account, as a ledger entry')
    .requiredOption('--reason <text>', 'why; kept with the entry')
    .action(async (name: string, points: string, { reason }: { reason: string }) => {
      if (!POINTS.test(points)) {
        throw new CommandError(
          `POINTS must be a whole number from 1 to ${MAX_POINTS}, not ${points}.`,
        )
      }
      if (reason.trim() === '') throw new CommandError('--reason must say why.')
      await withDatabase(async (db) => {
        const account = await findByUsernameKey(db, usernameKey(name))
        if (account === undefined) throw new CommandError(`There is no user ${name}.`)
        const ledger = createLedger(db)
        await ledger.credit(db, {
          userId: account.id,
          kind: 'operator',
          lamports: BigInt(points) * LAMPORTS_PER_POINT,
          idempotencyKey: randomUUID(),
          memo: reason,
        })
        print(
          `${points} POINTS to ${name}; balance ${formatLamports(await ledger.balance(account.id))} SOL.`,
        )
      })
    })

  program
    .command('ledger')
    .description('the books')
    .command('check')
    .description('test every invariant; exit 1 on drift')
    .action(async () => {
      const violations = await withDatabase(async (db) => [
        ...(await createLedger(db).check()),
        ...(await checkPayments(db)),
      ])
      for (const { invariant, subject, detail } of violations) {
        print(`${invariant}: ${subject}: ${detail}`)
      }
      if (violations.length > 0) {
        throw new CommandError(`The ledger violates ${violations.length} invariant(s).`)
      }
      print('The ledger is sound: every invariant holds.')
    })
}
