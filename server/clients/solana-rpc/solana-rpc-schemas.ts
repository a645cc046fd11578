import * as z from 'zod/mini'

/** The members of node responses that we read; others pass unread. Lamports are always bigint. */

const toBigInt = z.transform((amount: number | bigint) => BigInt(amount))
export const LamportsAnswer = z.pipe(z.union([z.int(), z.bigint()]), toBigInt)

const Commitment = z.enum(['processed', 'confirmed', 'finalized'])
export type Commitment = z.infer<typeof Commitment>

export const InContext = z.looseObject({
  context: z.looseObject({ slot: z.int() }),
  value: z.unknown(),
})

/** `amount` is the exact raw amount in decimal digits; `uiAmountString` is for display only. */
export const TokenAmount = z.looseObject({
  amount: z.string().check(z.regex(/^\d{1,20}$/)),
  decimals: z.int(),
  uiAmountString: z.optional(z.string()),
})
export type TokenAmount = z.infer<typeof TokenAmount>

const TokenBalance = z.looseObject({
  accountIndex: z.int(),
  mint: z.string(),
  owner: z.optional(z.string()),
  programId: z.optional(z.string()),
  uiTokenAmount: TokenAmount,
})
export type TokenBalance = z.infer<typeof TokenBalance>

/** A compiled instruction: data in base58, indexes into static, loaded writable and loaded readonly keys. */
const CompiledInstruction = z.looseObject({
  programIdIndex: z.int(),
  accounts: z.array(z.int()),
  data: z.string(),
})

/** Compiled or `jsonParsed`: recorded history may have either. */
const AnyInstruction = z.union([
  CompiledInstruction,
  z.looseObject({
    programId: z.string(),
    accounts: z.optional(z.array(z.string())),
    data: z.optional(z.string()),
    parsed: z.optional(z.unknown()),
  }),
])

const orEmpty = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.nullish(z.array(item)),
    z.transform((items) => items ?? []),
  )

const metaWith = <T extends z.ZodMiniType>(instruction: T) =>
  z.looseObject({
    err: z.unknown(),
    fee: LamportsAnswer,
    preBalances: z.array(LamportsAnswer),
    postBalances: z.array(LamportsAnswer),
    preTokenBalances: orEmpty(TokenBalance),
    postTokenBalances: orEmpty(TokenBalance),
    innerInstructions: orEmpty(
      z.looseObject({ index: z.int(), instructions: z.array(instruction) }),
    ),
    loadedAddresses: z.pipe(
      z.nullish(z.looseObject({ writable: z.array(z.string()), readonly: z.array(z.string()) })),
      z.transform((loaded) => loaded ?? { writable: [], readonly: [] }),
    ),
    logMessages: orEmpty(z.string()),
  })

const TransactionMeta = metaWith(CompiledInstruction)

const landed = {
  slot: z.int(),
  blockTime: z.nullish(z.int()),
  version: z.optional(z.union([z.literal('legacy'), z.int()])),
}

export const RawTransaction = z.looseObject({
  ...landed,
  /** Null if the node has the transaction but not its effects. */
  meta: z.nullable(TransactionMeta),
  transaction: z.tuple([z.string(), z.literal('base64')]),
})
export type RawTransaction = z.infer<typeof RawTransaction>

export const JsonTransaction = z.looseObject({
  ...landed,
  /** Index within the block; not every node reports it. */
  transactionIndex: z.optional(z.int()),
  meta: z.nullable(metaWith(AnyInstruction)),
  transaction: z.looseObject({
    signatures: z.array(z.string()),
    message: z.looseObject({
      /** Absent if the keys themselves mark the signers. */
      header: z.optional(
        z.looseObject({
          numRequiredSignatures: z.int(),
          numReadonlySignedAccounts: z.int(),
          numReadonlyUnsignedAccounts: z.int(),
        }),
      ),
      accountKeys: z.array(
        z.union([
          z.string(),
          z.looseObject({ pubkey: z.string(), signer: z.boolean(), writable: z.boolean() }),
        ]),
      ),
      recentBlockhash: z.string(),
      instructions: z.array(AnyInstruction),
    }),
  }),
})
export type JsonTransaction = z.infer<typeof JsonTransaction>

export const SignatureInfo = z.looseObject({
  signature: z.string(),
  slot: z.int(),
  err: z.unknown(),
  memo: z.nullish(z.string()),
  blockTime: z.nullish(z.int()),
  confirmationStatus: z.nullish(Commitment),
})
export type SignatureInfo = z.infer<typeof SignatureInfo>

export const SignatureStatus = z.looseObject({
  slot: z.int(),
  confirmations: z.nullish(z.int()),
  err: z.unknown(),
  confirmationStatus: z.nullish(Commitment),
})
export type SignatureStatus = z.infer<typeof SignatureStatus>

export const LatestBlockhash = z.looseObject({
  blockhash: z.string(),
  lastValidBlockHeight: z.int(),
})

export const AccountInfo = z.pipe(
  z.looseObject({
    lamports: LamportsAnswer,
    owner: z.string(),
    executable: z.boolean(),
    data: z.tuple([z.string(), z.literal('base64')]),
  }),
  z.transform(({ lamports, owner, executable, data }) => ({
    lamports,
    owner,
    executable,
    data: new Uint8Array(Buffer.from(data[0], 'base64')),
  })),
)
export type AccountInfo = z.infer<typeof AccountInfo>

export const LargestTokenAccount = z.looseObject({
  address: z.string(),
  amount: z.string().check(z.regex(/^\d{1,20}$/)),
  decimals: z.int(),
})
export type LargestTokenAccount = z.infer<typeof LargestTokenAccount>
