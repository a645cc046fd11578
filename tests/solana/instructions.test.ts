import * as system from '@solana-program/system'
import * as token from '@solana-program/token'
import { Keypair } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#solana/programs.ts'
import { decodeSystemInstruction } from '#solana/system-instructions.ts'
import { decodeTokenInstruction, decodeTransferFeeInstruction } from '#solana/token-instructions.ts'
import { readSolTransfer, readTokenTransfer } from '#solana/transfer-instructions.ts'

const [owner, base] = [1, 2].map(() => Keypair.generate().publicKey.toBase58()) as [string, string]
/** The official clients brand addresses; these are valid ones. */
const [programAddress, key] = [owner, base] as unknown as [
  typeof system.SYSTEM_PROGRAM_ADDRESS,
  typeof system.SYSTEM_PROGRAM_ADDRESS,
]
const U64 = 2n ** 64n - 1n
const seed = 'a seed'

type Case = [type: string, data: ArrayLike<number>, fields: object]

const systemCases: Case[] = [
  [
    'createAccount',
    system
      .getCreateAccountInstructionDataEncoder()
      .encode({ lamports: U64, space: 5, programAddress }),
    { lamports: U64, space: 5n, owner },
  ],
  ['assign', system.getAssignInstructionDataEncoder().encode({ programAddress }), { owner }],
  [
    'transfer',
    system.getTransferSolInstructionDataEncoder().encode({ amount: U64 }),
    { lamports: U64 },
  ],
  [
    'createAccountWithSeed',
    system
      .getCreateAccountWithSeedInstructionDataEncoder()
      .encode({ base: key, seed, amount: U64, space: 9, programAddress }),
    { base, seed, lamports: U64, space: 9n, owner },
  ],
  ['advanceNonce', system.getAdvanceNonceAccountInstructionDataEncoder().encode({}), {}],
  [
    'withdrawFromNonce',
    system.getWithdrawNonceAccountInstructionDataEncoder().encode({ withdrawAmount: U64 }),
    { lamports: U64 },
  ],
  [
    'initializeNonce',
    system.getInitializeNonceAccountInstructionDataEncoder().encode({ nonceAuthority: key }),
    { nonceAuthority: base },
  ],
  [
    'authorizeNonce',
    system.getAuthorizeNonceAccountInstructionDataEncoder().encode({ newNonceAuthority: key }),
    { newAuthorized: base },
  ],
  ['allocate', system.getAllocateInstructionDataEncoder().encode({ space: 7 }), { space: 7n }],
  [
    'allocateWithSeed',
    system
      .getAllocateWithSeedInstructionDataEncoder()
      .encode({ base: key, seed, space: 9, programAddress }),
    { base, seed, space: 9n, owner },
  ],
  [
    'assignWithSeed',
    system.getAssignWithSeedInstructionDataEncoder().encode({ base: key, seed, programAddress }),
    { base, seed, owner },
  ],
  [
    'transferWithSeed',
    system
      .getTransferSolWithSeedInstructionDataEncoder()
      .encode({ amount: U64, fromSeed: seed, fromOwner: programAddress }),
    { lamports: U64, sourceSeed: seed, sourceOwner: owner },
  ],
  ['upgradeNonce', system.getUpgradeNonceAccountInstructionDataEncoder().encode({}), {}],
]

const mint = { decimals: 6, mintAuthority: key, freezeAuthority: programAddress }
const mintFields = { decimals: 6, mintAuthority: base, freezeAuthority: owner }
const amount = { amount: U64 }
const checked = { amount: U64, decimals: 9 }

const tokenCases: Case[] = [
  ['initializeMint', token.getInitializeMintInstructionDataEncoder().encode(mint), mintFields],
  [
    'initializeMint2',
    token.getInitializeMint2InstructionDataEncoder().encode({ ...mint, freezeAuthority: null }),
    { ...mintFields, freezeAuthority: null },
  ],
  ['initializeAccount', token.getInitializeAccountInstructionDataEncoder().encode({}), {}],
  [
    'initializeAccount2',
    token.getInitializeAccount2InstructionDataEncoder().encode({ owner: programAddress }),
    { owner },
  ],
  [
    'initializeAccount3',
    token.getInitializeAccount3InstructionDataEncoder().encode({ owner: programAddress }),
    { owner },
  ],
  [
    'initializeMultisig',
    token.getInitializeMultisigInstructionDataEncoder().encode({ m: 2 }),
    { m: 2 },
  ],
  [
    'initializeMultisig2',
    token.getInitializeMultisig2InstructionDataEncoder().encode({ m: 2 }),
    { m: 2 },
  ],
  [
    'setAuthority',
    token.getSetAuthorityInstructionDataEncoder().encode({
      authorityType: token.AuthorityType.CloseAccount,
      newAuthority: key,
    }),
    { authorityType: 'closeAccount', newAuthority: base },
  ],
  ['transfer', token.getTransferInstructionDataEncoder().encode(amount), amount],
  ['approve', token.getApproveInstructionDataEncoder().encode(amount), amount],
  ['revoke', token.getRevokeInstructionDataEncoder().encode({}), {}],
  ['mintTo', token.getMintToInstructionDataEncoder().encode(amount), amount],
  ['burn', token.getBurnInstructionDataEncoder().encode(amount), amount],
  ['closeAccount', token.getCloseAccountInstructionDataEncoder().encode({}), {}],
  ['freezeAccount', token.getFreezeAccountInstructionDataEncoder().encode({}), {}],
  ['thawAccount', token.getThawAccountInstructionDataEncoder().encode({}), {}],
  ['transferChecked', token.getTransferCheckedInstructionDataEncoder().encode(checked), checked],
  ['approveChecked', token.getApproveCheckedInstructionDataEncoder().encode(checked), checked],
  ['mintToChecked', token.getMintToCheckedInstructionDataEncoder().encode(checked), checked],
  ['burnChecked', token.getBurnCheckedInstructionDataEncoder().encode(checked), checked],
  ['syncNative', token.getSyncNativeInstructionDataEncoder().encode({}), {}],
  ['getAccountDataSize', token.getGetAccountDataSizeInstructionDataEncoder().encode({}), {}],
  [
    'initializeImmutableOwner',
    token.getInitializeImmutableOwnerInstructionDataEncoder().encode({}),
    {},
  ],
  ['amountToUiAmount', token.getAmountToUiAmountInstructionDataEncoder().encode(amount), amount],
  [
    'uiAmountToAmount',
    token.getUiAmountToAmountInstructionDataEncoder().encode({ uiAmount: '1.5' }),
    { uiAmount: '1.5' },
  ],
]

const cases = [
  ...systemCases.map((each) => [each[0], decodeSystemInstruction, each[1], each[2]] as const),
  ...tokenCases.map((each) => [each[0], decodeTokenInstruction, each[1], each[2]] as const),
]

describe('instructions', () => {
  it.each(cases)('read %s as the official client writes it', (type, decode, data, fields) => {
    expect(decode(Uint8Array.from(Array.from(data)))).toEqual({ type, ...fields })
  })

  it.each(cases.filter(([type]) => type !== 'uiAmountToAmount'))(
    'take no truncated %s and ignore what follows it',
    (type, decode, data, fields) => {
      const bytes = Uint8Array.from(Array.from(data))
      for (let length = 0; length < bytes.length; length += 1) {
        expect(decode(bytes.subarray(0, length))).toBeNull()
      }
      expect(decode(Uint8Array.from([...bytes, 1, 2, 3]))).toEqual({ type, ...fields })
    },
  )

  it.each([
    ['a system tag beyond the last', () => decodeSystemInstruction(Uint8Array.of(99, 0, 0, 0))],
    ['a system tag beyond a byte', () => decodeSystemInstruction(Uint8Array.of(2, 1, 0, 0, 9))],
    ['a token tag beyond the last', () => decodeTokenInstruction(Uint8Array.of(200))],
    ['an unknown authority', () => decodeTokenInstruction(Uint8Array.of(6, 9, 0))],
    [
      'a seed longer than the data',
      () =>
        decodeSystemInstruction(
          Uint8Array.of(11, 0, 0, 0, ...Array.from({ length: 60 }, () => 255)),
        ),
    ],
  ])('are null for %s', (_, decode) => {
    expect(decode()).toBeNull()
  })
})

describe('a transfer', () => {
  const withFee = Uint8Array.of(26, 1, 5, 0, 0, 0, 0, 0, 0, 0, 9, 1, 0, 0, 0, 0, 0, 0, 0)

  it('reads a fee only for Token-2022, where the tag has this meaning', () => {
    const read = (program: string) => readTokenTransfer(program, [4, 5, 6, 7, 8], withFee)
    expect(read(TOKEN_2022_PROGRAM)).toEqual({ source: 4, destination: 6, amount: 5n, extras: [8] })
    expect(read(TOKEN_PROGRAM)).toBeUndefined()
    expect(decodeTransferFeeInstruction(TOKEN_2022_PROGRAM, withFee.subarray(0, 18))).toBeNull()
  })

  it('is null without all of its accounts', () => {
    const data = Uint8Array.from(
      Array.from(token.getTransferCheckedInstructionDataEncoder().encode(checked)),
    )
    expect(readTokenTransfer(TOKEN_PROGRAM, [1, 2], data)).toBeUndefined()
    expect(readTokenTransfer(undefined, [1, 2, 3], data)).toBeUndefined()
    expect(readSolTransfer(TOKEN_PROGRAM, [1, 2, 3], data)).toBeUndefined()
  })
})
