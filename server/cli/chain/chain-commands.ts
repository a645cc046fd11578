import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { getErrorMessage } from '#contract/error-message.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { loadConfig, type Config } from '#server/config.ts'
import { claimDataDir } from '#server/boot/storage/data-dir.ts'
import { openLocalChain } from '#server/boot/chain/open-local-chain.ts'
import { readAddress } from '#server/modules/analysis/analysis-request.ts'
import { recordHistory } from '#server/modules/analysis/collect/record-history.ts'
import {
  CommandError,
  print,
  resolveExistingFile,
  resolveFile,
  waitForServer,
} from '#server/cli/operator.ts'
import { HOUR_MS } from '#server/lib/durations.ts'

const ImportReport = z.object({
  added: z.number(),
  duplicates: z.number(),
  rejected: z.number(),
  rejections: z.optional(z.array(z.object({ line: z.number(), reason: z.string() }))),
})

const RPC_TIMEOUT_MS = 30_000
const IMPORT_TIMEOUT_MS = HOUR_MS
const SHOWN_REJECTIONS = 10

export const addChainCommands = (program: Command): void => {
  const chain = program.command('chain').description('the embedded chain')
  chain
    .command('import <file>')
    .description('load recorded transactions, one getTransaction result a line')
    .action(async (name: string) => {
      const file = resolveExistingFile(name)
      const config = loadConfig()
      if (config.solana.rpcUrl !== null) {
        throw new CommandError('SOLANA_RPC_URL: chain import is for the embedded chain only.')
      }
      const answer = await withEmbeddedChain(config, (url) =>
        createSolanaRpc({ url, timeoutMs: IMPORT_TIMEOUT_MS }).call('chain_import', [
          { path: file },
        ]),
      )
      const report = ImportReport.parse(answer)
      for (const { line, reason } of (report.rejections ?? []).slice(0, SHOWN_REJECTIONS)) {
        process.stderr.write(`line ${line}: ${reason}\n`)
      }
      print(
        `${report.added} transactions imported, ${report.duplicates} known already, ${report.rejected} lines refused.`,
      )
      if (report.added + report.duplicates === 0) {
        throw new CommandError(`${file} holds no transaction that can be read.`)
      }
    })
  chain
    .command('record')
    .description('write the history of a token to a file that chain import takes')
    .requiredOption('--mint <address>', 'the contract address of the token')
    .requiredOption('--out <file>', 'where to; an older file is replaced')
    .action(async ({ mint, out }: { mint: string; out: string }) => {
      const file = resolveFile(out)
      const config = loadConfig()
      const record = (rpcUrl: string) => recordTo(file, mint, rpcUrl)
      const { rpcUrl } = config.solana
      const { transactions, missing } =
        rpcUrl === null ? await withEmbeddedChain(config, record) : await record(rpcUrl)
      const gap = missing === 0 ? '' : `; ${missing} that the node lists are missing`
      print(`${transactions} transactions recorded to ${file}${gap}.`)
    })
}

/** Writes to a temporary file, and renames it once it is complete. */
const recordTo = async (file: string, mint: string, rpcUrl: string) => {
  const address = readAddress(mint)
  const unfinished = `${file}.part`
  const output = openOutput(unfinished)
  try {
    const recorded = await recordHistory(address, {
      rpc: createSolanaRpc({ url: rpcUrl, timeoutMs: RPC_TIMEOUT_MS }),
      signal: new AbortController().signal,
      write: (line) => writeSync(output, `${line}\n`),
    })
    renameSync(unfinished, file)
    return recorded
  } finally {
    closeSync(output)
    rmSync(unfinished, { force: true })
  }
}

const openOutput = (file: string): number => {
  try {
    return openSync(file, 'w')
  } catch (error) {
    throw new CommandError(`--out cannot be written: ${getErrorMessage(error)}`)
  }
}

const withEmbeddedChain = async <Result>(
  config: Config,
  work: (rpcUrl: string) => Promise<Result>,
): Promise<Result> => {
  const running = await waitForServer(config.dataDir)
  if (running?.rpcUrl) return work(running.rpcUrl)
  const claim = await claimDataDir(config.dataDir)
  try {
    const chain = await openLocalChain({ dir: path.join(config.dataDir, 'chain'), port: 0 })
    try {
      return await work(chain.rpcUrl)
    } finally {
      await chain.stop()
    }
  } finally {
    claim.release()
  }
}
