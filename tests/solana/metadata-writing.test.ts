import { describe, expect, it } from 'vitest'
import { decodeBase58 } from '#solana/base58.ts'
import { TOKEN_2022_PROGRAM } from '#solana/programs.ts'
import {
  decodeMetadataCreation,
  encodeCreateMetadata,
  encodeInitializeMetadata,
  encodeMetadataAccount,
  encodeMintWithMetadata,
} from '#solana/metadata-writing.ts'
import {
  METADATA_PROGRAM,
  deriveMetadataAddress,
  parseMetadata,
  parseMintMetadata,
} from '#solana/token-metadata.ts'
import { parseMint } from '#solana/token-state.ts'

const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const metadata = { name: 'Bonk 🐕', symbol: 'Bonk', uri: 'https://example.com/bonk.json' }
const account = deriveMetadataAddress(BONK)
const authority = '9AhKqLR67hwapvG8SA2JFXaCshXc9nALJjpKaHZrsbkw'

describe('a metadata account of Metaplex', () => {
  it('keeps name, symbol and address of the picture without their padding', () => {
    const created = { ...metadata, mint: BONK, account, updateAuthority: authority }
    const data = encodeMetadataAccount(created)
    expect(parseMetadata({ owner: METADATA_PROGRAM, data }, BONK)).toEqual({
      ...metadata,
      updateAuthority: authority,
    })
  })

  it('is created by an instruction that names the mint second', () => {
    const accounts = [account, BONK, authority, authority, authority]
    const data = encodeCreateMetadata(metadata)
    expect(decodeMetadataCreation(METADATA_PROGRAM, accounts, data)).toEqual({
      ...metadata,
      mint: BONK,
      account,
      updateAuthority: authority,
    })
    expect(decodeMetadataCreation(TOKEN_2022_PROGRAM, accounts, data)).toBeNull()
    expect(decodeMetadataCreation(METADATA_PROGRAM, accounts, data.subarray(0, 7))).toBeNull()
  })
})

describe('the name inside a mint of Token-2022', () => {
  const plain = Buffer.alloc(82)
  plain.writeUInt8(6, 44)
  plain.writeUInt8(1, 45)

  it('is written by an instruction of the token program', () => {
    const accounts = [BONK, authority, BONK, authority]
    const data = encodeInitializeMetadata(metadata)
    expect(decodeMetadataCreation(TOKEN_2022_PROGRAM, accounts, data)).toEqual({
      ...metadata,
      mint: BONK,
      account: null,
      updateAuthority: authority,
    })
  })

  it('is found behind the mint, which stays readable', () => {
    const created = { ...metadata, mint: BONK, account: null, updateAuthority: null }
    const data = encodeMintWithMetadata(plain, created)
    expect(parseMintMetadata(data, BONK)).toEqual({ ...metadata, updateAuthority: null })
    expect(parseMint({ owner: TOKEN_2022_PROGRAM, data })).toMatchObject({ decimals: 6 })
  })

  it('is null for the data of an unrelated instruction', () => {
    const transfer = decodeBase58('3Bxs4NN8M2Yn4TLb') ?? new Uint8Array()
    expect(decodeMetadataCreation(TOKEN_2022_PROGRAM, [], transfer)).toBeNull()
  })
})
