import { addressBytes } from '#solana/base58.ts'
import { WSOL_MINT } from '#solana/programs.ts'
import { MINT_BYTES, TOKEN_ACCOUNT_BYTES } from '#solana/token-state.ts'

const INITIALIZED = 1
const SOME = 1

/** The 82 bytes of a mint. Layout: solana-program/token, interface/src/state.rs, `Mint`. */
export function encodeMint({
  supply,
  decimals,
  mintAuthority,
  freezeAuthority,
}: {
  supply: bigint
  decimals: number
  mintAuthority: string | null
  freezeAuthority: string | null
}): Uint8Array {
  const bytes = Buffer.alloc(MINT_BYTES)
  writeOptionalKey(bytes, 0, mintAuthority)
  bytes.writeBigUInt64LE(supply > 0n ? supply : 0n, 36)
  bytes.writeUInt8(decimals, 44)
  bytes.writeUInt8(INITIALIZED, 45)
  writeOptionalKey(bytes, 46, freezeAuthority)
  return new Uint8Array(bytes)
}

/** The 165 bytes of a token account without delegate. Layout: the same file, `Account`. */
export function encodeTokenAccount({
  mint,
  owner,
  amount,
  lamports,
}: {
  mint: string
  owner: string
  amount: bigint
  lamports: bigint
}): Uint8Array {
  const bytes = Buffer.alloc(TOKEN_ACCOUNT_BYTES)
  bytes.set(addressBytes(mint), 0)
  bytes.set(addressBytes(owner), 32)
  bytes.writeBigUInt64LE(amount, 64)
  bytes.writeUInt8(INITIALIZED, 108)
  if (mint === WSOL_MINT && lamports >= amount) {
    bytes.writeUInt32LE(SOME, 109)
    bytes.writeBigUInt64LE(lamports - amount, 113)
  }
  return new Uint8Array(bytes)
}

function writeOptionalKey(bytes: Buffer, at: number, key: string | null): void {
  if (key === null) return
  bytes.writeUInt32LE(SOME, at)
  bytes.set(addressBytes(key), at + 4)
}
