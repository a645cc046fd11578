import { decodeBase58, encodeBase58 } from '#solana/base58.ts'
import { isObject, type RecordedInstruction } from './archive-instructions.ts'

/** What one token instruction does to a mint. */
export type MintStep =
  | {
      kind: 'mint-created'
      mint: string
      program: string
      decimals: number
      mintAuthority: string | null
      freezeAuthority: string | null
    }
  | { kind: 'supply'; mint: string; change: bigint; mintAuthority: string | null }
  | {
      kind: 'authority'
      mint: string
      role: 'mint' | 'freeze'
      authority: string | null
    }

/** Longer data than any instruction read here: InitializeMint has 67 bytes, at most 92 base58 digits. */
const LONGEST_DATA = 92

/**
 * Reads a Token or Token-2022 instruction as far as it concerns a mint. Layouts of the tags used are the same in both.
 * Source: solana-program/token, interface/src/instruction.rs.
 */
export function readTokenStep(instruction: RecordedInstruction): MintStep | null {
  if (isObject(instruction.parsed)) return readParsed(instruction.parsed, instruction.program)
  const { data, accounts, program } = instruction
  if (data === null || data.length > LONGEST_DATA) return null
  const bytes = decodeBase58(data)
  if (!bytes) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [first = '', second = '', third = ''] = accounts
  switch (bytes[0]) {
    case 0: // InitializeMint
    case 20: // InitializeMint2
      if (bytes.length < 35) return null
      return {
        kind: 'mint-created',
        mint: first,
        program,
        decimals: bytes[1] ?? 0,
        mintAuthority: encodeBase58(bytes.subarray(2, 34)),
        freezeAuthority: optionalKey(bytes, 34),
      }
    case 6: // SetAuthority
      if (bytes.length < 3 || (bytes[1] !== 0 && bytes[1] !== 1)) return null
      return {
        kind: 'authority',
        mint: first,
        role: bytes[1] === 0 ? 'mint' : 'freeze',
        authority: optionalKey(bytes, 2),
      }
    case 7: // MintTo
    case 14: // MintToChecked
      if (bytes.length < 9) return null
      return {
        kind: 'supply',
        mint: first,
        change: view.getBigUint64(1, true),
        mintAuthority: third,
      }
    case 8: // Burn
    case 15: // BurnChecked
      if (bytes.length < 9) return null
      return {
        kind: 'supply',
        mint: second,
        change: -view.getBigUint64(1, true),
        mintAuthority: null,
      }
    case undefined:
    default:
      return null
  }
}

const optionalKey = (bytes: Uint8Array, at: number): string | null =>
  bytes[at] === 1 && bytes.length >= at + 33 ? encodeBase58(bytes.subarray(at + 1, at + 33)) : null

function readParsed(parsed: Record<string, unknown>, program: string): MintStep | null {
  const info = isObject(parsed.info) ? parsed.info : {}
  const text = (name: string) => (typeof info[name] === 'string' ? info[name] : null)
  const mint = text('mint')
  switch (parsed.type) {
    case 'initializeMint':
    case 'initializeMint2':
      if (mint === null || typeof info.decimals !== 'number') return null
      return {
        kind: 'mint-created',
        mint,
        program,
        decimals: info.decimals,
        mintAuthority: text('mintAuthority'),
        freezeAuthority: text('freezeAuthority'),
      }
    case 'setAuthority': {
      const role = { mintTokens: 'mint', freezeAccount: 'freeze' } as const
      const type = text('authorityType')
      if (mint === null || (type !== 'mintTokens' && type !== 'freezeAccount')) return null
      return { kind: 'authority', mint, role: role[type], authority: text('newAuthority') }
    }
    case 'mintTo':
    case 'mintToChecked':
    case 'burn':
    case 'burnChecked': {
      const amount = text('amount') ?? (isObject(info.tokenAmount) ? info.tokenAmount.amount : null)
      if (mint === null || typeof amount !== 'string' || !/^\d{1,20}$/.test(amount)) return null
      const isMinting = parsed.type.startsWith('mint')
      return {
        kind: 'supply',
        mint,
        change: isMinting ? BigInt(amount) : -BigInt(amount),
        mintAuthority: isMinting ? (text('mintAuthority') ?? text('multisigMintAuthority')) : null,
      }
    }
    default:
      return null
  }
}
