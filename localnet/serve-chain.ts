import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openChain } from '#localnet/svm/chain.ts'
import { createHttpFace } from '#localnet/transports/http-transport.ts'
import { close, listenOnPair } from '#localnet/transports/ports.ts'
import { createSubscriptions } from '#localnet/transports/subscriptions.ts'
import {
  createWebsocketFace,
  createWebsocketOnlyServer,
} from '#localnet/transports/websocket-transport.ts'
import { createDispatcher } from '#localnet/rpc/dispatch.ts'
import { lazyArchive } from '#localnet/archive/lazy-archive.ts'
import type { RpcNode } from '#localnet/rpc/rpc-method.ts'

export type ServeOptions = {
  dir?: string | undefined
  port: number
  host: string
  slotMs?: number | undefined
  now?: (() => number) | undefined
}

export type ServedChain = {
  port: number
  genesisHash: string
  faucet: string
  stop(): Promise<void>
}

export async function serveChain(options: ServeOptions): Promise<ServedChain> {
  const { dir, port, host } = options
  const chain = await openChain(options)
  const archive = await lazyArchive(dir === undefined ? undefined : join(dir, 'archive.jsonl'))
  const node: RpcNode = { chain, archive }
  const subscriptions = createSubscriptions(node)
  const http = createHttpFace(createDispatcher(node))
  const websocketOnly = createWebsocketOnlyServer()
  const websocket = createWebsocketFace(subscriptions)
  websocket.attach(http)
  websocket.attach(websocketOnly)

  const closeStores = async () => {
    await chain.close()
    await archive.close()
  }
  const rpcPort = await listenOnPair(http, websocketOnly, { port, host }).catch(
    async (error: unknown) => {
      await closeStores()
      throw error
    },
  )
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
      // Lets answers to transactions that just became durable finish.
      await nextTurn()
      http.closeIdleConnections()
      await Promise.all([close(http), close(websocketOnly)])
    },
  }
}
