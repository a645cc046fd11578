import type { Command } from 'commander'
import { formatLamports } from '#contract/money.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { findByUsernameKey } from '#server/modules/auth/account-repository.ts'
import { usernameKey } from '#server/modules/auth/usernames.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import {
  createUnmatchedDeposits,
  type UnmatchedDeposits,
} from '#server/modules/payments/unmatched-deposits.ts'
import type { OpenDeposit } from '#server/modules/payments/unmatched-repository.ts'
import { CommandError, print, withDatabase } from './operator.ts'

const depositsOf = (db: Database, config: Config) =>
  createUnmatchedDeposits({
    db,
    ledger: createLedger(db),
    network: config.solana.network,
    clock: Date.now,
  })

type ResolveOptions = {
  credit?: string
  lamports?: string
  refunded?: string
  currency: string
  note: string
}

const CURRENCIES = ['SOL', 'TOKEN'] as const
const PAGE = 100

const REFUSALS = {
  not_found: 'There is no such deposit.',
  already_resolved: 'That deposit is already credited or refunded.',
  amount_unknown: 'The amount is not known; give it with --lamports.',
} as const

const VANISHED =
  'vanished: credited, but the chain has not known the transaction for 10 minutes. A node without history looks the same; look it up elsewhere before the account is charged back.'

export const addPaymentCommands = (program: Command): void => {
  const payments = program.command('payments').description('top-ups')
  payments
    .command('list')
    .description('deposits that match no order')
    .option('--unmatched', 'only these; the default')
    .action(async () => {
      const deposits = await withDatabase((db, config) => listAll(depositsOf(db, config)))
      for (const deposit of deposits) {
        const received =
          deposit.currency === 'SOL'
            ? `${formatLamports(deposit.received)} SOL`
            : `${deposit.received} raw units of ${deposit.tokenMint}`
        print(
          [
            deposit.signature,
            received,
            `from ${deposit.payer ?? 'unknown'}`,
            deposit.problem === 'vanished' ? 'vanished' : (deposit.reason ?? 'unmatched'),
            deposit.orderNumber === null ? '' : `order ${deposit.orderNumber}`,
          ]
            .filter((part) => part !== '')
            .join('  '),
        )
      }
      if (deposits.length === 0) print('No unmatched deposits.')
      if (deposits.some(({ problem }) => problem === 'vanished')) print(VANISHED)
    })
  payments
    .command('resolve <signature>')
    .description('credit an unmatched deposit to an account, or note that it was sent back')
    .option('--credit <user>', 'the account that gets it')
    .option('--currency <currency>', 'SOL, or TOKEN for the product token', 'SOL')
    .option('--lamports <amount>', 'how much, where it does not follow from the deposit')
    .option('--refunded <signature>', 'the transaction that sent it back')
    .requiredOption('--note <text>', 'why; kept with the entry')
    .action(async (signature: string, options: ResolveOptions) => {
      const currency = CURRENCIES.find((name) => name === options.currency.toUpperCase())
      if (currency === undefined) throw new CommandError('--currency must be SOL or TOKEN.')
      await withDatabase(async (db, config) => {
        const action = await actionOf(db, options)
        const result = await depositsOf(db, config).resolveUnmatched({
          signature,
          currency,
          note: options.note,
          action,
        })
        if (!result.ok) throw new CommandError(REFUSALS[result.reason])
        print(
          result.lamports === null
            ? 'Noted as refunded.'
            : `${formatLamports(result.lamports)} SOL credited as order ${result.orderNumber ?? ''}.`,
        )
      })
    })
}

const listAll = async (deposits: UnmatchedDeposits): Promise<OpenDeposit[]> => {
  const all: OpenDeposit[] = []
  for (;;) {
    const page = await deposits.listUnmatched({ offset: all.length, limit: PAGE })
    all.push(...page)
    if (page.length < PAGE) return all
  }
}

const actionOf = async (db: Database, { credit, lamports, refunded }: ResolveOptions) => {
  if ((credit === undefined) === (refunded === undefined)) {
    throw new CommandError('Give either --credit USER or --refunded SIGNATURE.')
  }
  if (refunded !== undefined) return { kind: 'refunded' as const, refundSignature: refunded }
  const account = await findByUsernameKey(db, usernameKey(credit ?? ''))
  if (account === undefined) throw new CommandError(`There is no user ${credit}.`)
  if (lamports === undefined) return { kind: 'credit' as const, userId: account.id }
  if (!/^[1-9]\d{0,18}$/.test(lamports)) {
    throw new CommandError('--lamports must be a whole number above 0.')
  }
  return { kind: 'credit' as const, userId: account.id, lamports: BigInt(lamports) }
}
