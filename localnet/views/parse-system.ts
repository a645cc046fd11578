import { wireU64 } from '#localnet/wire/wire-u64.ts'
import { encodeBase58 } from '#solana/base58.ts'
import type { ParsedAction } from './parsed-instruction.ts'

/** Source of names and layouts: SystemInstruction, https://docs.rs/solana-system-interface. */
export function parseSystem(data: Buffer, accounts: readonly string[]): ParsedAction | null {
  const [a, b, c, d, e] = accounts
  const u64 = (offset: number) => wireU64(data.readBigUInt64LE(offset))
  const key = (offset: number) => encodeBase58(data.subarray(offset, offset + 32))
  /** A bincode string and the offset behind it. */
  const seedAt = (offset: number) => {
    const length = Number(data.readBigUInt64LE(offset))
    const start = offset + 8
    return { seed: data.toString('utf8', start, start + length), next: start + length }
  }
  switch (data.readUInt32LE(0)) {
    case 0:
      return {
        type: 'createAccount',
        info: { source: a, newAccount: b, lamports: u64(4), space: u64(12), owner: key(20) },
      }
    case 1:
      return { type: 'assign', info: { account: a, owner: key(4) } }
    case 2:
      return { type: 'transfer', info: { source: a, destination: b, lamports: u64(4) } }
    case 3: {
      const { seed, next } = seedAt(36)
      const info = { source: a, newAccount: b, base: key(4), seed }
      const sizes = { lamports: u64(next), space: u64(next + 8), owner: key(next + 16) }
      return { type: 'createAccountWithSeed', info: { ...info, ...sizes } }
    }
    case 4:
      return {
        type: 'advanceNonce',
        info: { nonceAccount: a, recentBlockhashesSysvar: b, nonceAuthority: c },
      }
    case 5:
      return {
        type: 'withdrawFromNonce',
        info: {
          nonceAccount: a,
          destination: b,
          recentBlockhashesSysvar: c,
          rentSysvar: d,
          nonceAuthority: e,
          lamports: u64(4),
        },
      }
    case 6:
      return {
        type: 'initializeNonce',
        info: {
          nonceAccount: a,
          recentBlockhashesSysvar: b,
          rentSysvar: c,
          nonceAuthority: key(4),
        },
      }
    case 7:
      return {
        type: 'authorizeNonce',
        info: { nonceAccount: a, nonceAuthority: b, newAuthorized: key(4) },
      }
    case 8:
      return { type: 'allocate', info: { account: a, space: u64(4) } }
    case 9: {
      const { seed, next } = seedAt(36)
      const info = { account: a, base: key(4), seed, space: u64(next), owner: key(next + 8) }
      return { type: 'allocateWithSeed', info }
    }
    case 10: {
      const { seed, next } = seedAt(36)
      return {
        type: 'assignWithSeed',
        info: { account: a, base: key(4), seed, owner: key(next) },
      }
    }
    case 11: {
      const { seed, next } = seedAt(12)
      return {
        type: 'transferWithSeed',
        info: {
          source: a,
          sourceBase: b,
          destination: c,
          lamports: u64(4),
          sourceSeed: seed,
          sourceOwner: key(next),
        },
      }
    }
    case 12:
      return { type: 'upgradeNonce', info: { nonceAccount: a } }
    default:
      return null
  }
}
