import type { WalletFinderReport } from '#contract/analysis/finder.ts'

const COMET = 'DemoEtLVB2k2pHXfsVK4MhFYjr4bWWtSPtXFBRVKNCjU'
const HARBOR = 'GcsADgYqEFYV2kjXpS8eFV1mDSFgR6cvzf8p2HTjAT5V'

/** A search over two tokens that no wallet passed. */
export const finderReport = (): WalletFinderReport => ({
  contract_addresses: [COMET, HARBOR],
  min_hits: 2,
  wallets: [],
  rings: [],
  overlap: [],
  mints: [COMET, HARBOR].map((mint, nth) => ({
    mint,
    name: null,
    symbol: nth === 0 ? 'COMET' : null,
    error: null,
    complete: true,
    reasons: [],
    wallets: 60,
    trades: 700,
  })),
  counts: { tested: 12, found: 0, trades: 1_400 },
  persistence: 0,
  cost_points: 1,
  engine_version: 'test',
})
