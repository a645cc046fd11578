import { wireU64 } from '#localnet/wire/wire-u64.ts'
import { decodeBase58, encodeBase58 } from '#solana/base58.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  LOOKUP_TABLE_PROGRAM,
  MEMO_PROGRAMS,
  SYSTEM_PROGRAM,
  isTokenProgram,
} from '#solana/programs.ts'
import { parseSystem } from './parse-system.ts'
import { parseToken } from './parse-token.ts'

export type ParsedAction = { type: string; info: Record<string, unknown> }

/** An instruction with its accounts as indexes and its data as base58, as the `json` encoding has it. */
export type WireInstruction = {
  programIdIndex: number
  accounts: readonly number[]
  data: string
  stackHeight: number | null
}

/** The instruction as `jsonParsed` shows it: named fields where the program is known, otherwise its raw parts. */
export function parsedInstruction(instruction: WireInstruction, keys: readonly string[]): object {
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
  const data = Buffer.from(decodeBase58(base58Data) ?? [])
  const named = (program: string, parsed: ParsedAction | null) =>
    parsed === null ? null : { program, parsed }
  try {
    if (programId === SYSTEM_PROGRAM) return named('system', parseSystem(data, accounts))
    if (isTokenProgram(programId)) return named('spl-token', parseToken(data, accounts))
    if (MEMO_PROGRAMS.includes(programId)) return { program: 'spl-memo', parsed: data.toString() }
    if (programId === ASSOCIATED_TOKEN_PROGRAM) {
      return named('spl-associated-token-account', parseAssociatedToken(data, accounts))
    }
    if (programId === LOOKUP_TABLE_PROGRAM) {
      return named('address-lookup-table', parseLookupTable(data, accounts))
    }
    return null
  } catch (error) {
    // Instruction data is the sender's; data too short for its kind is shown unparsed.
    if (error instanceof RangeError) return null
    throw error
  }
}

function parseAssociatedToken(data: Buffer, accounts: readonly string[]): ParsedAction | null {
  const kind = data[0] ?? 0
  if (kind > 1) return null
  const [source, account, wallet, mint, systemProgram, tokenProgram] = accounts
  return {
    type: kind === 0 ? 'create' : 'createIdempotent',
    info: { source, account, wallet, mint, systemProgram, tokenProgram },
  }
}

/** Source: https://docs.rs/solana-address-lookup-table-interface (ProgramInstruction, bincode). */
function parseLookupTable(data: Buffer, accounts: readonly string[]): ParsedAction | null {
  const [lookupTableAccount, lookupTableAuthority, third, fourth] = accounts
  const base = { lookupTableAccount, lookupTableAuthority }
  switch (data.readUInt32LE(0)) {
    case 0:
      return {
        type: 'createLookupTable',
        info: {
          ...base,
          payerAccount: third,
          systemProgram: fourth,
          recentSlot: wireU64(data.readBigUInt64LE(4)),
          bumpSeed: data.readUInt8(12),
        },
      }
    case 1:
      return { type: 'freezeLookupTable', info: base }
    case 2: {
      const count = Number(data.readBigUInt64LE(4))
      if (data.length < 12 + 32 * count) return null
      const newAddresses = Array.from({ length: count }, (_, index) =>
        encodeBase58(data.subarray(12 + 32 * index, 44 + 32 * index)),
      )
      const payer = third === undefined ? {} : { payerAccount: third, systemProgram: fourth }
      return { type: 'extendLookupTable', info: { ...base, newAddresses, ...payer } }
    }
    case 3:
      return { type: 'deactivateLookupTable', info: base }
    case 4:
      return { type: 'closeLookupTable', info: { ...base, recipient: third } }
    default:
      return null
  }
}
