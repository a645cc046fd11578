import { chmodSync, mkdirSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { getErrorMessage } from '#contract/error-message.ts'
import { HOST } from '#localnet/transports/ports.ts'
import { serveChain, type ServedChain, type ServeOptions } from './serve-chain.ts'

export type LocalChainOptions = {
  /** Folder of the journal and the archive, created with mode 0700. The caller holds its lock. Without one, nothing is stored. */
  dir?: string | undefined
  /** RPC port; WebSockets also at the port above. 0 picks a free pair. */
  port: number
  /** Length of a slot when the chain is new (default 400); an existing chain keeps its own. */
  slotMs?: number | undefined
  clockOffsetMs?: number | undefined
  /** A custom clock in unix milliseconds; the chain then runs in the calling thread. */
  now?: (() => number) | undefined
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

export type WorkerOptions = Omit<ServeOptions, 'now'> & { clockOffsetMs: number }

export type FromWorker =
  | { kind: 'ready'; port: number; genesisHash: string; faucet: string }
  | { kind: 'failed'; message: string }

export class LocalChainError extends Error {
  override name = 'LocalChainError'
}

const STOP_MS = 900

/** Starts the embedded chain in a thread. Throws `LocalChainError` for a taken port or another chain's journal. */
export async function startLocalChain(options: LocalChainOptions): Promise<LocalChainHandle> {
  const { dir } = options
  if (dir !== undefined) {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    chmodSync(dir, 0o700)
  }
  const served = await serve(options)
  let stopped: Promise<void> | undefined
  return {
    rpcUrl: `http://${HOST}:${served.port}`,
    wsUrl: `ws://${HOST}:${served.port + 1}`,
    port: served.port,
    genesisHash: served.genesisHash,
    faucet: served.faucet,
    stop: () => (stopped ??= served.stop()),
  }
}

async function serve({
  now,
  clockOffsetMs = 0,
  ...options
}: LocalChainOptions): Promise<ServedChain> {
  if (now !== undefined) return serveHere({ ...options, now })
  return serveInWorker({ ...options, clockOffsetMs })
}

async function serveHere(options: ServeOptions): Promise<ServedChain> {
  try {
    return await serveChain(options)
  } catch (error) {
    throw new LocalChainError(getErrorMessage(error), { cause: error })
  }
}

/** An unexpected end of the worker ends the process. */
async function serveInWorker(workerData: WorkerOptions): Promise<ServedChain> {
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
  worker.on('error', rethrow)
  worker.on('exit', (code) => {
    if (!isStopping) throw new LocalChainError(`The local chain ended with code ${code}`)
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
