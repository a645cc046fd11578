import type { Command } from 'commander'
import { formatLamports } from '#contract/money.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { findByWallet, type Account } from '#server/modules/auth/account-repository.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import type { DustSum } from '#server/modules/payments/deposits/dust-repository.ts'
import {
  createUnmatchedDeposits,
  type ListedDeposit,
  type UnmatchedDeposits,
} from '#server/modules/payments/deposits/unmatched-deposits.ts'
import { recordAction } from '#server/cli/admin-trail.ts'
import { ACCOUNT_HELP, describeAccount, findAccount } from '#server/cli/users/find-account.ts'
import { CommandError, parseLimit, print, withDatabase } from '#server/cli/operator.ts'
import { listOrders, showPayment, type OrderListOptions } from './payment-search.ts'

const openDeposits = (db: Database, config: Config) =>
  createUnmatchedDeposits({
    db,
    ledger: createLedger(db),
    network: config.solana.network,
    now: Date.now,
  })

type Action = Parameters<UnmatchedDeposits['resolveUnmatched']>[0]['action']

type ResolveOptions = {
  credit?: string
  lamports?: string
  refunded?: string
  reverse?: true
  keep?: true
  writeOff?: true
  currency: string
  note: string
}

const CURRENCIES = ['SOL', 'TOKEN'] as const
const PAGE_ROWS = 100

const REFUSALS = {
  not_found: 'There is no such deposit.',
  already_resolved: 'That deposit is already credited or refunded.',
  amount_unknown: 'The amount is not known; give it with --lamports.',
  not_vanished: 'That payment has not vanished, or is resolved already.',
  not_reversed: 'That payment has not been reversed.',
} as const

const VANISHED =
  'vanished: credited, but the chain has not known the transaction for 10 minutes. A node without history looks the same; look it up elsewhere, then resolve it with --reverse or --keep.'
const REVERSED =
  'reversed: the transaction vanished before it was final and its credit was taken back. What the account had spent is taken from its next top-up; --write-off forgives it.'

export const addPaymentCommands = (program: Command): void => {
  const payments = program.command('payments').description('top-ups')
  payments
    .command('list')
    .description('deposits that match no order, and payments that vanished; or orders')
    .option('--unmatched', 'only these; the default')
    .option('--orders', 'orders instead, newest first', false)
    .option('--user <user>', `orders of one account: ${ACCOUNT_HELP}`)
    .option('--status <status>', 'orders that are PENDING, PAID, CANCELLED or EXPIRED')
    .option('--limit <count>', 'how many orders', parseLimit, 50)
    .action(async (options: OrderListOptions) => {
      if (options.orders || options.user !== undefined || options.status !== undefined) {
        await listOrders(options)
        return
      }
      const { deposits, dust, owners } = await withDatabase(async (db, config) => {
        const unmatched = openDeposits(db, config)
        const listed = await listAll(unmatched)
        const owned = await findOwners(db, listed)
        return { deposits: listed, dust: await unmatched.sumDust(), owners: owned }
      })
      for (const deposit of deposits) {
        print(formatDeposit(deposit, owners.get(deposit.payer ?? '')))
      }
      if (deposits.length === 0) print('No unmatched deposits.')
      if (dust !== null) print(formatDust(dust))
      if (deposits.some(({ problem }) => problem === 'vanished')) print(VANISHED)
      if (deposits.some(({ problem }) => problem === 'reversed')) print(REVERSED)
    })
  payments
    .command('show <id>')
    .description(
      'an order and its deposits, by payment id, order id, order number, reference or signature',
    )
    .action(showPayment)
  payments
    .command('resolve <signature>')
    .description('decide what becomes of an unmatched deposit or a vanished payment')
    .option('--credit <user>', `the account that gets it: ${ACCOUNT_HELP}`)
    .option('--currency <currency>', 'SOL, or TOKEN for the product token', 'SOL')
    .option('--lamports <amount>', 'how much, where it does not follow from the deposit')
    .option('--refunded <signature>', 'the transaction that sent it back')
    .option('--reverse', 'take the credit of a vanished payment back')
    .option('--keep', 'the credit of a vanished payment stands')
    .option('--write-off', 'forgive what is still owed for a reversed payment')
    .requiredOption('--note <text>', 'why; kept with the entry')
    .action(async (signature: string, options: ResolveOptions) => {
      const currency = CURRENCIES.find((name) => name === options.currency.toUpperCase())
      if (currency === undefined) throw new CommandError('--currency must be SOL or TOKEN.')
      if (options.note.trim() === '') throw new CommandError('--note must say why.')
      await withDatabase(async (db, config) => {
        const { credited, ...action } = await parseAction(db, options)
        const result = await openDeposits(db, config).resolveUnmatched({
          signature,
          currency,
          note: options.note,
          action,
        })
        if (!result.ok) throw new CommandError(REFUSALS[result.reason])
        await recordAction(db, {
          action: `payments resolve ${action.kind}`,
          subject: signature,
          detail: { note: options.note, credited: credited?.id },
        })
        print(DONE[action.kind](formatLamports(result.lamports ?? 0n), result.orderNumber ?? ''))
        if (credited !== undefined) print(`The credit went to ${describeAccount(credited)}.`)
      })
    })
}

const DONE: Record<Action['kind'], (sol: string, order: string) => string> = {
  credit: (sol, order) => `${sol} SOL credited as order ${order}.`,
  refunded: () => 'Noted as refunded.',
  reverse: (sol) => `${sol} SOL reversed.`,
  keep: () => 'Noted as settled.',
  write_off: (sol) => `${sol} SOL written off.`,
}

const findOwners = async (
  db: Database,
  deposits: readonly ListedDeposit[],
): Promise<Map<string, Account>> => {
  const owners = new Map<string, Account>()
  for (const payer of new Set(deposits.map((deposit) => deposit.payer))) {
    const owner = payer === null ? undefined : await findByWallet(db, payer)
    if (owner !== undefined) owners.set(payer ?? '', owner)
  }
  return owners
}

const formatDeposit = (deposit: ListedDeposit, owner: Account | undefined): string => {
  const received =
    deposit.currency === 'SOL'
      ? `${formatLamports(deposit.received)} SOL`
      : `${deposit.received} raw units of ${deposit.tokenMint}`
  const owed = deposit.owed > 0n ? `reversed, ${formatLamports(deposit.owed)} SOL owed` : 'reversed'
  const problem = {
    unmatched: deposit.reason ?? 'unmatched',
    vanished: 'vanished',
    reversed: owed,
  }[deposit.problem]
  const order = deposit.orderNumber === null ? '' : `order ${deposit.orderNumber}`
  const account = owner === undefined ? 'no account' : `account ${owner.id}, user ${owner.username}`
  const from = deposit.payer === null ? 'from unknown' : `from ${deposit.payer} (${account})`
  return [deposit.signature, received, from, problem, order]
    .filter((part) => part !== '')
    .join('  ')
}

const formatDust = ({ deposits, lamports, firstDay, lastDay }: DustSum): string => {
  const days = firstDay === lastDay ? `on ${firstDay}` : `from ${firstDay} to ${lastDay}`
  return `Not listed: ${deposits} deposit(s) below DUST_LAMPORTS, ${formatLamports(lamports)} SOL in all, ${days}.`
}

const listAll = async (deposits: UnmatchedDeposits): Promise<ListedDeposit[]> => {
  const all: ListedDeposit[] = []
  for (;;) {
    const page = await deposits.listUnmatched({ after: all.at(-1)?.key ?? null, limit: PAGE_ROWS })
    all.push(...page)
    if (page.length < PAGE_ROWS) return all
  }
}

const parseAction = async (
  db: Database,
  options: ResolveOptions,
): Promise<Action & { credited?: Account }> => {
  const { credit, lamports, refunded, reverse, keep, writeOff } = options
  const chosen = [credit, refunded, reverse, keep, writeOff].filter((each) => each !== undefined)
  if (chosen.length !== 1) {
    throw new CommandError(
      'Give one of --credit USER, --refunded SIGNATURE, --reverse, --keep and --write-off.',
    )
  }
  if (refunded !== undefined) return { kind: 'refunded', refundSignature: refunded }
  if (reverse) return { kind: 'reverse' }
  if (keep) return { kind: 'keep' }
  if (writeOff) return { kind: 'write_off' }
  const credited = await findAccount(db, credit ?? '')
  if (lamports === undefined) return { kind: 'credit', userId: credited.id, credited }
  if (!/^[1-9]\d{0,18}$/.test(lamports)) {
    throw new CommandError('--lamports must be a whole number above 0.')
  }
  return { kind: 'credit', userId: credited.id, lamports: BigInt(lamports), credited }
}
