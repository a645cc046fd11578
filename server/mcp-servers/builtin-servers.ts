import type { SolPrice } from '#server/clients/sol-price.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { createCalculator } from './calculator.ts'
import { createNotes } from './notes/notes.ts'
import { createSolanaExplorer } from './solana-explorer.ts'
import { createTokenFacts } from './token-facts.ts'
import { createWalletHistory } from './wallet-history.ts'

type Parts = {
  db: Pick<Database, 'query' | 'transaction'>
  rpc: SolanaRpc
  network: string
  price: SolPrice | null
  clock: () => number
}

/** Returns the product's own MCP servers by the names in the catalog. */
export const createBuiltinServers = ({ db, rpc, network, price, clock }: Parts) => ({
  'solana-explorer': createSolanaExplorer({ rpc, network }),
  'token-facts': createTokenFacts({ rpc }),
  'wallet-history': createWalletHistory({ rpc }),
  calculator: createCalculator({ price, clock }),
  notes: createNotes({ db }),
})
