import { Command } from 'commander'
import type { WalletFinderReport } from '#contract/analysis/finder.ts'
import type { CaReport } from '#contract/analysis/report.ts'
import { findWallets, buildReport, type FinderInput } from '#engine/index.ts'
import { startLocalChain } from '#localnet/index.ts'
import { describeForOperator } from '#server/boot/operator-error.ts'
import { chooseSolPrice } from '#server/boot/choose-sol-price.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { loadConfig } from '#server/config.ts'
import { AppError } from '#server/errors.ts'
import { describeAnalysisFailure } from '#server/modules/analysis/analysis-failure.ts'
import { lookUpMint, readAddress, readTexts } from '#server/modules/analysis/analysis-request.ts'
import { collect } from '#server/modules/analysis/collect/collect.ts'
import { analyzeOneOfSeveral, markUntradedAsFailed } from '#server/modules/analysis/finder-work.ts'
import { NOTHING_KEPT } from '#server/modules/analysis/store/token-store.ts'
import { CommandError, print, resolveExistingFile } from './operator.ts'
import { HOUR_MS, MINUTE_MS } from '#server/lib/durations.ts'

type Options = {
  mint?: string
  rpc?: string
  file?: string[]
  finder?: string[]
  json?: boolean
}

const RPC_TIMEOUT_MS = 30_000
const IMPORT_TIMEOUT_MS = HOUR_MS
const SHOWN_ROWS = 20
const MIN_HITS = 2

const program = new Command('npm run analyse --')
  .description(
    'Analyzes a token, or finds wallets in several, without database, server or payment.',
  )
  .option('--mint <address>', 'the contract address of a token')
  .option('--rpc <url>', 'the node to read from')
  .option('--file <files...>', 'recordings to read instead, one getTransaction result a line')
  .option('--finder <addresses...>', 'tokens to find wallets in, --mint included')
  .option('--json', 'print the whole report')
  .showHelpAfterError()
  .action(run)

async function run(options: Options): Promise<void> {
  const mints = [...new Set([options.mint ?? [], options.finder ?? []].flat())].map((mint) =>
    readAddress(mint),
  )
  if (options.finder ? mints.length < 2 : mints.length !== 1) {
    throw new CommandError('Name one token with --mint, or at least two with --finder.')
  }
  await withNode(options, async (rpcUrl) => {
    const analyzeToken = createTokenReader(rpcUrl)
    if (!options.finder) {
      const report = await analyzeToken(mints[0] ?? '')
      if (report.counts.trades === 0) throw new CommandError('No trades found for this token.')
      print(options.json ? JSON.stringify(report) : formatReport(report))
      return
    }
    const results: FinderInput[] = []
    for (const mint of mints)
      results.push(await analyzeOneOfSeveral(mint, () => analyzeToken(mint)))
    const found = findWallets(markUntradedAsFailed(results), MIN_HITS)
    print(options.json ? JSON.stringify(found) : formatFinderReport(found))
  })
}

/** Calls `work` with the URL of the node, or of an embedded chain that has only the recordings. */
async function withNode(
  { rpc, file: files }: Options,
  work: (rpcUrl: string) => Promise<void>,
): Promise<void> {
  if ((rpc === undefined) === (files === undefined)) {
    throw new CommandError('Name a node with --rpc, or recordings with --file.')
  }
  if (rpc !== undefined) return work(rpc)
  const chain = await startLocalChain({ port: 0 })
  try {
    const node = createSolanaRpc({ url: chain.rpcUrl, timeoutMs: IMPORT_TIMEOUT_MS })
    for (const name of files ?? []) {
      await node.call('chain_import', [{ path: resolveExistingFile(name) }])
    }
    await work(chain.rpcUrl)
  } finally {
    await chain.stop()
  }
}

/** Returns a function that analyzes a token within the configured limits, as the server does. */
function createTokenReader(rpcUrl: string): (address: string) => Promise<CaReport> {
  const config = loadConfig()
  const rpc = createSolanaRpc({ url: rpcUrl, timeoutMs: RPC_TIMEOUT_MS })
  const price = chooseSolPrice(config)
  const { signal } = new AbortController()
  return async (address) => {
    const mint = await lookUpMint(rpc, address, signal)
    const { market, ...input } = await collect(mint, {
      rpc,
      signal,
      record: NOTHING_KEPT,
      limits: {
        ...config.analysis,
        endsAt: performance.now() + config.analysis.maxMinutes * MINUTE_MS,
      },
      solUsd: async () => (price === null ? null : price({ signal })),
      onProgress: () => undefined,
    })
    const texts = await readTexts(rpc, mint, signal)
    return buildReport(market, { ...input, texts })
  }
}

function formatReport({ mint, coverage, price, counts, wallets, excluded }: CaReport): string {
  const rows = wallets
    .slice(0, SHOWN_ROWS)
    .map((wallet) => [
      String(wallet.rank ?? ''),
      wallet.address,
      wallet.score.toFixed(1),
      wallet.pnl_sol.toFixed(3),
      formatPercent(wallet.roi),
      `${wallet.buys}/${wallet.sells}`,
      String(wallet.first_buy?.rank ?? ''),
    ])
  return [
    `Token ${mint}`,
    `${counts.trades} trades, ${wallets.length} wallets ranked, ${excluded.length} excluded`,
    `Price ${price.sol === null ? 'unknown' : `${price.sol} SOL`}`,
    coverage.complete ? 'Complete: every transaction is read' : 'Not complete:',
    ...coverage.reasons.map((reason) => `- ${reason}`),
    '',
    ...alignRows([['#', 'Wallet', 'Score', 'PnL SOL', 'ROI', 'Buys/sells', 'Entry'], ...rows]),
  ].join('\n')
}

function formatFinderReport({ mints, wallets, rings, counts }: WalletFinderReport): string {
  const rows = wallets
    .slice(0, SHOWN_ROWS)
    .map(({ rank, address, members, found, p_value: p, q_value: q, ...wallet }) => [
      String(rank),
      members.length > 1 ? `${address} +${members.length - 1}` : address,
      found ? 'found' : `can’t tell${moreTokens(wallet.tokens_needed)}`,
      p.toPrecision(2),
      q.toPrecision(2),
      wallet.pnl_sol.toFixed(3),
      wallet.hits.map(({ percentile }) => formatPercent(percentile)).join(' '),
    ])
  return [
    ...mints.map(({ mint, error, trades }) => `Token ${mint}: ${error ?? `${trades} trades`}`),
    `${counts.found} of ${counts.tested} wallets are better than luck; ${rings.length} ring(s)`,
    '',
    ...alignRows([['#', 'Wallet', 'Skill', 'p', 'q', 'PnL SOL', 'Percentiles'], ...rows]),
  ].join('\n')
}

const moreTokens = (count: number | null): string =>
  count === null ? '' : `, ${count} more tokens`
const formatPercent = (ratio: number | null): string =>
  ratio === null ? '' : `${Math.round(ratio * 100)} %`

function alignRows(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((cells) => cells[at]?.length ?? 0)),
  )
  return rows.map((cells) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

try {
  await program.parseAsync()
} catch (error) {
  const text = error instanceof AppError ? error.message : describeAnalysisFailure(error)
  process.stderr.write(`${text ?? describeForOperator(error)}\n`)
  process.exitCode = error instanceof CommandError ? error.exitCode : 1
}
