import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { formatLamports, LAMPORTS_PER_POINT } from '#contract/money.ts'
import { RpcError, RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import { ConfigError, type Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { findDeployment } from '#server/boot/deployment/deployment-repository.ts'
import { listDifferences, refuseOther } from '#server/boot/deployment/deployment.ts'
import { LocalChainError } from '#localnet/index.ts'
import { debitByOperator } from '#server/modules/ledger/debit.ts'
import type { Checkpoint } from '#server/modules/ledger/ledger-checkpoint.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import {
  compareWithChain,
  type ChainComparison,
} from '#server/modules/payments/audit/chain-check.ts'
import { checkPayments } from '#server/modules/payments/audit/payment-check.ts'
import { recordAction } from '#server/cli/admin-trail.ts'
import { ACCOUNT_HELP, describeAccount, findAccount } from '#server/cli/users/find-account.ts'
import { CommandError, print, printValue, withDatabase } from '#server/cli/operator.ts'
import { withChain } from '#server/cli/chain/with-chain.ts'

/** Exit code if the ledger is correct but the chain could not confirm it. */
const UNPROVEN = 2
const IN_THE_BOOKS = 'Every invariant holds in the books; that the chain agrees is not shown.'

const POINTS = /^[1-9]\d{0,6}$/
const MAX_POINTS = 9_999_999

export const addLedgerCommands = (program: Command): void => {
  program
    .command('credit <user> <points>')
    .description(`give POINTS to an account, as a ledger entry; USER is an ${ACCOUNT_HELP}`)
    .requiredOption('--reason <text>', 'why; kept with the entry')
    .action(credit)
  program
    .command('debit <user> <points>')
    .description(`take POINTS from an account, as a ledger entry; USER is an ${ACCOUNT_HELP}`)
    .requiredOption('--reason <text>', 'why; kept with the entry')
    .action(debit)
  program
    .command('ledger')
    .description('the books')
    .command('check')
    .description(
      'test every invariant, and every credit against the chain; exit 1 on drift, 2 when the chain cannot tell',
    )
    .option('--no-chain', 'the books alone')
    .option('--full', 'all transfers, and not only those since the last check that found no fault')
    .action(({ chain, full = false }: { chain: boolean; full?: boolean }) =>
      withDatabase((db, config) => check(db, { chain: chain ? config : null, isFull: full })),
    )
}

async function credit(name: string, points: string, { reason }: { reason: string }): Promise<void> {
  const lamports = parsePoints(points)
  assertReason(reason)
  await withDatabase(async (db) => {
    const account = await findAccount(db, name)
    if (account.isDisabled) {
      throw new CommandError(`${account.username} is disabled; enable the account first.`)
    }
    const ledger = createLedger(db)
    await db.transaction(async (tx) => {
      const userId = account.id
      const idempotencyKey = randomUUID()
      await ledger.credit(tx, { userId, kind: 'operator', lamports, idempotencyKey, memo: reason })
      await recordAction(tx, { action: 'credit', subject: userId, detail: { points, reason } })
    })
    const balance = await ledger.getBalance(account.id)
    print(`${points} POINTS to ${describeAccount(account)}; balance ${formatBalance(balance)}.`)
  })
}

async function debit(name: string, points: string, { reason }: { reason: string }): Promise<void> {
  const lamports = parsePoints(points)
  assertReason(reason)
  await withDatabase(async (db) => {
    const account = await findAccount(db, name)
    const left = await db.transaction(async (tx) => {
      const balance = await debitByOperator(tx, { userId: account.id, lamports, reason })
      const detail = { points, reason }
      if (balance !== null) await recordAction(tx, { action: 'debit', subject: account.id, detail })
      return balance
    })
    if (left === null) {
      const balance = formatBalance(await createLedger(db).getBalance(account.id))
      throw new CommandError(`${describeAccount(account)} has only ${balance}.`)
    }
    print(`${points} POINTS from ${describeAccount(account)}; balance ${formatBalance(left)}.`)
  })
}

/** Checks the books, and every credit against the chain of the configuration. Null: without the chain. */
async function check(
  db: Database,
  { chain, isFull }: { chain: Config | null; isFull: boolean },
): Promise<void> {
  const ledger = createLedger(db)
  const checkpoint = isFull ? null : await ledger.findCheckpoint()
  const books = await ledger.check({ isFull, keepsCheckpoint: true })
  const broken = [...books, ...(await checkPayments(db))]
  const compared = chain === null ? null : await readChain(db, chain)
  const violations = [...broken, ...(compared?.ok ? compared.violations : [])]
  printValue(
    { violations, chain: describeChain(compared) },
    violations.map(({ invariant, subject, detail }) => `${invariant}: ${subject}: ${detail}`),
  )
  if (violations.length > 0) {
    if (compared?.ok === false) print(compared.reason)
    throw new CommandError(`The ledger violates ${violations.length} invariant(s).`)
  }
  if (checkpoint !== null) print(formatCheckpoint(checkpoint))
  if (compared === null) {
    print('The ledger is sound: every invariant holds in the books. The chain was not read.')
  } else if (!compared.ok) {
    throw new CommandError(`${compared.reason} ${IN_THE_BOOKS}`, { exitCode: UNPROVEN })
  } else if (compared.unknown.size > 0) {
    print(formatSummary(compared))
    const [example] = compared.unknown
    throw new CommandError(
      `The node does not tell about ${compared.unknown.size} payment(s), such as ${example}. ${IN_THE_BOOKS}`,
      { exitCode: UNPROVEN },
    )
  } else {
    print('The ledger is sound: every invariant holds.')
    print(formatSummary(compared))
  }
}

const parsePoints = (points: string): bigint => {
  if (POINTS.test(points)) return BigInt(points) * LAMPORTS_PER_POINT
  throw new CommandError(`POINTS must be a whole number from 1 to ${MAX_POINTS}, not ${points}.`)
}

const assertReason = (reason: string): void => {
  if (reason.trim() === '') throw new CommandError('--reason must say why.')
}

/** Returns for example `0.6 SOL (60 POINTS)`. */
const formatBalance = (lamports: bigint): string =>
  `${formatLamports(lamports)} SOL (${lamports / LAMPORTS_PER_POINT} POINTS)`

const formatCheckpoint = ({ transfers, checkedAt, fullCheckAt }: Checkpoint): string =>
  `The first ${transfers} transfer(s) were found sound at ${checkedAt.toISOString()}, all at once at ${fullCheckAt.toISOString()}; --full checks them again.`

type Compared = ({ ok: true } & ChainComparison) | { ok: false; reason: string }

/** Returns the chain part of the `--json` output; null if the chain was not read. */
function describeChain(compared: Compared | null): object | null {
  if (!compared?.ok) return compared && { problem: compared.reason }
  const { payments, lamports, dust, waiting, unknown } = compared
  return { payments, lamports, dust, waiting, unknown: [...unknown] }
}

async function readChain(db: Database, config: Config): Promise<Compared> {
  try {
    const stored = await findDeployment(db)
    return await withChain(config, async (rpc) => {
      if (stored !== undefined) {
        refuseOther(listDifferences(stored, { genesisHash: await rpc.getGenesisHash() }))
      }
      const comparison = await compareWithChain({ db, rpc, network: config.solana.network })
      return { ok: true, ...comparison }
    })
  } catch (error) {
    if (!isOfChain(error)) throw error
    return { ok: false, reason: `The chain cannot be read: ${error.message}.` }
  }
}

/** Returns true if the node is unavailable, refuses, or belongs to another network. The books may still be right. */
const isOfChain = (error: unknown): error is Error =>
  error instanceof RpcUnavailable ||
  error instanceof RpcError ||
  error instanceof ConfigError ||
  error instanceof LocalChainError

const formatSummary = ({ payments, lamports, dust, waiting }: ChainComparison): string => {
  const credits = `The chain confirms ${payments} credited payment(s), ${formatLamports(lamports)} SOL of credit.`
  const confirmed =
    dust.deposits === 0
      ? credits
      : `${credits} It confirms ${dust.deposits} deposit(s) below DUST_LAMPORTS, ${formatLamports(dust.lamports)} SOL in all.`
  return waiting === 0
    ? confirmed
    : `${confirmed} ${waiting} more payment(s) wait for the next round of a server.`
}
