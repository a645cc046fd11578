import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openChain } from '#localnet/svm/chain.ts'
import { createRpcServer } from '#localnet/transports/http-transport.ts'
import { close, listenOnPair } from '#localnet/transports/ports.ts'
import { createSubscriptions } from '#localnet/transports/subscriptions.ts'
import {
  createWebsocketTransport,
  createWebsocketOnlyServer,
} from '#localnet/transports/websocket-transport.ts'
import { createDispatcher } from '#localnet/rpc/dispatch.ts'
import type { RpcNode } from '#localnet/rpc/rpc-method.ts'
import { statSync } from 'node:fs'
import type { ArchiveSource } from '#localnet/archive/archive-source.ts'

export type ServeOptions = {
  dir?: string | undefined
  port: number
  slotMs?: number | undefined
  now?: (() => number) | undefined
}

export type ServedChain = {
  port: number
  genesisHash: string
  faucet: string
  stop(): Promise<void>
}

/** Opens the chain and its archive, and serves the HTTP and the WebSocket port in the calling thread. */
export async function serveChain(options: ServeOptions): Promise<ServedChain> {
  const { dir, port } = options
  const chain = await openChain(options)
  const archive = await openLazyArchive(dir === undefined ? undefined : join(dir, 'archive.jsonl'))
  const node: RpcNode = { chain, archive }
  const subscriptions = createSubscriptions(node)
  const http = createRpcServer(createDispatcher(node))
  const websocketOnly = createWebsocketOnlyServer()
  const websocket = createWebsocketTransport(subscriptions)
  websocket.attach(http)
  websocket.attach(websocketOnly)

  const closeStores = async () => {
    await chain.close()
    await archive.close()
  }
  const rpcPort = await listenOnPair(http, websocketOnly, port).catch(async (error: unknown) => {
    await closeStores()
    throw error
  })
  return {
    port: rpcPort,
    genesisHash: chain.genesisHash,
    faucet: chain.faucet.address,
    async stop() {
      http.close()
      websocketOnly.close()
      subscriptions.close()
      websocket.close()
      await closeStores()
      // Waits for responses to transactions that just became durable.
      await nextTurn()
      http.closeIdleConnections()
      await Promise.all([close(http), close(websocketOnly)])
    },
  }
}

/** Loaded on demand, because the parser would delay the start of a chain that has no archive. */
async function loadArchive(path: string | undefined): Promise<ArchiveSource> {
  const { openArchive } = await import('#localnet/archive/archive.ts')
  return openArchive({ path })
}

/** Opens the archive at `path`; an empty file only on the first import. Without a path it stays in memory. */
async function openLazyArchive(path: string | undefined): Promise<ArchiveSource> {
  const size = path === undefined ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  if (size > 0) return loadArchive(path)
  let opening: Promise<ArchiveSource> | undefined
  let archive: ArchiveSource | undefined
  return {
    async importLines(lines) {
      opening ??= loadArchive(path)
      archive = await opening
      return archive.importLines(lines)
    },
    has: (signature) => archive?.has(signature) ?? false,
    findTransaction: (signature) => archive?.findTransaction(signature) ?? null,
    listSignatures: (address, page) => archive?.listSignatures(address, page) ?? null,
    findAccount: (address) => archive?.findAccount(address) ?? null,
    findTokenSupply: (mint) => archive?.findTokenSupply(mint) ?? null,
    listLargestAccounts: (mint) => archive?.listLargestAccounts(mint) ?? null,
    getBlockTime: (slot) => archive?.getBlockTime(slot) ?? null,
    close: async () => (await opening)?.close(),
  }
}
