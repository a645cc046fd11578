import type { MintBalance } from '#engine/index.ts'
import { RpcError, RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { splitIntoChunks, mapAtMost } from '#server/lib/async/map-at-most.ts'
import type { NodeLink } from './node-link.ts'

const ACCOUNTS_PER_CALL = 100
const WIDTH = 8
/** The amount in a token account: eight bytes, little-endian. */
const AMOUNT = { offset: 64, length: 8 }
/** Newest transactions to read for an account whose balance has changed. */
const RECENT = 100

type Reader = {
  rpc: Pick<SolanaRpc, 'getMultipleAccounts' | 'getSignaturesForAddress'>
  link: NodeLink
  isListed: (signature: string) => boolean
}

type Last = { balance: bigint; hasOwner: boolean }

export type CurrentBalances = {
  /** Raw token units, by token account. */
  balances: ReadonlyMap<string, bigint>
  /** Transactions of the accounts that no history listed. */
  unlisted: readonly string[]
}

/**
 * Reads the current balances of all known token accounts of the mint, to prove that their histories end here. An
 * account that has moved again keeps its last known balance. Its newer transactions are returned as `unlisted`, except
 * in the last check, which leaves them to the next analysis. Returns null when the node does not return balances.
 *
 * @param read the balances of the mint in the transactions, in order
 */
export async function readCurrentBalances(
  { rpc, link, isListed }: Reader,
  read: readonly MintBalance[],
  { newestSlot, isLast }: { newestSlot: number; isLast: boolean },
): Promise<CurrentBalances | null> {
  const last = findLastBalances(read)
  const balances = new Map<string, bigint>()
  const unlisted = new Set<string>()
  try {
    await mapAtMost(WIDTH, splitIntoChunks([...last.keys()], ACCOUNTS_PER_CALL), async (batch) => {
      const accounts = await link.ask('getMultipleAccounts', (options) =>
        rpc.getMultipleAccounts(batch, { ...options, dataSlice: AMOUNT }),
      )
      for (const [nth, address] of batch.entries()) {
        balances.set(address, readAmount(accounts[nth]?.data))
      }
    })
    const changed = [...last].filter(([address, { balance }]) => balances.get(address) !== balance)
    await mapAtMost(WIDTH, changed, async ([address, { balance, hasOwner }]) => {
      const recent = await link.ask('getSignaturesForAddress', (options) =>
        rpc.getSignaturesForAddress(address, { ...options, limit: RECENT }),
      )
      const open = recent.filter(({ signature, err }) => !err && !isListed(signature))
      const isWhole = recent.length < RECENT || open.length < recent.length
      const wanted = open.filter(({ slot }) => slot <= newestSlot || (isWhole && !isLast))
      for (const { signature } of wanted) unlisted.add(signature)
      const hasMoved = wanted.length < open.length
      // Nodes do not tell the balance of an account whose owner the record does not name.
      if (hasMoved || !hasOwner) balances.set(address, balance)
    })
  } catch (error) {
    if (!(error instanceof RpcError) && !(error instanceof RpcUnavailable)) throw error
    return null
  }
  return { balances, unlisted: [...unlisted].toSorted() }
}

function findLastBalances(read: readonly MintBalance[]): Map<string, Last> {
  const last = new Map<string, Last>()
  for (const { account, after, owner, isFailed } of read) {
    if (!isFailed) last.set(account, { balance: after, hasOwner: owner !== null })
  }
  return last
}

/** Returns the amount in raw token units. A closed account has 0. */
function readAmount(data: Uint8Array | undefined): bigint {
  if (data === undefined || data.length < AMOUNT.length) return 0n
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).readBigUInt64LE()
}
