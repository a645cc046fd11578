import { PublicKey, SystemProgram, TransactionInstruction, type Keypair } from '@solana/web3.js'
import { associatedTokenAddress } from '#server/solana/program-address.ts'

const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const MINT_BYTES = 82
/** Rent of a mint and more. */
const MINT_LAMPORTS = 3_000_000

const instruction = (
  programId: string,
  keys: { key: string; isSigner?: boolean; isWritable?: boolean }[],
  data: Uint8Array,
) =>
  new TransactionInstruction({
    programId: new PublicKey(programId),
    keys: keys.map(({ key, isSigner = false, isWritable = false }) => ({
      pubkey: new PublicKey(key),
      isSigner,
      isWritable,
    })),
    data: Buffer.from(data),
  })

const withAmount = (head: number[], amount: bigint, tail: number[] = []): Uint8Array => {
  const data = Buffer.alloc(head.length + 8)
  data.set(head)
  data.writeBigUInt64LE(amount, head.length)
  return Buffer.concat([data, Uint8Array.from(tail)])
}

/** A new mint of the payer's; `mint` signs. */
export const createMint = (payer: Keypair, mint: Keypair, program: string, decimals: number) => [
  SystemProgram.createAccount({
    fromPubkey: payer.publicKey,
    newAccountPubkey: mint.publicKey,
    lamports: MINT_LAMPORTS,
    space: MINT_BYTES,
    programId: new PublicKey(program),
  }),
  instruction(
    program,
    [{ key: mint.publicKey.toBase58(), isWritable: true }],
    Uint8Array.from([20, decimals, ...payer.publicKey.toBytes(), 0]),
  ),
]

/** Opens the owner's associated token account unless it is open. */
export const openAccount = (payer: string, owner: string, mint: string, program: string) =>
  instruction(
    ASSOCIATED_TOKEN_PROGRAM.toBase58(),
    [
      { key: payer, isSigner: true, isWritable: true },
      { key: associatedTokenAddress({ owner, mint, program }), isWritable: true },
      { key: owner },
      { key: mint },
      { key: SystemProgram.programId.toBase58() },
      { key: program },
    ],
    Uint8Array.from([1]),
  )

export const mintTo = (
  { mint, to, authority }: { mint: string; to: string; authority: string },
  amount: bigint,
  program: string,
) =>
  instruction(
    program,
    [
      { key: mint, isWritable: true },
      { key: to, isWritable: true },
      { key: authority, isSigner: true },
    ],
    withAmount([7], amount),
  )

type TokenTransfer = { from: string; to: string; owner: string; keys?: readonly string[] }

export const plainTransfer = (
  { from, to, owner, keys = [] }: TokenTransfer,
  amount: bigint,
  program: string,
) =>
  instruction(
    program,
    [
      { key: from, isWritable: true },
      { key: to, isWritable: true },
      { key: owner, isSigner: true },
      ...keys.map((key) => ({ key })),
    ],
    withAmount([3], amount),
  )

export const checkedTransfer = (
  { from, to, owner, mint, keys = [] }: TokenTransfer & { mint: string },
  amount: bigint,
  program: string,
  decimals: number,
) =>
  instruction(
    program,
    [
      { key: from, isWritable: true },
      { key: mint },
      { key: to, isWritable: true },
      { key: owner, isSigner: true },
      ...keys.map((key) => ({ key })),
    ],
    withAmount([12], amount, [decimals]),
  )

/** Makes `delegate` able to spend so much. */
export const approve = (
  { source, delegate, owner }: { source: string; delegate: string; owner: string },
  amount: bigint,
  program: string,
) =>
  instruction(
    program,
    [{ key: source, isWritable: true }, { key: delegate }, { key: owner, isSigner: true }],
    withAmount([4], amount),
  )

const ACCOUNT_BYTES = 165

/** A token account of `owner` that is not its associated one; `account` signs. */
export const openPlainAccount = (
  payer: Keypair,
  account: Keypair,
  { mint, owner, program }: { mint: string; owner: string; program: string },
) => [
  SystemProgram.createAccount({
    fromPubkey: payer.publicKey,
    newAccountPubkey: account.publicKey,
    lamports: MINT_LAMPORTS,
    space: ACCOUNT_BYTES,
    programId: new PublicKey(program),
  }),
  instruction(
    program,
    [{ key: account.publicKey.toBase58(), isWritable: true }, { key: mint }],
    Uint8Array.from([18, ...new PublicKey(owner).toBytes()]),
  ),
]
