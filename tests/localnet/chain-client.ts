import {
  Keypair,
  SystemProgram,
  Transaction,
  type Signer,
  type TransactionInstruction,
} from '@solana/web3.js'
import { rpcReply, rpcResult, testChain } from '#tests/support/chain.ts'
import type { LocalChainHandle, LocalChainOptions } from '#localnet/start-local-chain.ts'

const SLOT_MS = 400

type Meta = {
  err: unknown
  fee: number
  preBalances: number[]
  postBalances: number[]
  preTokenBalances: { owner: string; mint: string; uiTokenAmount: { amount: string } }[]
  postTokenBalances: { owner: string; mint: string; uiTokenAmount: { amount: string } }[]
  innerInstructions: { index: number; instructions: unknown[] }[]
  logMessages: string[]
  loadedAddresses?: { writable: string[]; readonly: string[] }
  computeUnitsConsumed: number
}

export type TransactionAnswer = {
  slot: number
  blockTime: number
  version?: number | 'legacy'
  meta: Meta
  transaction: {
    signatures: string[]
    message: {
      accountKeys: unknown[]
      instructions: { program?: string; parsed?: { type: string; info: object } | string }[]
      recentBlockhash: string
    }
  }
}

/** A chain whose clock only moves when the test moves it, with the calls tests make most. */
export async function controlledChain(
  options: Partial<LocalChainOptions> = {},
  nowMs = 1_800_000_000_000,
) {
  const clock = { ms: nowMs }
  const chain = await testChain({ slotMs: SLOT_MS, now: () => clock.ms, ...options })
  return {
    ...clientOf(chain),
    chain,
    clock,
    tick: (slots: number) => (clock.ms += slots * SLOT_MS),
  }
}

export type ChainClient = ReturnType<typeof clientOf>

export function clientOf(chain: Pick<LocalChainHandle, 'rpcUrl'>) {
  const call = <T>(method: string, params: readonly unknown[] = []) =>
    rpcResult<T>(chain, method, params)

  async function blockhash(commitment = 'processed'): Promise<string> {
    const answer = await call<{ value: { blockhash: string } }>('getLatestBlockhash', [
      { commitment },
    ])
    return answer.value.blockhash
  }

  async function signed(
    instructions: readonly TransactionInstruction[],
    signers: readonly [Signer, ...Signer[]],
    recentBlockhash?: string,
  ): Promise<Buffer> {
    const transaction = new Transaction({
      feePayer: signers[0].publicKey,
      blockhash: recentBlockhash ?? (await blockhash()),
      lastValidBlockHeight: Number.MAX_SAFE_INTEGER,
    }).add(...instructions)
    transaction.sign(...signers)
    return transaction.serialize()
  }

  const send = (bytes: Uint8Array, options: object = {}) =>
    call<string>('sendTransaction', [toBase64(bytes), { encoding: 'base64', ...options }])

  const landed = (signature: string, options: object = {}) =>
    call<TransactionAnswer | null>('getTransaction', [
      signature,
      { commitment: 'confirmed', maxSupportedTransactionVersion: 0, ...options },
    ])

  return {
    call,
    reply: (method: string, params: readonly unknown[] = []) => rpcReply(chain, method, params),
    blockhash,
    signed,
    send,
    landed,
    async balance(address: { toBase58(): string }): Promise<number> {
      return (await call<{ value: number }>('getBalance', [address.toBase58()])).value
    },
    /** A new wallet with lamports from the faucet. */
    async wallet(lamports = 10_000_000_000): Promise<Keypair> {
      const wallet = Keypair.generate()
      await call('requestAirdrop', [wallet.publicKey.toBase58(), lamports])
      return wallet
    },
    async transfer(from: Keypair, to: Keypair, lamports: number): Promise<string> {
      return send(await signed([transferOf(from, to, lamports)], [from]))
    },
  }
}

export const transferOf = (from: Keypair, to: Pick<Keypair, 'publicKey'>, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to.publicKey, lamports })

export const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
