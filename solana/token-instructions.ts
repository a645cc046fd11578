import {
  getLiteralUnionCodec,
  getNullableCodec,
  getStructCodec,
  getU64Codec,
  getU8Codec,
  getUtf8Codec,
} from '@solana/codecs'
import { decodeByTag, keyCodec, type DecodedBy } from './codec.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from './programs.ts'
import { readonly, signing, writable, type Instruction } from './instruction.ts'

const u8 = getU8Codec()
const optionalKey = getNullableCodec(keyCodec)

const none = getStructCodec([])
const amount = getStructCodec([['amount', getU64Codec()]])
const checkedAmount = getStructCodec([
  ['amount', getU64Codec()],
  ['decimals', u8],
])
const owner = getStructCodec([['owner', keyCodec]])
const signersNeeded = getStructCodec([['m', u8]])
const newMint = getStructCodec([
  ['decimals', u8],
  ['mintAuthority', keyCodec],
  ['freezeAuthority', optionalKey],
])

/**
 * Instructions that SPL Token and Token-2022 share. Fields have the names of the `jsonParsed` encoding where it has them.
 * Source: https://docs.rs/spl-token-interface (TokenInstruction).
 */
const LAYOUTS = [
  ['initializeMint', newMint],
  ['initializeAccount', none],
  ['initializeMultisig', signersNeeded],
  ['transfer', amount],
  ['approve', amount],
  ['revoke', none],
  [
    'setAuthority',
    getStructCodec([
      [
        'authorityType',
        getLiteralUnionCodec(['mintTokens', 'freezeAccount', 'accountOwner', 'closeAccount']),
      ],
      ['newAuthority', optionalKey],
    ]),
  ],
  ['mintTo', amount],
  ['burn', amount],
  ['closeAccount', none],
  ['freezeAccount', none],
  ['thawAccount', none],
  ['transferChecked', checkedAmount],
  ['approveChecked', checkedAmount],
  ['mintToChecked', checkedAmount],
  ['burnChecked', checkedAmount],
  ['initializeAccount2', owner],
  ['syncNative', none],
  ['initializeAccount3', owner],
  ['initializeMultisig2', signersNeeded],
  ['initializeMint2', newMint],
  ['getAccountDataSize', none],
  ['initializeImmutableOwner', none],
  ['amountToUiAmount', amount],
  ['uiAmountToAmount', getStructCodec([['uiAmount', getUtf8Codec()]])],
] as const

/** Token-2022's extension for transfer fees has its own tags behind this one; 1 is a transfer that names its fee. */
const TRANSFER_FEE_EXTENSION = 26
const TRANSFER_FEE_LAYOUTS = [
  ['initializeTransferFeeConfig', none],
  [
    'transferCheckedWithFee',
    getStructCodec([
      ['amount', getU64Codec()],
      ['decimals', u8],
      ['feeAmount', getU64Codec()],
    ]),
  ],
] as const

export type TokenInstruction = DecodedBy<typeof LAYOUTS>
type TransferFeeInstruction = DecodedBy<typeof TRANSFER_FEE_LAYOUTS>

/** Decodes an instruction that both token programs share; null for other data. */
export const decodeTokenInstruction = (data: Uint8Array): TokenInstruction | null =>
  decodeByTag(LAYOUTS, data[0] ?? -1, data.subarray(1))

/** Decodes an instruction of Token-2022's transfer fee extension; null for other data. */
export const decodeTransferFeeInstruction = (
  program: string,
  data: Uint8Array,
): TransferFeeInstruction | null =>
  program === TOKEN_2022_PROGRAM && data[0] === TRANSFER_FEE_EXTENSION
    ? decodeByTag(TRANSFER_FEE_LAYOUTS, data[1] ?? -1, data.subarray(2))
    : null

/** Returns an instruction that initializes an allocated account as a mint without a freeze authority. */
export const createInitializeMintInstruction = (
  mint: string,
  decimals: number,
  mintAuthority: string,
): Instruction => ({
  programId: TOKEN_PROGRAM,
  accounts: [writable(mint)],
  data: Uint8Array.from([
    20,
    ...newMint.encode({ decimals, mintAuthority, freezeAuthority: null }),
  ]),
})

/** Returns an instruction that creates an owner's associated token account unless it exists. */
export const createAssociatedAccountInstruction = (accounts: {
  payer: string
  account: string
  owner: string
  mint: string
  /** Token program of the mint; SPL Token if absent. */
  program?: string
}): Instruction => ({
  programId: ASSOCIATED_TOKEN_PROGRAM,
  accounts: [
    signing(writable(accounts.payer)),
    writable(accounts.account),
    readonly(accounts.owner),
    readonly(accounts.mint),
    readonly(SYSTEM_PROGRAM),
    readonly(accounts.program ?? TOKEN_PROGRAM),
  ],
  data: Uint8Array.of(1),
})

/** Returns an instruction that mints raw units into a token account. `authority` must sign. */
export const createMintToInstruction = ({
  mint,
  account,
  authority,
  rawAmount,
}: {
  mint: string
  account: string
  authority: string
  rawAmount: bigint
}): Instruction => ({
  programId: TOKEN_PROGRAM,
  accounts: [writable(mint), writable(account), signing(readonly(authority))],
  data: Uint8Array.from([7, ...amount.encode({ amount: rawAmount })]),
})
