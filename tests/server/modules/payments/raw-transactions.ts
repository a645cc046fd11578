import {
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
  type AddressLookupTableAccount,
  type TransactionInstruction,
} from '@solana/web3.js'
import bs58 from 'bs58'
import { RawTransaction } from '#server/clients/solana-rpc/solana-rpc-schemas.ts'

/** A fixed key per name, so that failing cases can be read. */
export const keypair = (name: string): Keypair =>
  Keypair.fromSeed(
    new Uint8Array(32).fill(0).map((_, index) => name.charCodeAt(index % name.length)),
  )

export const address = (name: string): string => keypair(name).publicKey.toBase58()

const BLOCKHASH = bs58.encode(new Uint8Array(32).fill(7))

export type Built = { signature: string; base64: string; keys: string[] }

type BuildOptions = {
  version?: 'legacy' | 0
  feePayer?: Keypair
  signers?: readonly Keypair[]
  tables?: AddressLookupTableAccount[]
  blockhash?: string
}

/** Signs and serialises instructions as a wallet does; `keys` are static, then loaded writable, then readonly. */
export function build(
  instructions: TransactionInstruction[],
  {
    version = 'legacy',
    feePayer = keypair('payer'),
    signers = [],
    tables = [],
    blockhash = BLOCKHASH,
  }: BuildOptions = {},
): Built {
  const message = new TransactionMessage({
    payerKey: feePayer.publicKey,
    recentBlockhash: blockhash,
    instructions,
  })
  const compiled =
    version === 'legacy' ? message.compileToLegacyMessage() : message.compileToV0Message(tables)
  const transaction = new VersionedTransaction(compiled)
  transaction.sign([feePayer, ...signers])
  const loaded = compiled.getAccountKeys(
    version === 'legacy' ? undefined : { addressLookupTableAccounts: tables },
  )
  return {
    signature: bs58.encode(transaction.signatures[0]!),
    base64: Buffer.from(transaction.serialize()).toString('base64'),
    keys: loaded.keySegments().flatMap((segment) => segment.map((key) => key.toBase58())),
  }
}

export const transferOf = (
  from: string,
  to: string,
  lamports: bigint,
  extraKeys: readonly string[] = [],
): TransactionInstruction => {
  const instruction = SystemProgram.transfer({
    fromPubkey: new PublicKey(from),
    toPubkey: new PublicKey(to),
    lamports,
  })
  for (const key of extraKeys) {
    instruction.keys.push({ pubkey: new PublicKey(key), isSigner: false, isWritable: false })
  }
  return instruction
}

type MetaOptions = {
  /** Balance changes by address; all others keep theirs. */
  changes?: Readonly<Record<string, bigint>>
  slot?: number
  blockTime?: number | null
  meta?: Record<string, unknown> | null
}

/** Returns a node's answer for the transaction, parsed as the server's client parses it. */
export function landed(
  { base64, keys }: Built,
  { changes = {}, slot = 100, blockTime = 1_700_000_000, meta = {} }: MetaOptions = {},
): RawTransaction {
  const before = keys.map(() => 5_000_000_000n)
  return RawTransaction.parse({
    slot,
    blockTime,
    transaction: [base64, 'base64'],
    meta:
      meta === null
        ? null
        : {
            err: null,
            fee: 5000,
            preBalances: before,
            postBalances: keys.map((key, index) => before[index]! + (changes[key] ?? 0n)),
            ...meta,
          },
  })
}
