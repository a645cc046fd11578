import { getArrayCodec, getStructCodec, getU32Codec, getU64Codec, getU8Codec } from '@solana/codecs'
import { toWireFields } from '#localnet/wire.ts'
import { decodeBase58 } from '#solana/base58.ts'
import { decodeByTag, keyCodec } from '#solana/codec.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  LOOKUP_TABLE_PROGRAM,
  MEMO_PROGRAMS,
  SYSTEM_PROGRAM,
  isTokenProgram,
} from '#solana/programs.ts'
import type { ParsedAction } from './parsed-action.ts'
import { parseSystem } from './parse-system.ts'
import { parseToken } from './parse-token.ts'

export type WireInstruction = {
  programIdIndex: number
  accounts: readonly number[]
  data: string
  stackHeight: number | null
}

/** Returns the instruction as `jsonParsed` encodes it: named fields for a known program, else its raw parts. */
export function parseInstruction(instruction: WireInstruction, keys: readonly string[]): object {
  const programId = keys[instruction.programIdIndex] ?? ''
  const accounts = instruction.accounts.map((index) => keys[index] ?? '')
  const { stackHeight } = instruction
  const parsed = parse(programId, instruction.data, accounts)
  return parsed === null
    ? { programId, accounts, data: instruction.data, stackHeight }
    : { program: parsed.program, programId, parsed: parsed.parsed, stackHeight }
}

function parse(
  programId: string,
  base58Data: string,
  accounts: readonly string[],
): { program: string; parsed: ParsedAction | string } | null {
  const data = decodeBase58(base58Data) ?? new Uint8Array()
  const named = (program: string, parsed: ParsedAction | null) =>
    parsed === null ? null : { program, parsed }
  if (programId === SYSTEM_PROGRAM) return named('system', parseSystem(data, accounts))
  if (isTokenProgram(programId)) return named('spl-token', parseToken(data, accounts))
  if (MEMO_PROGRAMS.includes(programId)) {
    return { program: 'spl-memo', parsed: Buffer.from(data).toString() }
  }
  if (programId === ASSOCIATED_TOKEN_PROGRAM) {
    return named('spl-associated-token-account', parseAssociatedToken(data, accounts))
  }
  if (programId === LOOKUP_TABLE_PROGRAM) {
    return named('address-lookup-table', parseLookupTable(data, accounts))
  }
  return null
}

function parseAssociatedToken(data: Uint8Array, accounts: readonly string[]): ParsedAction | null {
  const kind = data[0] ?? 0
  if (kind > 1) return null
  const [source, account, wallet, mint, systemProgram, tokenProgram] = accounts
  return {
    type: kind === 0 ? 'create' : 'createIdempotent',
    info: { source, account, wallet, mint, systemProgram, tokenProgram },
  }
}

/** Source: https://docs.rs/solana-address-lookup-table-interface (ProgramInstruction, bincode). */
const LOOKUP_TABLE_LAYOUTS = [
  [
    'createLookupTable',
    getStructCodec([
      ['recentSlot', getU64Codec()],
      ['bumpSeed', getU8Codec()],
    ]),
  ],
  ['freezeLookupTable', getStructCodec([])],
  [
    'extendLookupTable',
    getStructCodec([
      ['newAddresses', getArrayCodec(keyCodec, { size: getU64Codec(), requireSizePrefix: true })],
    ]),
  ],
  ['deactivateLookupTable', getStructCodec([])],
  ['closeLookupTable', getStructCodec([])],
] as const

function parseLookupTable(data: Uint8Array, accounts: readonly string[]): ParsedAction | null {
  const decoded =
    data.length < 4
      ? null
      : decodeByTag(LOOKUP_TABLE_LAYOUTS, getU32Codec().decode(data), data.subarray(4))
  if (decoded === null) return null
  const { type, ...fields } = decoded
  const [lookupTableAccount, lookupTableAuthority, third, fourth] = accounts
  const base = { lookupTableAccount, lookupTableAuthority, ...toWireFields(fields) }
  switch (type) {
    case 'createLookupTable':
      return { type, info: { ...base, payerAccount: third, systemProgram: fourth } }
    case 'extendLookupTable': {
      const payer = third === undefined ? {} : { payerAccount: third, systemProgram: fourth }
      return { type, info: { ...base, ...payer } }
    }
    case 'closeLookupTable':
      return { type, info: { ...base, recipient: third } }
    case 'freezeLookupTable':
    case 'deactivateLookupTable':
      return { type, info: base }
  }
}
