import type { SolPrice } from '#server/clients/sol-price.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { createCalculator } from './calculator-server.ts'
import { createNotes } from './notes/notes-server.ts'
import { createSolanaExplorer } from './solana-explorer-server.ts'
import { createTokenFacts } from './token-facts-server.ts'
import { createWalletHistory } from './wallet-history-server.ts'

type Parts = {
  db: Pick<Database, 'query' | 'transaction'>
  rpc: SolanaRpc
  network: string
  price: SolPrice | null
  now: () => number
}

export const createBuiltinServers = ({ db, rpc, network, price, now }: Parts) => ({
  'solana-explorer': createSolanaExplorer({ rpc, network }),
  'token-facts': createTokenFacts({ rpc }),
  'wallet-history': createWalletHistory({ rpc }),
  calculator: createCalculator({ price, now }),
  notes: createNotes({ db }),
})
