import { describe, expect, it } from 'vitest'
import type { TransactionFacts } from '#engine/index.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { findFunders, readFunder } from '#server/modules/analysis/collect/funders.ts'
import { NodeLink } from '#server/modules/analysis/collect/node-link.ts'
import { NOTHING_KEPT } from '#server/modules/analysis/store/token-store.ts'

const SOL = 1_000_000_000

/** A plain transfer of SOL to `wallet`, which held `before`. */
const transfer = (before: number, delta: number, overrides: Partial<TransactionFacts> = {}) => ({
  signature: 'transfer',
  slot: 7,
  index: 0,
  timeS: 1_700_000_000,
  isFailed: false,
  feeLamports: 5_000,
  signerCount: 1,
  keys: ['sender', 'wallet', 'bystander'],
  lamports: [
    { index: 0, before: 100 * SOL, delta: -delta - 5_000 },
    { index: 1, before, delta },
  ],
  balances: [],
  instructions: [],
  ...overrides,
})

describe('the funder of a wallet', () => {
  it('is who sent its first SOL', () => {
    expect(readFunder(transfer(0, SOL), 'wallet')).toEqual({
      address: 'sender',
      signature: 'transfer',
      slot: 7,
      timeS: 1_700_000_000,
    })
  })

  it('is who sent most of its SOL, when another wallet sent a little before', () => {
    expect(readFunder(transfer(1_000_000, SOL), 'wallet')?.address).toBe('sender')
  })

  it('is not a sender to a wallet that already has more SOL', () => {
    expect(readFunder(transfer(3 * SOL, SOL), 'wallet')).toBeNull()
  })

  it('is null for a transaction that failed, took SOL or does not concern the wallet', () => {
    expect(readFunder(transfer(0, SOL, { isFailed: true }), 'wallet')).toBeNull()
    expect(readFunder(transfer(2 * SOL, -SOL), 'wallet')).toBeNull()
    expect(readFunder(transfer(0, SOL), 'bystander')).toBeNull()
    expect(readFunder(transfer(0, SOL), 'stranger')).toBeNull()
  })
})

describe('the look-up of funders', () => {
  it('reads no facts of known transactions that moved tokens', async () => {
    const { signal } = new AbortController()
    const node = createSolanaRpc({ url: 'http://node', timeoutMs: 1_000 })
    const history = ['second purchase', 'purchase', 'transfer'].map((signature) => ({
      signature,
      slot: 7,
      blockTime: null,
      err: null,
      confirmationStatus: 'finalized' as const,
    }))
    const read: string[] = []
    const reader = {
      rpc: { ...node, getSignaturesForAddress: async () => history },
      link: new NodeLink(node, signal, () => undefined),
      signal,
      record: NOTHING_KEPT,
      known: {
        has: () => true,
        async get(signature: string) {
          read.push(signature)
          return transfer(0, SOL)
        },
        payers: new Map(history.slice(0, 2).map(({ signature }) => [signature, 'wallet'])),
      },
    }
    const limits = { isOutOfTime: false, onProgress: () => undefined }
    const { funders } = await findFunders(reader, ['wallet'], limits)
    expect(funders.get('wallet')?.address).toBe('sender')
    expect(read).toEqual(['transfer'])
  })
})
