import { formatNumber } from '#contract/numbers.ts'
import bs58 from 'bs58'
import { formatTokenAmount, lamportsToSol } from '#contract/money.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { askApproval, type ApprovalRequest } from './approvals.ts'
import { openLocalKey } from './local-key.ts'
import { createRpc, getBalance, sendTransaction } from '#src/platform/wallet/paying/rpc.ts'
import { placeSignature, readTransaction, type TransactionSummary } from './read-transaction.ts'

const LAMPORTS_PER_SOL = 1e9
const AIRDROP_LAMPORTS = 10 * LAMPORTS_PER_SOL
/** Below this the wallet requests play money. It is twice the form's default amount. */
const EMPTY_BELOW_LAMPORTS = LAMPORTS_PER_SOL

type Bytes = Uint8Array<ArrayBuffer>

/** The holder of the Local Dev Wallet's key. It signs only what the user approved. */
export type LocalOwner = {
  readonly address: string
  readonly publicKey: Bytes
  /** Asks the local chain for play money if the wallet has less than 1 SOL. Never rejects. */
  readonly fillWhenEmpty: () => Promise<void>
  /** These ask the user first, and reject with code 4001 if the user declines. */
  readonly signMessage: (message: Bytes) => Promise<Bytes>
  readonly signTransaction: (transaction: Bytes) => Promise<Bytes>
  readonly signAndSend: (transaction: Bytes) => Promise<Uint8Array>
}

export const openLocalOwner = async (storage: TextStorage, rpcUrl: string): Promise<LocalOwner> => {
  const { address, publicKey, sign } = await openLocalKey(storage)
  const rpc = createRpc(rpcUrl)

  const approve = async (kind: ApprovalRequest['kind'], text: string) => {
    if (await askApproval({ kind, address, text })) return
    throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
  }

  const signTransaction = async (bytes: Bytes) => {
    const transaction = readTransaction(bytes)
    await approve('transaction', describeTransaction(transaction))
    return placeSignature(transaction, address, await sign(transaction.messageBytes.slice()))
  }

  return {
    address,
    publicKey,
    signTransaction,
    signMessage: async (message) => {
      await approve('message', new TextDecoder().decode(message))
      return sign(message)
    },
    signAndSend: async (transaction) =>
      bs58.decode(await sendTransaction(rpc, await signTransaction(transaction))),
    fillWhenEmpty: async () => {
      try {
        const lamports = await getBalance(rpc, address)
        if (lamports < EMPTY_BELOW_LAMPORTS)
          await rpc('requestAirdrop', [address, AIRDROP_LAMPORTS])
      } catch (error) {
        // Signing in works without play money.
        console.warn('The local chain did not fill the wallet', error)
      }
    },
  }
}

const describeTransaction = ({
  transfers,
  tokenTransfers,
  otherInstructions,
}: TransactionSummary): string =>
  [
    ...transfers.map(({ to, lamports }) => `Send ${formatSol(lamports)} SOL\nto ${to}`),
    ...tokenTransfers.map(
      ({ mint, to, raw, decimals }) =>
        `Send ${formatTokenAmount(raw, decimals)} tokens\nof ${mint}\nto ${to}`,
    ),
    ...(otherInstructions === 0 ? [] : [`and ${otherInstructions} other instruction(s)`]),
  ].join('\n\n')

const formatSol = (lamports: bigint): string =>
  formatNumber(lamportsToSol(lamports), { maximumFractionDigits: 9 })
