import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import bs58 from 'bs58'

export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const SYSTEM = '11111111111111111111111111111111'

/** A 32-byte address that a name always gives; whether it is on the curve is chance. */
export const addressOf = (name: string): string =>
  bs58.encode(createHash('sha256').update(name).digest())

/** A 64-byte signature that a name always gives. */
export const signatureOf = (name: string): string =>
  bs58.encode(createHash('sha512').update(name).digest())

type FixtureHolding = {
  mint: string
  owner?: string
  amount: bigint
  decimals?: number
  program?: string
}

export type FixtureKey = {
  address: string
  signer?: boolean
  before?: bigint
  after?: bigint
  holdsBefore?: FixtureHolding
  holdsAfter?: FixtureHolding
}

export type FixtureTransaction = {
  name: string
  slot?: number
  index?: number
  blockTime?: number | null
  err?: unknown
  keys: FixtureKey[]
  /** How many of the last keys come from a lookup table; makes the transaction version 0. */
  loaded?: number
  instructions?: object[]
  inner?: { index: number; instructions: object[] }[]
  encoding?: 'json' | 'jsonParsed'
}

/** One line of a recording, in the shape in which a node answers `getTransaction`. */
export function recordedLine({
  name,
  slot = 100,
  index,
  blockTime = 1_700_000_000,
  err = null,
  keys,
  loaded = 0,
  instructions = [],
  inner = [],
  encoding = 'json',
}: FixtureTransaction): string {
  const staticKeys = keys.slice(0, keys.length - loaded).map(({ address }) => address)
  const tableKeys = keys.slice(keys.length - loaded).map(({ address }) => address)
  const signers = keys.filter(({ signer }) => signer).length
  const balances = (side: 'holdsBefore' | 'holdsAfter') =>
    keys.flatMap((key, accountIndex) => {
      const holding = key[side]
      if (!holding) return []
      const { mint, owner, amount, decimals = 6, program = TOKEN } = holding
      return [
        {
          accountIndex,
          mint,
          ...(owner === undefined ? {} : { owner, programId: program }),
          uiTokenAmount: {
            amount: amount.toString(),
            decimals,
            uiAmount: null,
            uiAmountString: '',
          },
        },
      ]
    })
  const line = {
    slot,
    blockTime,
    ...(index === undefined ? {} : { transactionIndex: index }),
    version: loaded > 0 ? 0 : 'legacy',
    transaction: {
      signatures: [signatureOf(name)],
      message: {
        ...(encoding === 'json'
          ? {
              header: {
                numRequiredSignatures: signers,
                numReadonlySignedAccounts: 0,
                numReadonlyUnsignedAccounts: 0,
              },
              accountKeys: staticKeys,
            }
          : {
              accountKeys: keys.map(({ address, signer = false }) => ({
                pubkey: address,
                signer,
                writable: true,
                source: 'transaction',
              })),
            }),
        recentBlockhash: addressOf('blockhash'),
        instructions,
      },
    },
    meta: {
      err,
      status: err === null ? { Ok: null } : { Err: err },
      fee: 5000,
      preBalances: keys.map(({ before = 0n }) => jsonInteger(before)),
      postBalances: keys.map(({ before = 0n, after = before }) => jsonInteger(after)),
      preTokenBalances: balances('holdsBefore'),
      postTokenBalances: balances('holdsAfter'),
      innerInstructions: inner,
      logMessages: [],
      ...(encoding === 'json' ? { loadedAddresses: { writable: tableKeys, readonly: [] } } : {}),
    },
  }
  return JSON.stringify(line)
}

const jsonInteger = (value: bigint): unknown =>
  (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(value.toString())

/** Compiled token instruction with a u64 after its tag, such as MintTo (7) or Burn (8). */
export const tokenAmountData = (tag: number, amount: bigint): string => {
  const bytes = Buffer.alloc(9)
  bytes.writeUInt8(tag, 0)
  bytes.writeBigUInt64LE(amount, 1)
  return bs58.encode(bytes)
}

/** Recorded mainnet transactions beside the repository; `null` where they are absent. */
export function recordedMainnetLines(): string[] | null {
  const folder = new URL('../../../shared/data/solana-transactions/', import.meta.url)
  if (!existsSync(folder)) return null
  const blocks = ['block-326027759-part.jsonl', 'block-100356971-part.jsonl'].flatMap((file) =>
    readFileSync(new URL(file, folder), 'utf8').trim().split('\n'),
  )
  const single = readdirSync(new URL('tx/', folder))
    .toSorted()
    .map((file) => readFileSync(new URL(`tx/${file}`, folder), 'utf8'))
  return [...blocks, ...single]
}
