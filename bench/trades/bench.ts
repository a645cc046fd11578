import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { DexParser } from 'solana-dex-parser'
import { simulateDemoMarket } from '#localnet/demo-market/demo-market.ts'
import { Addresses, encodeFacts, scanTransaction, type TransactionFacts } from '#engine/index.ts'
import { readFlows } from '#engine/trades/trades.ts'
import { measureCpuSeconds, median, printResult, throwIfMissed } from '#bench/support/figures.ts'

/**
 * Token-moving transactions a second from the bytes of a node's answer to trades, beside `JSON.parse` alone on the same
 * bytes in turns, and from bytes to rows to store. Reads files of `getTransaction` results (`--input FILE…`: one result
 * in a `.json` file, one a line in others), else the recordings beside the project, else the demo market.
 */

const RECORDINGS = path.resolve(import.meta.dirname, '../../../shared/data/solana-transactions')
const ROUNDS = 9
/** Transactions before the measurement. An analysis reads thousands, so only compiled code is measured. */
const WARM_UP = 4_000
const PASSES = 6
const BUDGET = { ofJsonParse: 1, ofDexParser: 20, rowsPerSecond: 10_000 }
const CHUNK = 500

type Work = 'parse' | 'trades' | 'peer' | 'rows'
const WORKS: readonly Work[] = ['parse', 'trades', 'peer', 'rows']

export async function run(options: readonly string[]): Promise<void> {
  const { name, texts } = corpus(filesIn(options))
  const inputs = texts.map((text) => Buffer.from(text)).filter(movesTokens)
  const works = worksOn(inputs)
  const seconds = measure(works, inputs.length)
  const perSecond = (each: Work) =>
    Math.round((inputs.length * PASSES) / median(seconds.map((round) => round[each])))
  const ratio = (each: Work) => median(seconds.map((round) => round[each] / round.trades))
  const result = {
    corpus: name,
    transactions: texts.length,
    tokenMoving: inputs.length,
    megabytes: Number((inputs.reduce((sum, { length }) => sum + length, 0) / 1e6).toFixed(2)),
    jsonParsePerSecond: perSecond('parse'),
    tradesPerSecond: perSecond('trades'),
    rowsPerSecond: perSecond('rows'),
    ofJsonParse: Number(ratio('parse').toFixed(2)),
    ofDexParser: Number(ratio('peer').toFixed(1)),
    bytesPerRow: Math.round(works.rows() / Math.max(1, inputs.length)),
  }
  printResult(options, result)
  throwIfMissed('trades', [
    result.ofJsonParse < BUDGET.ofJsonParse && `${result.ofJsonParse} of JSON.parse`,
    result.ofDexParser < BUDGET.ofDexParser && `${result.ofDexParser} × solana-dex-parser`,
    result.rowsPerSecond < BUDGET.rowsPerSecond && `${result.rowsPerSecond} rows a second`,
  ])
}

function movesTokens(bytes: Buffer): boolean {
  const scanned = scanTransaction(bytes)
  return scanned.kind === 'read' && readFlows(scanned.facts).length > 0
}

function worksOn(inputs: readonly Buffer[]): Record<Work, () => number> {
  const addresses = new Addresses()
  const peer = new DexParser()
  return {
    parse: () => {
      let found = 0
      for (const bytes of inputs) {
        found += (JSON.parse(bytes.toString('utf8')) as { slot: number }).slot & 1
      }
      return found
    },
    trades: () => {
      let found = 0
      for (const bytes of inputs) {
        const scanned = scanTransaction(bytes, addresses)
        if (scanned.kind === 'read') found += readFlows(scanned.facts).length
      }
      return found
    },
    peer: () => {
      let found = 0
      for (const bytes of inputs) {
        found += peer.parseAll(JSON.parse(bytes.toString('utf8'))).trades.length
      }
      return found
    },
    rows: () => {
      let stored = 0
      let chunk: TransactionFacts[] = []
      for (const bytes of inputs) {
        const scanned = scanTransaction(bytes, addresses)
        if (scanned.kind === 'read') chunk.push(scanned.facts)
        if (chunk.length < CHUNK) continue
        stored += encodeFacts(chunk).length
        chunk = []
      }
      return stored + encodeFacts(chunk).length
    },
  }
}

function measure(works: Record<Work, () => number>, transactions: number): Record<Work, number>[] {
  for (const each of WORKS) {
    for (let done = 0; done < WARM_UP; done += Math.max(1, transactions)) works[each]()
  }
  return Array.from({ length: ROUNDS }, () => ({
    parse: measurePasses(works.parse),
    trades: measurePasses(works.trades),
    peer: measurePasses(works.peer),
    rows: measurePasses(works.rows),
  }))
}

function filesIn(options: readonly string[]): string[] {
  const from = options.indexOf('--input')
  if (from < 0) return []
  const rest = options.slice(from + 1)
  const end = rest.findIndex((word) => word.startsWith('--'))
  return end < 0 ? rest : rest.slice(0, end)
}

function corpus(files: readonly string[]): { name: string; texts: string[] } {
  if (files.length > 0) return { name: files.join(', '), texts: files.flatMap(textsIn) }
  if (!existsSync(RECORDINGS)) {
    console.log('The recordings beside the project are missing: the demo market takes their place')
    return { name: 'demo market', texts: simulateDemoMarket({ endTime: 1_790_000_000 }).lines }
  }
  const blocks = readdirSync(RECORDINGS).filter((each) => each.startsWith('block-'))
  const single = readdirSync(path.join(RECORDINGS, 'tx')).map((file) => path.join('tx', file))
  const texts = [...blocks, ...single].flatMap((file) => textsIn(path.join(RECORDINGS, file)))
  return { name: 'recorded mainnet transactions', texts }
}

function textsIn(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  if (!file.endsWith('.json')) return text.trim().split('\n')
  const whole = JSON.parse(text) as object
  return [JSON.stringify('result' in whole ? whole.result : whole)]
}

function measurePasses(work: () => number): number {
  let found = 0
  const seconds = measureCpuSeconds(() => {
    for (let pass = 0; pass < PASSES; pass++) found += work()
  })
  if (found < 0) throw new Error('the work was optimized away')
  return seconds
}
