import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { RawTransaction } from '#server/modules/analysis/transaction.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../../../shared/data/solana-transactions')

export const hasRecordings = existsSync(path.join(FOLDER, 'oracle-events.jsonl'))

/** Whole titles of tests that read real transactions, so that a skipped one says why. */
export const onRecordings = (title: string): string =>
  hasRecordings ? title : `${title} (skipped: needs ../shared/data)`

const lines = (name: string): string[] =>
  readFileSync(path.join(FOLDER, name), 'utf8').trim().split('\n')

type IndexRow = { file: string; sig: string }

/** Every recorded transaction by signature, the JSON text it came as. */
export function recordedTexts(): Map<string, string> {
  const texts = new Map<string, string>()
  const index = JSON.parse(readFileSync(path.join(FOLDER, 'tx-index.json'), 'utf8')) as IndexRow[]
  for (const { file } of index) {
    const whole = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as
      | RawTransaction
      | { result: RawTransaction }
    const tx = 'result' in whole ? whole.result : whole
    texts.set(tx.transaction.signatures[0] ?? '', JSON.stringify(tx))
  }
  for (const file of readdirSync(FOLDER).filter((name) => name.startsWith('block-'))) {
    for (const line of lines(file)) {
      const tx = JSON.parse(line) as RawTransaction
      texts.set(tx.transaction.signatures[0] ?? '', line)
    }
  }
  return texts
}

export function recordedTransactions(): RawTransaction[] {
  return [...recordedTexts().values()].map((text) => JSON.parse(text) as RawTransaction)
}

export type OracleRow = {
  sig: string
  complete: boolean
  flows: { user: string; mint: string; amount: string }[]
}

/** What the exchanges themselves logged: net flow per user and mint, independent of balances. */
export const oracleRows = (): OracleRow[] =>
  lines('oracle-events.jsonl').map((line) => JSON.parse(line) as OracleRow)
