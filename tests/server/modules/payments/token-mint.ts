import { PublicKey, SystemProgram, TransactionInstruction, type Keypair } from '@solana/web3.js'
import { deriveAssociatedTokenAddress } from '#solana/program-address.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WSOL_MINT } from '#solana/programs.ts'

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
      { key: deriveAssociatedTokenAddress({ owner, mint, program }), isWritable: true },
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

export const associatedOf = (owner: string, mint: string, program: string): string =>
  deriveAssociatedTokenAddress({ owner, mint, program })

const FEE_MINT_BYTES = 278

/** A Token-2022 mint that keeps so many hundredths of a percent of every transfer; `mint` signs. */
export const createFeeMint = (
  payer: Keypair,
  mint: Keypair,
  decimals: number,
  feeBasisPoints: number,
) => {
  const key = mint.publicKey.toBase58()
  const authority = payer.publicKey.toBytes()
  const fee = Buffer.alloc(10)
  fee.writeUInt16LE(feeBasisPoints)
  fee.writeBigUInt64LE(2n ** 63n, 2)
  return [
    SystemProgram.createAccount({
      fromPubkey: payer.publicKey,
      newAccountPubkey: mint.publicKey,
      lamports: 2 * MINT_LAMPORTS,
      space: FEE_MINT_BYTES,
      programId: new PublicKey(TOKEN_2022_PROGRAM),
    }),
    instruction(
      TOKEN_2022_PROGRAM,
      [{ key, isWritable: true }],
      Uint8Array.from([26, 0, 1, ...authority, 1, ...authority, ...fee]),
    ),
    instruction(
      TOKEN_2022_PROGRAM,
      [{ key, isWritable: true }],
      Uint8Array.from([20, decimals, ...authority, 0]),
    ),
  ]
}

/** A token account of wrapped SOL, which holds lamports; `account` signs. */
export const openWrappedSol = (payer: Keypair, account: Keypair, lamports: bigint) => [
  SystemProgram.createAccount({
    fromPubkey: payer.publicKey,
    newAccountPubkey: account.publicKey,
    lamports: MINT_LAMPORTS + Number(lamports),
    space: ACCOUNT_BYTES,
    programId: new PublicKey(TOKEN_PROGRAM),
  }),
  instruction(
    TOKEN_PROGRAM,
    [{ key: account.publicKey.toBase58(), isWritable: true }, { key: WSOL_MINT }],
    Uint8Array.from([18, ...payer.publicKey.toBytes()]),
  ),
]

/** The token program moves the account's lamports itself; no transfer instruction shows it. */
export const closeAccountTo = (account: string, to: string, owner: string) =>
  instruction(
    TOKEN_PROGRAM,
    [
      { key: account, isWritable: true },
      { key: to, isWritable: true },
      { key: owner, isSigner: true },
    ],
    Uint8Array.from([9]),
  )
