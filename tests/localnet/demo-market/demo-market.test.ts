import { describe, expect, it } from 'vitest'
import { openArchive } from '#localnet/archive/archive.ts'
import {
  simulateDemoMarket,
  recordDemoMarket,
  deriveDemoMints,
} from '#localnet/demo-market/demo-market.ts'
import { isOnCurve } from '#solana/curve.ts'
import { TOKEN_2022_PROGRAM } from '#solana/programs.ts'
import { deriveMetadataAddress, parseMetadata, parseMintMetadata } from '#solana/token-metadata.ts'
import { parseMint } from '#solana/token-state.ts'

const END_TIME = 1_763_650_000
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'
const TOTAL_SUPPLY = 10n ** 15n
const DOLLARS = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

type Balance = {
  accountIndex: number
  mint: string
  owner: string
  uiTokenAmount: { amount: string }
}
type Line = {
  slot: number
  blockTime: number
  transactionIndex: number
  transaction: {
    signatures: string[]
    message: { header: { numRequiredSignatures: number }; accountKeys: string[] }
  }
  meta: {
    err: unknown
    fee: number
    preBalances: number[]
    postBalances: number[]
    preTokenBalances: Balance[]
    postTokenBalances: Balance[]
    logMessages: string[]
  }
}

const market = simulateDemoMarket({ endTime: END_TIME })
const [first, second, taxed] = market.mints
const lines = [...market.lines, ...market.lost]
  .map((line) => JSON.parse(line) as Line)
  .toSorted((a, b) => a.slot - b.slot || a.transactionIndex - b.transactionIndex)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + BigInt(number), 0n)
const tokens = (balances: Balance[], mint: string) =>
  balances
    .filter((balance) => balance.mint === mint)
    .reduce((total, { uiTokenAmount }) => total + BigInt(uiTokenAmount.amount), 0n)

describe('the recording', () => {
  it('is the same for the same seed, but for block times that follow the end', () => {
    expect(recordDemoMarket({ endTime: END_TIME })).toEqual(market.lines)
    const later = recordDemoMarket({ endTime: END_TIME + 1000 })
    expect(later.map((line) => line.replace(/"blockTime":\d+/, ''))).toEqual(
      market.lines.map((line) => line.replace(/"blockTime":\d+/, '')),
    )
    expect((JSON.parse(later[0] ?? '') as Line).blockTime).toBe((lines[0]?.blockTime ?? 0) + 1000)
  })

  it('differs for another seed', () => {
    const other = simulateDemoMarket({ seed: 'another', endTime: END_TIME })
    expect(other.mints).not.toEqual(market.mints)
    expect(other.lines[0]).not.toBe(market.lines[0])
  })

  it('names every token as demo, whatever the end', () => {
    expect(deriveDemoMints()).toEqual(market.mints)
    for (const mint of market.mints) expect(mint).toMatch(/^Demo[1-9A-HJ-NP-Za-km-z]{40}$/)
  })

  it('has the size of a small market', () => {
    const wallets = new Set(lines.map(({ transaction }) => transaction.message.accountKeys[0]))
    expect(lines.length).toBeGreaterThan(1_600)
    expect(lines.length).toBeLessThan(2_400)
    expect(wallets.size).toBeGreaterThan(150)
    expect(wallets.size).toBeLessThan(280)
    const failed = lines.filter(({ meta }) => meta.err !== null).length
    expect(failed / lines.length).toBeGreaterThan(0.03)
    expect(failed / lines.length).toBeLessThan(0.12)
  })

  it('moves forward, ends at its end, and has unique positions and signatures', () => {
    const places = lines.map(({ slot, transactionIndex }) => slot * 1e4 + transactionIndex)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(new Set(places).size).toBe(lines.length)
    expect(new Set(lines.map(({ transaction }) => transaction.signatures[0])).size).toBe(
      lines.length,
    )
    const times = lines.map(({ blockTime }) => blockTime)
    expect(Math.max(...times)).toBeLessThanOrEqual(END_TIME)
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(3 * 3600)
  })
})

describe('the books', () => {
  it('lose nothing but the fee in any transaction', () => {
    for (const { meta } of lines) {
      expect(sum(meta.preBalances) - sum(meta.postBalances)).toBe(BigInt(meta.fee))
    }
  })

  it('keep the supply of each token after its creation', () => {
    for (const mint of [first, second]) {
      const creation = lines.findIndex(({ meta }) => tokens(meta.postTokenBalances, mint) > 0n)
      expect(tokens(lines[creation]?.meta.postTokenBalances ?? [], mint)).toBe(TOTAL_SUPPLY)
      for (const { meta } of lines.slice(creation + 1)) {
        expect(tokens(meta.postTokenBalances, mint)).toBe(tokens(meta.preTokenBalances, mint))
      }
    }
  })

  it('withhold a fee from every transfer of the third token', () => {
    const moves = lines.filter(
      ({ meta }) => meta.err === null && tokens(meta.preTokenBalances, taxed) > 0n,
    )
    expect(moves.length).toBeGreaterThan(200)
    for (const { meta } of moves) {
      const after = tokens(meta.postTokenBalances, taxed)
      expect(after).toBeLessThan(tokens(meta.preTokenBalances, taxed))
    }
  })

  it('start each transaction with the balances after the previous one', () => {
    const lamports = new Map<string, number>()
    const amounts = new Map<string, string>()
    for (const { transaction, meta } of lines) {
      const { accountKeys } = transaction.message
      accountKeys.forEach((address, index) => {
        expect(meta.preBalances[index]).toBe(lamports.get(address) ?? meta.preBalances[index])
        lamports.set(address, meta.postBalances[index] ?? 0)
      })
      for (const { accountIndex, uiTokenAmount } of meta.preTokenBalances) {
        const address = accountKeys[accountIndex] ?? ''
        expect(uiTokenAmount.amount).toBe(amounts.get(address))
      }
      for (const address of accountKeys) amounts.delete(address)
      for (const { accountIndex, uiTokenAmount } of meta.postTokenBalances) {
        amounts.set(accountKeys[accountIndex] ?? '', uiTokenAmount.amount)
      }
    }
  })

  it('let a failed transaction cost its fee and move nothing else', () => {
    for (const { meta } of lines.filter((line) => line.meta.err !== null)) {
      expect(meta.postTokenBalances).toEqual(meta.preTokenBalances)
      expect(meta.postBalances.slice(1)).toEqual(meta.preBalances.slice(1))
      expect(meta.logMessages.at(-1)).toMatch(/failed: custom program error: 0x1772$/)
    }
  })

  it('have only keys that can sign as signers', () => {
    const signers = new Set(
      lines.flatMap(({ transaction: { message } }) =>
        message.accountKeys.slice(0, message.header.numRequiredSignatures),
      ),
    )
    const wallets = [...signers].filter((address) => !market.mints.includes(address))
    expect(wallets.filter((address) => !isOnCurve(address))).toEqual([])
  })
})

describe('the market', () => {
  const tradesOf = (mint: string) =>
    lines.flatMap(({ meta, transaction, slot }) => {
      const [payer = ''] = transaction.message.accountKeys
      const mine = (balances: Balance[]) =>
        tokens(
          balances.filter(({ owner }) => owner === payer),
          mint,
        )
      const change = mine(meta.postTokenBalances) - mine(meta.preTokenBalances)
      const lamports = (meta.postBalances[0] ?? 0) - (meta.preBalances[0] ?? 0)
      return change === 0n ? [] : [{ payer, slot, change, lamports }]
    })

  it('makes every skilled wallet profit from several round trips in each of its tokens', () => {
    ;[first, second].forEach((mint, index) => {
      const trades = tradesOf(mint)
      const smart = market.actors.filter(
        ({ role, markets }) => role === 'smart' && markets.includes(index),
      )
      expect(smart.length).toBe(8)
      for (const { address } of smart) {
        const own = trades.filter(({ payer }) => payer === address)
        expect(own.filter(({ change }) => change < 0n).length).toBeGreaterThanOrEqual(2)
        expect(own.reduce((profit, { lamports }) => profit + lamports, 0)).toBeGreaterThan(0.5e9)
      }
    })
  })

  it('moves the liquidity of the first token from its curve to a pool at once', () => {
    const moves = lines.filter(({ meta }) =>
      meta.logMessages.some((log) => log.endsWith('Migrate')),
    )
    expect(moves).toHaveLength(1)
    const [meta] = moves.map((line) => line.meta)
    expect(tokens(meta?.postTokenBalances ?? [], WRAPPED_SOL)).toBeGreaterThan(30_000_000_000n)
  })

  it('trades the first token for dollars too, and SOL for dollars all the time', () => {
    const inDollars = lines.filter(({ meta }) => tokens(meta.preTokenBalances, DOLLARS) > 0n)
    const ofFirst = inDollars.filter(({ meta }) => tokens(meta.preTokenBalances, first) > 0n)
    expect(ofFirst.length).toBeGreaterThan(20)
    expect(inDollars.length - ofFirst.length).toBeGreaterThan(100)
  })

  it('funds the raid on the first token through new wallets', () => {
    const relays = market.actors.filter(({ role }) => role === 'relay')
    const sybils = market.actors.filter(
      ({ role, markets }) => role === 'sybil' && markets.includes(0),
    )
    expect(relays).toHaveLength(sybils.length)
    for (const { address } of relays) {
      const own = lines.filter(({ transaction }) =>
        transaction.message.accountKeys.includes(address),
      )
      expect(own).toHaveLength(2)
    }
  })

  it('lacks a few transactions of the third token only', () => {
    expect(market.lost.length).toBeGreaterThan(2)
    for (const line of market.lost) expect(line).toContain(taxed)
  })

  it('shares at least four skilled wallets between its tokens', () => {
    const shared = market.actors.filter(
      ({ role, markets }) => role === 'smart' && markets.length === 2,
    )
    expect(shared.length).toBeGreaterThanOrEqual(4)
  })

  it('has snipers within two slots of the creation', () => {
    for (const mint of [first, second]) {
      const creation = lines.find(({ meta }) => tokens(meta.postTokenBalances, mint) > 0n)
      const early = tradesOf(mint).filter(
        ({ slot, change }) => change > 0n && slot - (creation?.slot ?? 0) <= 2,
      )
      expect(new Set(early.map(({ payer }) => payer)).size).toBeGreaterThanOrEqual(5)
    }
  })

  it('trades the second token without its mint among the accounts of most swaps', () => {
    const swaps = lines.filter(({ meta }) => tokens(meta.preTokenBalances, second) > 0n)
    const named = swaps.filter(({ transaction }) =>
      transaction.message.accountKeys.includes(second),
    )
    expect(named.length / swaps.length).toBeLessThan(0.4)
  })
})

it('is imported completely, with supply, holders and pools', async () => {
  const archive = await openArchive()
  expect(await archive.importLines(market.lines)).toMatchObject({
    added: market.lines.length,
    rejected: 0,
  })
  for (const mint of [second, first]) {
    expect(archive.findTokenSupply(mint)).toEqual({ amount: TOTAL_SUPPLY, decimals: 6 })
    const [vault] = archive.listLargestAccounts(mint) ?? []
    const data = Buffer.from(archive.findAccount(vault?.address ?? '')?.data ?? [])
    const balance = lines
      .flatMap(({ meta }) => meta.postTokenBalances)
      .findLast(
        (given) => given.mint === mint && given.uiTokenAmount.amount === String(vault?.amount),
      )
    expect(archive.findAccount(balance?.owner ?? '')?.owner).toMatch(/^DemoMarket1/)
    expect(data.readBigUInt64LE(64)).toBe(vault?.amount)
  }
  expect(archive.findTokenSupply(WRAPPED_SOL)?.decimals).toBe(9)
})

it('names its tokens on the chain: two in a Metaplex account, the one with a fee in its mint', async () => {
  const archive = await openArchive()
  await archive.importLines(market.lines)
  for (const [mint, symbol] of [
    [first, 'COMET'],
    [second, 'HARBOR'],
  ] as const) {
    const account = archive.findAccount(deriveMetadataAddress(mint))
    expect(parseMetadata(account, mint)).toMatchObject({ symbol })
  }
  const mint = archive.findAccount(taxed)
  expect(mint?.owner).toBe(TOKEN_2022_PROGRAM)
  expect(mint && parseMint(mint)).toMatchObject({ decimals: 6, mintAuthority: null })
  expect(mint && parseMintMetadata(mint.data, taxed)).toMatchObject({
    name: 'Demo Toll',
    symbol: 'TOLL',
  })
})

it('rebuilds the same accounts from lines in reverse order and without block indexes', async () => {
  const [archive, backwards] = [await openArchive(), await openArchive()]
  await archive.importLines(market.lines)
  const stripped = market.lines.map((line) => line.replace(/"transactionIndex":\d+,/, ''))
  await backwards.importLines(stripped.toReversed())
  const addresses = new Set(lines.flatMap(({ transaction }) => transaction.message.accountKeys))
  for (const address of addresses) {
    expect(backwards.findAccount(address)).toEqual(archive.findAccount(address))
  }
  const vaults = market.mints.map((mint) => archive.listLargestAccounts(mint)?.[0]?.address ?? '')
  for (const vault of vaults) {
    const page = { limit: 1000 }
    const moving = (given: typeof archive) =>
      given
        .listSignatures(vault, page)
        ?.filter(({ err }) => err === null)
        .map(({ signature }) => signature)
    expect(moving(backwards)).toEqual(moving(archive))
  }
})
