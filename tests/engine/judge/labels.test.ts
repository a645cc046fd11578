import { describe, expect, it } from 'vitest'
import type { CaReport } from '#contract/analysis/report.ts'
import { BURN_ADDRESSES, EXCHANGE_WALLETS } from '#engine/scan/known-addresses.ts'
import { chooseFundersToTrace, chooseWalletsToTrace } from '#engine/judge/passes.ts'
import type { TransactionFacts } from '#engine/scan/facts/facts.ts'
import {
  POOL,
  buy,
  creation,
  reportOf,
  sell,
  send,
  transaction,
  walletOf,
} from '#tests/engine/market.ts'

const SOL = 1_000_000_000n
const M = 1_000_000_000_000n
const maker = walletOf('maker')

/** Honest buyers and sellers, spread out, long after the launch. */
function retail(from: number, count = 12): TransactionFacts[] {
  return Array.from({ length: count }, (_, nth) => {
    const who = walletOf(`retail ${nth}`)
    const tokens = M + BigInt(nth) * 10_000_000_000n
    return [
      buy(who, { slot: from + nth * 400, tokens, quote: SOL / 5n + BigInt(nth) * 1_000_000n }),
      sell(who, { slot: from + 9_000 + nth * 400, tokens, quote: SOL / 4n, held: tokens }),
    ]
  }).flat()
}

function labelsOf({ wallets, excluded }: CaReport, address: string): string[] {
  const found = [...wallets, ...excluded].find((wallet) => wallet.address === address)
  return found?.labels.map(({ label }) => label) ?? []
}
const isRanked = ({ wallets }: CaReport, address: string): boolean =>
  wallets.some((wallet) => wallet.address === address)

describe('labels', () => {
  it('leave honest wallets ranked', () => {
    const report = reportOf([creation(maker, 1), ...retail(1_000)])
    expect(report.wallets).toHaveLength(12)
    expect(report.wallets.map(({ rank }) => rank)).toEqual(
      Array.from({ length: 12 }, (_, nth) => nth + 1),
    )
  })

  it('label the creator and the wallets that it gave tokens or SOL', () => {
    const friend = walletOf('friend of the maker')
    const funded = walletOf('funded by the maker')
    const report = reportOf(
      [
        creation(maker, 1),
        buy(maker, { slot: 500, tokens: 5n * M, quote: SOL }),
        send(maker, friend, 2n * M, 600),
        sell(friend, { slot: 900, tokens: 2n * M, quote: SOL }),
        buy(funded, { slot: 800, tokens: M, quote: SOL }),
        ...retail(1_000),
      ],
      { funders: new Map([[funded, { address: maker, signature: 's', slot: 2, timeS: 2 }]]) },
    )
    for (const address of [maker, friend, funded]) {
      expect(labelsOf(report, address)).toContain('creator')
      expect(isRanked(report, address)).toBe(false)
    }
  })

  it('edge case 28: label snipers and bundles at the launch', () => {
    const bundle = ['a', 'b', 'c'].map((name) => walletOf(`bundle ${name}`))
    const sniper = walletOf('sniper')
    const report = reportOf([
      creation(maker, 100),
      ...bundle.map((who, index) =>
        buy(who, { slot: 100, index: index + 1, tokens: M, quote: SOL }),
      ),
      buy(sniper, { slot: 102, tokens: M, quote: SOL }),
      ...retail(2_000),
    ])
    for (const address of bundle) expect(labelsOf(report, address)).toContain('bundle')
    expect(labelsOf(report, sniper)).toContain('sniper')
    expect(report.counts.by_label).toMatchObject({ bundle: 3, sniper: 1 })
  })

  it('edge case 28: label sandwich bots', () => {
    const attacker = walletOf('sandwich')
    const attack = (slot: number): TransactionFacts[] => [
      buy(attacker, { slot, index: 1, tokens: M, quote: SOL }),
      buy(walletOf(`victim ${slot}`), { slot, index: 2, tokens: M, quote: SOL }),
      sell(attacker, { slot, index: 3, tokens: M, quote: SOL + 50_000_000n }),
    ]
    const report = reportOf([
      creation(maker, 1),
      ...attack(5_000),
      ...attack(6_000),
      ...attack(7_000),
      ...retail(1_000),
    ])
    expect(labelsOf(report, attacker)).toContain('sandwich')
    expect(isRanked(report, walletOf('victim 5000'))).toBe(true)
  })

  it('edge case 28: label a wash pair that is not linked otherwise', () => {
    const [one, two] = [walletOf('wash 1'), walletOf('wash 2')]
    const rounds = Array.from({ length: 6 }, (_, nth) => {
      const slot = 5_000 + nth * 100
      const tokens = M + BigInt(nth)
      return [
        buy(one, { slot, tokens, quote: SOL }),
        sell(two, { slot: slot + 1, tokens, quote: SOL, held: 20n * M }),
        sell(one, { slot: slot + 50, tokens, quote: SOL, held: tokens }),
        buy(two, { slot: slot + 51, tokens, quote: SOL }),
      ]
    }).flat()
    const report = reportOf([creation(maker, 1), ...rounds, ...retail(1_000)])
    expect(labelsOf(report, one)).toContain('wash')
    expect(labelsOf(report, two)).toContain('wash')
    expect(report.wallets).toHaveLength(12)
  })

  it('edge case 28: name a wallet that trades with itself, whatever its funder holds', () => {
    const [washer, friend] = [walletOf('lone washer'), walletOf('friend of the washer')]
    const rounds = Array.from({ length: 6 }, (_, nth) => {
      const slot = 5_000 + nth * 100
      return [
        buy(washer, { slot, tokens: M, quote: SOL }),
        sell(washer, { slot: slot + 1, tokens: M, quote: SOL }),
      ]
    }).flat()
    const bag = buy(friend, { slot: 6_000, tokens: 20n * M, quote: 20n * SOL })
    const transactions = [creation(maker, 1), ...rounds, bag, ...retail(1_000)]
    const funder = { address: friend, signature: 's', slot: 1, timeS: 1 }
    for (const funders of [new Map(), new Map([[washer, funder]])]) {
      expect(labelsOf(reportOf(transactions, { funders }), washer)).toContain('wash')
    }
  })

  it('edge case 28: merge twelve sybil wallets, but not the customers of a busy funder', () => {
    const boss = walletOf('boss')
    const desk = walletOf('withdrawal desk')
    const sybils = Array.from({ length: 12 }, (_, nth) => walletOf(`sybil ${nth}`))
    const funderOf = (address: string) => ({ address, signature: 's', slot: 1, timeS: 1 })
    const funders = new Map([
      ...sybils.map((who) => [who, funderOf(boss)] as const),
      ...Array.from(
        { length: 12 },
        (_, nth) => [walletOf(`retail ${nth}`), funderOf(desk)] as const,
      ),
    ])
    const entries = sybils.map((who, nth) =>
      buy(who, { slot: 20_000 + nth, tokens: M, quote: SOL }),
    )
    const report = reportOf([creation(maker, 1), ...entries, ...retail(1_000, 12), ...late()], {
      funders: new Map([...funders, ...lateFunders(desk)]),
    })
    for (const address of sybils) {
      expect(labelsOf(report, address)).toContain('sybil')
      expect(isRanked(report, address)).toBe(false)
    }
    expect(report.clusters).toMatchObject([{ kind: 'sybil', funder: boss }])
    expect(report.clusters[0]?.members.toSorted()).toEqual(sybils.toSorted())
    expect(isRanked(report, walletOf('retail 3'))).toBe(true)
  })

  it('find sybil wallets funded through intermediate wallets', () => {
    const boss = walletOf('far boss')
    const sybils = Array.from({ length: 8 }, (_, nth) => walletOf(`far sybil ${nth}`))
    const between = sybils.map((_, nth) => walletOf(`intermediate ${nth}`))
    const funded = (address: string, timeS: number) => ({
      address,
      signature: `s${timeS}`,
      slot: timeS,
      timeS,
    })
    const funders = new Map([
      ...sybils.map((who, nth) => [who, funded(between[nth] ?? '', 900 + nth)] as const),
      ...between.map((who, nth) => [who, funded(boss, 500 + nth)] as const),
    ])
    const entries = sybils.map((who, nth) =>
      buy(who, { slot: 20_000 + nth * 40, tokens: M, quote: SOL }),
    )
    const window = [creation(maker, 1), ...entries, ...retail(1_000, 12)]
    const report = reportOf(window, { funders })
    for (const address of sybils) expect(labelsOf(report, address)).toContain('sybil')
    expect(report.clusters).toMatchObject([{ kind: 'sybil', funder: boss }])
    const old = new Map(
      [...funders].map(([who, funder]) => [
        who,
        { ...funder, timeS: funder.address === boss ? -900_000 : funder.timeS },
      ]),
    )
    expect(reportOf(window, { funders: old }).clusters).toEqual([])
  })

  it('look up the funders of ranked wallets and of bursts, then their funders', () => {
    const burst = Array.from({ length: 4 }, (_, nth) => walletOf(`burst ${nth}`))
    const entries = burst.map((who, nth) =>
      buy(who, { slot: 20_000 + nth * 5, tokens: 1_000n, quote: 20_000n }),
    )
    const traced = chooseWalletsToTrace(
      reportOf([creation(maker, 1), ...entries, ...retail(1_000, 12)]),
    )
    for (const address of burst) expect(traced).toContain(address)
    expect(traced).toContain(walletOf('retail 3'))
    const funder = { address: walletOf('boss'), signature: 's', slot: 1, timeS: 1 }
    expect(chooseFundersToTrace(new Map([[burst[0] ?? '', funder]]))).toEqual([walletOf('boss')])
  })

  it('edge case 27: exclude pools, exchanges and burn addresses', () => {
    const [exchange = ''] = EXCHANGE_WALLETS.keys()
    const [grave = ''] = BURN_ADDRESSES
    const report = reportOf([
      creation(maker, 1),
      ...retail(1_000),
      send(walletOf('retail 1'), exchange, M, 900),
      send(walletOf('retail 2'), grave, M, 901),
    ])
    expect(labelsOf(report, POOL)).toEqual(['pool'])
    expect(labelsOf(report, exchange)).toContain('exchange')
    expect(labelsOf(report, grave)).toContain('burn_address')
    for (const address of [POOL, exchange, grave]) expect(isRanked(report, address)).toBe(false)
  })

  it('label a volume bot by its payer', () => {
    const bot = walletOf('bot')
    const boss = walletOf('bot master')
    const funded = transaction({
      slot: 9_000,
      moves: [
        { owner: boss, signs: true, lamports: -3n * SOL },
        { owner: bot, signs: true, tokens: M, lamports: 2n * SOL },
        { owner: POOL, tokens: -M, heldBefore: 9n * M, wsol: SOL },
      ],
    })
    const report = reportOf([creation(maker, 1), funded, ...retail(1_000)])
    expect(labelsOf(report, bot)).toContain('volume_bot')
    const entry = report.excluded.find(({ address }) => address === bot)
    expect(entry?.funder?.address).toBe(boss)
    expect(entry?.cost_lamports).toBe(String(SOL))
  })

  it('have signatures that prove each label', () => {
    const report = reportOf([
      creation(maker, 100),
      buy(walletOf('sniper'), { slot: 101, tokens: M, quote: SOL }),
      ...retail(1_000),
    ])
    const known = new Set(
      [...report.wallets, ...report.excluded].flatMap(({ evidence }) =>
        evidence.map(({ signature }) => signature),
      ),
    )
    known.add(report.coverage.creation?.sig ?? '')
    for (const { labels } of report.excluded) {
      for (const { proof, reason } of labels) {
        expect(reason).not.toBe('')
        expect(proof.length).toBeGreaterThan(0)
        for (const signature of proof) expect(known).toContain(signature)
      }
    }
  })
})

const LATE = Array.from({ length: 4 }, (_, nth) => walletOf(`late ${nth}`))
const late = (): TransactionFacts[] =>
  LATE.map((who, nth) => buy(who, { slot: 60_000 + nth * 4_000, tokens: M, quote: SOL / 7n }))
const lateFunders = (desk: string) =>
  LATE.map((who) => [who, { address: desk, signature: 's', slot: 1, timeS: 1 }] as const)
