import { describe, expect, it } from 'vitest'
import { decodeValidAddress } from '#solana/base58.ts'
import {
  METADATA_PROGRAM,
  deriveMetadataAddress,
  parseMetadata,
  parseMintMetadata,
} from '#solana/token-metadata.ts'

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const AUTHORITY = '2wmVCSfPxGPjrnMMn7rchp4uaeoTqN39mXFC2zhPdri9'

const text = (value: string, room: number) => {
  const bytes = Buffer.alloc(4 + room)
  bytes.writeUInt32LE(room)
  bytes.write(value, 4)
  return bytes
}
const fields = [
  decodeValidAddress(AUTHORITY),
  decodeValidAddress(USDC),
  text('USD Coin', 32),
  text('USDC', 10),
  text('https://example.com/usdc.json', 200),
]

describe('token metadata', () => {
  it('has the address that Metaplex derives', () => {
    expect(deriveMetadataAddress(USDC)).toBe('5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq')
  })

  it('reads a Metaplex account without its padding', () => {
    const data = Buffer.concat([Buffer.from([4]), ...fields, Buffer.alloc(300)])
    expect(parseMetadata({ owner: METADATA_PROGRAM, data }, USDC)).toEqual({
      name: 'USD Coin',
      symbol: 'USDC',
      uri: 'https://example.com/usdc.json',
      updateAuthority: AUTHORITY,
    })
  })

  it('is null for another program, another mint and cut data', () => {
    const data = Buffer.concat([Buffer.from([4]), ...fields])
    expect(parseMetadata({ owner: USDC, data }, USDC)).toBeNull()
    expect(parseMetadata({ owner: METADATA_PROGRAM, data }, AUTHORITY)).toBeNull()
    expect(parseMetadata({ owner: METADATA_PROGRAM, data: data.subarray(0, 80) }, USDC)).toBeNull()
    expect(parseMetadata(null, USDC)).toBeNull()
  })

  it('reads the extension of a Token-2022 mint', () => {
    const value = Buffer.concat(fields)
    const head = Buffer.alloc(170)
    head.writeUInt16LE(19, 166)
    head.writeUInt16LE(value.length, 168)
    expect(parseMintMetadata(Buffer.concat([head, value]), USDC)).toMatchObject({
      name: 'USD Coin',
      symbol: 'USDC',
    })
    expect(parseMintMetadata(head, USDC)).toBeNull()
  })
})
