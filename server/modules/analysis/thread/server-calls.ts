import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Permit } from '#server/clients/solana-rpc/rpc-pacer.ts'
import type { SolPrice } from '#server/clients/sol-price.ts'
import type { Transactional } from '#server/db/database.ts'
import type { ReportShape } from '#server/modules/analysis/report-run.ts'
import type { RunContext } from '#server/modules/runs/run.ts'
import { createRemoteTransactions } from './remote-transactions.ts'
import type { ServerCalls } from './thread-channel.ts'

type Parts = {
  rpc: Pick<SolanaRpc, 'pacer' | 'exchange'>
  db: Transactional
  price: SolPrice | null
  signal: AbortSignal
  reportProgress: RunContext<ReportShape>['reportProgress']
}

/** Does for one analysis what only the server's main thread can do. Everything ends with `signal`. */
export function createServerCalls({ rpc, db, price, signal, reportProgress }: Parts): ServerCalls {
  const exchanges = new Map<number, AbortController>()
  const permits = new Map<number, Permit>()
  return {
    async exchange(id, body, of) {
      const stop = new AbortController()
      exchanges.set(id, stop)
      try {
        return await rpc.exchange(body, of, AbortSignal.any([signal, stop.signal]))
      } finally {
        exchanges.delete(id)
      }
    },
    stopExchange: (id) => exchanges.get(id)?.abort(),
    async takeTurn(id, method, calls) {
      permits.set(id, await rpc.pacer.waitForTurn(method, calls, signal))
      return rpc.pacer.readRate(method)
    },
    endTurn(id, outcome, retryAfterMs) {
      const permit = permits.get(id)
      permits.delete(id)
      if (outcome === 'refused') permit?.refused(retryAfterMs)
      else permit?.[outcome]()
    },
    ...createRemoteTransactions(db, signal),
    solUsd: async () => (price === null ? null : price({ signal })),
    reportProgress,
  }
}
