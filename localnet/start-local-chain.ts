import { chmodSync, mkdirSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { getErrorMessage } from '#contract/error-message.ts'
import { serveChain, type ServedChain } from './serve-chain.ts'

export type LocalChainOptions = {
  /** Folder of the journal and the archive, created with mode 0700. The caller holds its lock. Without one, nothing is kept. */
  dir?: string | undefined
  /** RPC port; WebSockets also at the port above. 0 picks a free pair. */
  port: number
  host?: string | undefined
  /** Length of a slot when the chain is new (default 400); an existing chain keeps its own. */
  slotMs?: number | undefined
  clockOffsetMs?: number | undefined
  /** A custom clock in unix milliseconds; the chain then runs in the calling thread. */
  now?: (() => number) | undefined
  /** Called when the chain ends unexpectedly; by default the process ends. */
  onFailure?: ((error: Error) => void) | undefined
}

export type LocalChainHandle = {
  rpcUrl: string
  wsUrl: string
  port: number
  genesisHash: string
  faucet: string
  /** Takes at most a second. Every acknowledged transaction is in the journal by then. */
  stop(): Promise<void>
}

export type WorkerOptions = {
  dir?: string | undefined
  port: number
  host: string
  slotMs?: number | undefined
  clockOffsetMs: number
}

export type FromWorker =
  | { kind: 'ready'; port: number; genesisHash: string; faucet: string }
  | { kind: 'failed'; message: string }

export class LocalChainError extends Error {
  override name = 'LocalChainError'
}

const STOP_MS = 900

/**
 * Starts the embedded chain in a worker thread. Throws `LocalChainError` when a port is taken or the journal is not one
 * of this chain.
 */
export async function startLocalChain(options: LocalChainOptions): Promise<LocalChainHandle> {
  const { dir, host = '127.0.0.1' } = options
  if (dir !== undefined) {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    chmodSync(dir, 0o700)
  }
  const served = await serve(options, host)
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : bracketed(host)
  let stopped: Promise<void> | undefined
  return {
    rpcUrl: `http://${name}:${served.port}`,
    wsUrl: `ws://${name}:${served.port + 1}`,
    port: served.port,
    genesisHash: served.genesisHash,
    faucet: served.faucet,
    stop: () => (stopped ??= served.stop()),
  }
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

async function serve(options: LocalChainOptions, host: string): Promise<ServedChain> {
  const { dir, port, slotMs, now, clockOffsetMs = 0 } = options
  if (now !== undefined) return serveHere({ dir, port, host, slotMs, now })
  return serveInWorker({ dir, port, host, slotMs, clockOffsetMs }, options.onFailure ?? rethrow)
}

async function serveHere(options: Parameters<typeof serveChain>[0]): Promise<ServedChain> {
  try {
    return await serveChain(options)
  } catch (error) {
    throw new LocalChainError(getErrorMessage(error), { cause: error })
  }
}

async function serveInWorker(
  workerData: WorkerOptions,
  onFailure: (error: Error) => void,
): Promise<ServedChain> {
  const worker = new Worker(new URL('./chain-worker.ts', import.meta.url), {
    workerData,
    execArgv: [],
  })
  const exited = new Promise<number>((resolve) => worker.once('exit', resolve))
  const message = await firstMessage(worker)
  if (message.kind === 'failed') {
    await exited
    throw new LocalChainError(message.message)
  }
  let isStopping = false
  worker.on('error', onFailure)
  worker.on('exit', (code) => {
    if (!isStopping) onFailure(new LocalChainError(`The local chain ended with code ${code}`))
  })
  return {
    port: message.port,
    genesisHash: message.genesisHash,
    faucet: message.faucet,
    async stop() {
      isStopping = true
      worker.postMessage('stop', [])
      const timer = setTimeout(() => void worker.terminate(), STOP_MS)
      await exited
      clearTimeout(timer)
    },
  }
}

/** Returns the first message of the worker, or `failed` if it ends without one. Never rejects. */
function firstMessage(worker: Worker): Promise<FromWorker> {
  const { promise, resolve } = Promise.withResolvers<FromWorker>()
  const failed = (message: string) => resolve({ kind: 'failed', message })
  const onError = (error: Error) => failed(error.message)
  const onExit = (code: number) => failed(`The local chain ended with code ${code}`)
  worker.once('error', onError)
  worker.once('exit', onExit)
  worker.once('message', (message: FromWorker) => {
    worker.off('error', onError)
    worker.off('exit', onExit)
    resolve(message)
  })
  return promise
}

function rethrow(error: Error): never {
  throw error
}
