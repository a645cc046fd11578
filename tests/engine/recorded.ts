import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { RawTransaction } from '#engine/scan/transaction.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../shared/data/solana-transactions')

export const hasRecordings = existsSync(path.join(FOLDER, 'oracle-events.jsonl'))

/** Whole titles of tests that read real transactions, so that a skipped one says why. */
export const onRecordings = (title: string): string =>
  hasRecordings ? title : `${title} (skipped: needs ../shared/data)`

const lines = (name: string): string[] =>
  readFileSync(path.join(FOLDER, name), 'utf8').trim().split('\n')

type IndexRow = { file: string }

/** Every recorded transaction, once. */
export function recordedTransactions(): RawTransaction[] {
  const bySignature = new Map<string, RawTransaction>()
  const keep = (tx: RawTransaction) => bySignature.set(tx.transaction.signatures[0] ?? '', tx)
  const index = JSON.parse(readFileSync(path.join(FOLDER, 'tx-index.json'), 'utf8')) as IndexRow[]
  for (const { file } of index) {
    const whole = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as
      | RawTransaction
      | { result: RawTransaction }
    keep('result' in whole ? whole.result : whole)
  }
  for (const file of readdirSync(FOLDER).filter((name) => name.startsWith('block-'))) {
    for (const line of lines(file)) keep(JSON.parse(line) as RawTransaction)
  }
  return [...bySignature.values()]
}

export type OracleRow = {
  sig: string
  complete: boolean
  flows: { user: string; mint: string; amount: string }[]
}

/** What the exchanges themselves logged: net flow per user and mint, independent of balances. */
export const oracleRows = (): OracleRow[] =>
  lines('oracle-events.jsonl').map((line) => JSON.parse(line) as OracleRow)
