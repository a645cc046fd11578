import { createHash } from 'node:crypto'
import { decodeValidAddress } from '#solana/base58.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '#solana/programs.ts'
import { encodeCreateMetadata, encodeInitializeMetadata } from '#solana/metadata-writing.ts'
import {
  METADATA_PROGRAM,
  deriveMetadataAddress,
  type TokenMetadata,
} from '#solana/token-metadata.ts'
import { MINT_RENT, TOKEN_ACCOUNT_RENT, type DemoLedger } from './market-ledger.ts'

export type AccountUse = { address: string; signer?: boolean; writable?: boolean }

export type DemoInstruction = {
  program: string
  accounts: AccountUse[]
  data: Uint8Array
  /** Inner instructions, which run before `run`. */
  calls?: DemoInstruction[]
  log?: string
  run?: (ledger: DemoLedger) => void
}

export const DEMO_DECIMALS = 6
const METADATA_RENT = 5_616_720n
/** Rent in lamports of a Token-2022 mint with its metadata. */
const NAMED_MINT_RENT = 4_022_880n

export const signer = (address: string): AccountUse => ({ address, signer: true, writable: true })
export const writable = (address: string): AccountUse => ({ address, writable: true })
export const readonly = (address: string): AccountUse => ({ address })

function pack(...parts: ([8 | 32 | 64, number | bigint] | string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return decodeValidAddress(part)
      if (part instanceof Uint8Array) return part
      const [bits, value] = part
      const bytes = Buffer.alloc(bits / 8)
      if (bits === 64) bytes.writeBigUInt64LE(BigInt(value))
      else bytes.writeUIntLE(Number(value), 0, bits / 8)
      return bytes
    }),
  )
}

/** Encodes instruction data as Anchor does: an 8-byte discriminator and the arguments. */
export const encodeCall = (name: string, ...amounts: bigint[]): Uint8Array =>
  pack(
    createHash('sha256').update(`global:${name}`).digest().subarray(0, 8),
    ...amounts.map((amount): [64, bigint] => [64, amount]),
  )

export const setUnitLimit = (units: number): DemoInstruction => ({
  program: COMPUTE_BUDGET_PROGRAM,
  accounts: [],
  data: pack([8, 2], [32, units]),
})

export const setUnitPrice = (microLamports: number): DemoInstruction => ({
  program: COMPUTE_BUDGET_PROGRAM,
  accounts: [],
  data: pack([8, 3], [64, microLamports]),
})

export const transferSol = (from: string, to: string, lamports: bigint): DemoInstruction => ({
  program: SYSTEM_PROGRAM,
  accounts: [signer(from), writable(to)],
  data: pack([32, 2], [64, lamports]),
  run: (ledger) => ledger.pay(from, to, lamports),
})

export const createAccount = (
  payer: string,
  created: AccountUse,
  { rent, space, owner }: { rent: bigint; space: number; owner: string },
): DemoInstruction => ({
  program: SYSTEM_PROGRAM,
  accounts: [signer(payer), created],
  data: pack([32, 0], [64, rent], [64, space], owner),
  run: (ledger) => ledger.pay(payer, created.address, rent),
})

type DemoTexts = Pick<TokenMetadata, 'name' | 'symbol' | 'uri'>

/** A plain token has its metadata in a Metaplex account, a Token-2022 token in its mint. */
export type DemoToken = {
  program: string
  metadata: DemoTexts | null
  /** Share of each transfer that the mint withholds. */
  feeBasisPoints: bigint
}

export const UNNAMED_TOKEN: DemoToken = {
  program: TOKEN_PROGRAM,
  metadata: null,
  feeBasisPoints: 0n,
}

export const createMint = (
  payer: string,
  mint: string,
  authority: string,
  { program, metadata }: DemoToken = UNNAMED_TOKEN,
): DemoInstruction[] => {
  const isPlain = program === TOKEN_PROGRAM
  return [
    createAccount(payer, signer(mint), {
      rent: isPlain ? MINT_RENT : NAMED_MINT_RENT,
      space: isPlain ? 82 : 450,
      owner: program,
    }),
    {
      program,
      accounts: [writable(mint)],
      data: pack([8, 20], [8, DEMO_DECIMALS], authority, [8, 0]),
      log: 'InitializeMint2',
    },
    ...(metadata === null ? [] : [nameMint(payer, mint, authority, { isPlain, metadata })]),
  ]
}

function nameMint(
  payer: string,
  mint: string,
  authority: string,
  { isPlain, metadata }: { isPlain: boolean; metadata: DemoTexts },
): DemoInstruction {
  if (!isPlain) {
    return {
      program: TOKEN_2022_PROGRAM,
      accounts: [writable(mint), readonly(authority), readonly(mint), readonly(authority)],
      data: encodeInitializeMetadata(metadata),
      log: 'TokenMetadataInstruction: Initialize',
    }
  }
  const account = deriveMetadataAddress(mint)
  return {
    program: METADATA_PROGRAM,
    accounts: [
      writable(account),
      readonly(mint),
      readonly(authority),
      signer(payer),
      readonly(authority),
      readonly(SYSTEM_PROGRAM),
    ],
    data: encodeCreateMetadata(metadata),
    log: 'CreateMetadataAccountV3',
    run: (ledger) => ledger.pay(payer, account, METADATA_RENT),
  }
}

const initializeTokenAccount = (
  account: string,
  mint: string,
  owner: string,
  program: string,
): DemoInstruction => ({
  program,
  accounts: [writable(account), readonly(mint)],
  data: pack([8, 18], owner),
  log: 'InitializeAccount3',
  run: (ledger) => ledger.openTokenAccount(account, mint, owner),
})

export const createTokenAccount = (
  payer: string,
  {
    account,
    mint,
    owner,
    exists,
    program = TOKEN_PROGRAM,
  }: { account: string; mint: string; owner: string; exists: boolean; program?: string },
): DemoInstruction => ({
  program: ASSOCIATED_TOKEN_PROGRAM,
  accounts: [
    signer(payer),
    writable(account),
    readonly(owner),
    readonly(mint),
    readonly(SYSTEM_PROGRAM),
    readonly(program),
  ],
  data: Uint8Array.of(1),
  log: 'CreateIdempotent',
  calls: exists
    ? []
    : [
        createAccount(payer, writable(account), {
          rent: TOKEN_ACCOUNT_RENT,
          space: 165,
          owner: program,
        }),
        initializeTokenAccount(account, mint, owner, program),
      ],
})

export const mintTo = (
  mint: string,
  to: string,
  authority: AccountUse,
  amount: bigint,
  program = TOKEN_PROGRAM,
): DemoInstruction => ({
  program,
  accounts: [writable(mint), writable(to), authority],
  data: pack([8, 7], [64, amount]),
  log: 'MintTo',
  run: (ledger) => ledger.issue(to, amount),
})

export const revokeMintAuthority = (
  mint: string,
  authority: AccountUse,
  program = TOKEN_PROGRAM,
): DemoInstruction => ({
  program,
  accounts: [writable(mint), authority],
  data: pack([8, 6], [8, 0], [8, 0]),
  log: 'SetAuthority',
})

export const transferTokens = (
  { from, to, mint }: { from: string; to: string; mint: string },
  authority: AccountUse,
  amount: bigint,
): DemoInstruction => ({
  program: TOKEN_PROGRAM,
  accounts: [writable(from), readonly(mint), writable(to), authority],
  data: pack([8, 12], [64, amount], [8, DEMO_DECIMALS]),
  log: 'TransferChecked',
  run: (ledger) => ledger.moveTokens(from, to, amount),
})

/** Returns a transfer that does not name the mint, as in older pools. */
export const transferTokensUnchecked = (
  { from, to }: { from: string; to: string },
  authority: AccountUse,
  amount: bigint,
): DemoInstruction => ({
  program: TOKEN_PROGRAM,
  accounts: [writable(from), writable(to), authority],
  data: pack([8, 3], [64, amount]),
  log: 'Transfer',
  run: (ledger) => ledger.moveTokens(from, to, amount),
})

/** Returns a Token-2022 transfer that names the withheld fee. Amounts are raw units. */
export const transferWithFee = (
  { from, to, mint, fee }: { from: string; to: string; mint: string; fee: bigint },
  authority: AccountUse,
  amount: bigint,
): DemoInstruction => ({
  program: TOKEN_2022_PROGRAM,
  accounts: [writable(from), readonly(mint), writable(to), authority],
  data: pack([8, 26], [8, 1], [64, amount], [8, DEMO_DECIMALS], [64, fee]),
  log: 'TransferFeeExtension: TransferCheckedWithFee',
  run: (ledger) => ledger.moveTokens(from, to, amount, fee),
})

export const syncNative = (account: string): DemoInstruction => ({
  program: TOKEN_PROGRAM,
  accounts: [writable(account)],
  data: pack([8, 17]),
  log: 'SyncNative',
  run: (ledger) => ledger.syncNative(account),
})

export const closeTokenAccount = (account: string, owner: string): DemoInstruction => ({
  program: TOKEN_PROGRAM,
  accounts: [writable(account), writable(owner), signer(owner)],
  data: pack([8, 9]),
  log: 'CloseAccount',
  run: (ledger) => ledger.closeTokenAccount(account, owner),
})
