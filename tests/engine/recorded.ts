import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parseExactJson, writeExactJson } from '#solana/exact-json.ts'
import type { TransactionFacts } from '#engine/scan/facts/facts.ts'
import { factsIn } from './facts-in.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../shared/data/solana-transactions')

export const hasRecordings = existsSync(path.join(FOLDER, 'oracle-events.jsonl'))

/** Whole titles of tests that read real transactions, so that a skipped one says why. */
export const onRecordings = (title: string): string =>
  hasRecordings ? title : `${title} (skipped: needs ../shared/data)`

const lines = (name: string): string[] =>
  readFileSync(path.join(FOLDER, name), 'utf8').trim().split('\n')

type IndexRow = { file: string }

/** Every recorded transaction, once. */
export function recordedTransactions(): TransactionFacts[] {
  const bySignature = new Map<string, TransactionFacts>()
  const keep = (text: string) => {
    const tx = factsIn(text)
    bySignature.set(tx.signature, tx)
  }
  const index = JSON.parse(readFileSync(path.join(FOLDER, 'tx-index.json'), 'utf8')) as IndexRow[]
  for (const { file } of index) {
    const text = readFileSync(path.join(FOLDER, file), 'utf8')
    const whole = parseExactJson(text) as object
    keep('result' in whole ? writeExactJson(whole.result) : text)
  }
  for (const file of readdirSync(FOLDER).filter((name) => name.startsWith('block-'))) {
    for (const line of lines(file)) keep(line)
  }
  return [...bySignature.values()]
}

export type OracleRow = {
  sig: string
  complete: boolean
  flows: { user: string; mint: string; amount: string }[]
}

/** Net flow per user and mint from the logs of the exchanges, independent of balances. */
export const oracleRows = (): OracleRow[] =>
  lines('oracle-events.jsonl').map((line) => JSON.parse(line) as OracleRow)
