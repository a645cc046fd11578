import { describe, expect, it } from 'vitest'
import { buildExplorerUrl } from '#src/lib/explorer.ts'

describe('buildExplorerUrl', () => {
  it.each([
    ['mainnet-beta', 'https://explorer.solana.com/tx/sig'],
    ['devnet', 'https://explorer.solana.com/tx/sig?cluster=devnet'],
    ['testnet', 'https://explorer.solana.com/tx/sig?cluster=testnet'],
    ['localnet', 'https://explorer.solana.com/tx/sig?cluster=custom'],
  ])('leads to the page of %s', (network, url) => {
    expect(buildExplorerUrl('tx', 'sig', { network })).toBe(url)
  })

  it('names the port of the local chain from the configuration', () => {
    const localRpc = 'http://127.0.0.1:40123'
    expect(buildExplorerUrl('address', 'a/b', { network: 'localnet', localRpc })).toBe(
      'https://explorer.solana.com/address/a%2Fb?cluster=custom&customUrl=http%3A%2F%2F127.0.0.1%3A40123',
    )
    expect(buildExplorerUrl('address', 'a', { network: 'devnet', localRpc })).toBe(
      'https://explorer.solana.com/address/a?cluster=devnet',
    )
  })
})
