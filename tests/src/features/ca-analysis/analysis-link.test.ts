import bs58 from 'bs58'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findAddress,
  findAddressProblem,
  linkToAddress,
  linkToFinder,
  linkToMode,
  linkToReport,
  linkToWallet,
  readAnalysisLink,
} from '#src/features/ca-analysis/analysis-link.ts'

const ADDRESS = '4UdXLsCXkcat78UhykL2fq3Xm7cehdSiNifeyRcJpump'
const SYSTEM_PROGRAM = '1'.repeat(32)
const SIGNATURE =
  '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'

const NOTHING = {
  mode: 'analysis',
  addresses: [],
  reportId: null,
  tab: 'ranked',
  wallet: null,
  from: null,
}

describe('a link to the analysis window', () => {
  it('includes the data behind it', () => {
    expect(readAnalysisLink(linkToAddress(ADDRESS))).toEqual({ ...NOTHING, addresses: [ADDRESS] })
    expect(readAnalysisLink(linkToReport('a/b?c&d'))).toEqual({ ...NOTHING, reportId: 'a/b?c&d' })
    const place = { tab: 'excluded', wallet: ADDRESS } as const
    expect(readAnalysisLink(linkToReport('r1', place))).toEqual({
      ...NOTHING,
      reportId: 'r1',
      ...place,
    })
    expect(readAnalysisLink(linkToFinder([ADDRESS, SYSTEM_PROGRAM]))).toEqual({
      ...NOTHING,
      mode: 'finder',
      addresses: [ADDRESS, SYSTEM_PROGRAM],
    })
    const origin = { from: 'r1', tab: 'excluded' } as const
    expect(readAnalysisLink(linkToWallet(ADDRESS, origin))).toEqual({
      ...NOTHING,
      ...origin,
      mode: 'watched',
      wallet: ADDRESS,
    })
    expect(linkToMode('finder')).toBe('/wallet-finder?mode=finder')
  })

  it.each([
    '/wallet-finder',
    '/wallet-finder?',
    '/wallet-finder?ca=',
    '/wallet-finder?ca=%20',
    `/wallet-finder?ca=${'A'.repeat(201)}`,
    '/wallet-finder#?ca=x',
    '/wallet-finder?mode=other&tab=other',
    '?other=1',
  ])('%s brings nothing', (path) => {
    expect(readAnalysisLink(path)).toEqual(NOTHING)
  })
})

describe('what is wrong with a typed address', () => {
  it.each([
    ['', null],
    [ADDRESS, null],
    [` ${ADDRESS} `, null],
    [ADDRESS.slice(0, 20), 'This is too short for a Solana address.'],
    [SIGNATURE, 'This is too long for a Solana address.'],
    ['hello world', 'A Solana address has no “l”.'],
    ['0x6B17', 'A Solana address has no “0”.'],
  ])('%j: %s', (text, problem) => {
    expect(findAddressProblem(text)).toBe(problem)
  })
})

describe('an address in a text', () => {
  it.each([
    [ADDRESS, ADDRESS],
    [`  ${ADDRESS}\n`, ADDRESS],
    [SYSTEM_PROGRAM, SYSTEM_PROGRAM],
    [`https://solscan.io/token/${ADDRESS}`, ADDRESS],
    [`https://explorer.solana.com/address/${ADDRESS}?cluster=devnet`, ADDRESS],
    [SIGNATURE, null],
    [`${ADDRESS}x`, null],
    [ADDRESS.slice(0, -1), null],
    [`buy ${ADDRESS}`, null],
    ['0x6B175474E89094C44Da98b954EedeAC495271d0F', null],
    ['O0Il'.repeat(10), null],
    ['arrange windows', null],
    ['', null],
  ])('%j: %s', (text, expected) => {
    expect(findAddress(text)).toBe(expected)
  })

  it('is any 32 bytes in base58, and no other number of bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        const text = bs58.encode(bytes)
        expect(findAddress(text)).toBe(bytes.length === 32 ? text : null)
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(findAddress(bs58.encode(bytes))).toBe(bs58.encode(bytes))
      }),
    )
  })
})
