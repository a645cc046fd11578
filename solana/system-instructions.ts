import {
  addCodecSizePrefix,
  getStructCodec,
  getU32Codec,
  getU64Codec,
  getUtf8Codec,
} from '@solana/codecs'
import { decodeByTag, keyCodec, type DecodedBy } from './codec.ts'
import { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from './programs.ts'
import { signing, writable, type Instruction } from './instruction.ts'

const u32 = getU32Codec()
const u64 = getU64Codec()
const seed = addCodecSizePrefix(getUtf8Codec(), u64)
const TAG_BYTES = 4

const createAccount = getStructCodec([
  ['lamports', u64],
  ['space', u64],
  ['owner', keyCodec],
])
const transfer = getStructCodec([['lamports', u64]])

/** Fields have the names of the `jsonParsed` encoding. Source: https://docs.rs/solana-system-interface (SystemInstruction). */
const LAYOUTS = [
  ['createAccount', createAccount],
  ['assign', getStructCodec([['owner', keyCodec]])],
  ['transfer', transfer],
  [
    'createAccountWithSeed',
    getStructCodec([
      ['base', keyCodec],
      ['seed', seed],
      ['lamports', u64],
      ['space', u64],
      ['owner', keyCodec],
    ]),
  ],
  ['advanceNonce', getStructCodec([])],
  ['withdrawFromNonce', getStructCodec([['lamports', u64]])],
  ['initializeNonce', getStructCodec([['nonceAuthority', keyCodec]])],
  ['authorizeNonce', getStructCodec([['newAuthorized', keyCodec]])],
  ['allocate', getStructCodec([['space', u64]])],
  [
    'allocateWithSeed',
    getStructCodec([
      ['base', keyCodec],
      ['seed', seed],
      ['space', u64],
      ['owner', keyCodec],
    ]),
  ],
  [
    'assignWithSeed',
    getStructCodec([
      ['base', keyCodec],
      ['seed', seed],
      ['owner', keyCodec],
    ]),
  ],
  [
    'transferWithSeed',
    getStructCodec([
      ['lamports', u64],
      ['sourceSeed', seed],
      ['sourceOwner', keyCodec],
    ]),
  ],
  ['upgradeNonce', getStructCodec([])],
] as const

export type SystemInstruction = DecodedBy<typeof LAYOUTS>

/** Decodes an instruction of the system program; null for other data. */
export function decodeSystemInstruction(data: Uint8Array): SystemInstruction | null {
  return data.length < TAG_BYTES
    ? null
    : decodeByTag(LAYOUTS, u32.decode(data), data.subarray(TAG_BYTES))
}

const encode = (tag: number, fields: { readonly length: number } & ArrayLike<number>) =>
  Uint8Array.from([...u32.encode(tag), ...Array.from(fields)])

/** Returns an instruction that moves lamports between two accounts. `from` must sign. */
export const createTransferInstruction = (
  from: string,
  to: string,
  lamports: bigint,
): Instruction => ({
  programId: SYSTEM_PROGRAM,
  accounts: [signing(writable(from)), writable(to)],
  data: encode(2, transfer.encode({ lamports })),
})

/** Returns an instruction that creates `account` with `space` bytes owned by a program. Payer and account must sign. */
export const createAccountInstruction = ({
  payer,
  account,
  ...fields
}: {
  payer: string
  account: string
  lamports: bigint
  space: number
  owner: string
}): Instruction => ({
  programId: SYSTEM_PROGRAM,
  accounts: [signing(writable(payer)), signing(writable(account))],
  data: encode(0, createAccount.encode(fields)),
})

/** Returns an instruction that limits the compute units of its transaction. */
export const createUnitLimitInstruction = (units: number): Instruction => ({
  programId: COMPUTE_BUDGET_PROGRAM,
  accounts: [],
  data: Uint8Array.from([2, ...u32.encode(units)]),
})
