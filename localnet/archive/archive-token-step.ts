import { decodeBase58 } from '#solana/base58.ts'
import { TOKEN_2022_PROGRAM } from '#solana/programs.ts'
import { decodeTokenInstruction } from '#solana/token-instructions.ts'
import { decodeMetadataCreation, type MetadataCreation } from '#solana/metadata-writing.ts'
import { METADATA_PROGRAM } from '#solana/token-metadata.ts'
import { isObject, type RecordedInstruction } from './archive-instructions.ts'

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
  | { kind: 'metadata'; metadata: MetadataCreation }

/** Longer data than any instruction read here: InitializeMint has 67 bytes, at most 92 base58 digits. */
const MAX_DATA_DIGITS = 92

/** Most instructions of Token-2022 are shorter, and need no second reading. */
const MIN_METADATA_DIGITS = 20
/** Name, symbol and address of a picture, at most 1,000 bytes in practice. */
const MAX_METADATA_DIGITS = 1_400

/** Returns the name that an instruction gives a token; null for any other instruction. */
export function readMetadataStep({
  program,
  accounts,
  data,
}: RecordedInstruction): MintStep | null {
  if (program !== METADATA_PROGRAM && program !== TOKEN_2022_PROGRAM) return null
  const isReadable = data !== null && data.length > MIN_METADATA_DIGITS
  const bytes = isReadable && data.length <= MAX_METADATA_DIGITS ? decodeBase58(data) : null
  const metadata = bytes && decodeMetadataCreation(program, accounts, bytes)
  return metadata && { kind: 'metadata', metadata }
}

/** Returns the effect of a Token or Token-2022 instruction on a mint. Null without one, or if it can't be read. */
export function readTokenStep(instruction: RecordedInstruction): MintStep | null {
  if (isObject(instruction.parsed)) return readParsed(instruction.parsed, instruction.program)
  const { data, accounts, program } = instruction
  const bytes = data === null || data.length > MAX_DATA_DIGITS ? null : decodeBase58(data)
  const decoded = bytes === null ? null : decodeTokenInstruction(bytes)
  const [first = '', second = '', third = ''] = accounts
  if (decoded === null) return null
  if (decoded.type === 'initializeMint' || decoded.type === 'initializeMint2') {
    const { decimals, mintAuthority, freezeAuthority } = decoded
    return { kind: 'mint-created', mint: first, program, decimals, mintAuthority, freezeAuthority }
  }
  if (decoded.type === 'setAuthority') {
    const role = MINT_ROLES.get(decoded.authorityType)
    return role === undefined
      ? null
      : { kind: 'authority', mint: first, role, authority: decoded.newAuthority }
  }
  if (decoded.type === 'mintTo' || decoded.type === 'mintToChecked') {
    return { kind: 'supply', mint: first, change: decoded.amount, mintAuthority: third }
  }
  if (decoded.type === 'burn' || decoded.type === 'burnChecked') {
    return { kind: 'supply', mint: second, change: -decoded.amount, mintAuthority: null }
  }
  return null
}

const MINT_ROLES: ReadonlyMap<string, 'mint' | 'freeze'> = new Map([
  ['mintTokens', 'mint'],
  ['freezeAccount', 'freeze'],
])

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
      const role = MINT_ROLES.get(text('authorityType') ?? '')
      if (mint === null || role === undefined) return null
      return { kind: 'authority', mint, role, authority: text('newAuthority') }
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
