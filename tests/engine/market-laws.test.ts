import { assert, constantFrom, integer, property, shuffledSubarray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildBookRows } from '#engine/books/book-rows.ts'
import { Books } from '#engine/books/books.ts'
import { analyze } from '#engine/report/report.ts'
import { readBalances, listTokenActs, computeTradeLamports } from '#engine/scan/balances.ts'
import { readWindow } from '#engine/window/window-reader.ts'
import { FactsTable } from '#engine/scan/facts/facts-table.ts'
import type { TransactionFacts } from '#engine/scan/facts/facts.ts'
import { STABLE_MINTS, TIP_ACCOUNTS } from '#engine/scan/known-addresses.ts'
import { simulateDemoMarket } from '#localnet/demo-market/demo-market.ts'
import { factsIn } from './facts-in.ts'
import { inputOf } from './market.ts'

/** Laws that hold in every market. Each is generated from a seed. */

const markets = ['one', 'two'].map((seed) => {
  const { mints, lines } = simulateDemoMarket({ seed, endTime: 1_790_000_000 })
  const [mint] = mints
  const transactions = lines.filter((line) => line.includes(mint)).map(factsIn)
  const changes = transactions.flatMap((tx) => (tx.isFailed ? [] : (readBalances(tx) ?? [])))
  const input = inputOf(transactions, { mint })
  return { mints, mint, transactions, changes, input, text: JSON.stringify(analyze(input)) }
})

/** Returns the lamports that other accounts got: neither traders nor pools, token accounts, tips or rent. */
function feesOf({ keys, lamports, balances }: TransactionFacts, owners: ReadonlySet<string>) {
  const tokenAccounts = new Set(balances.map(({ index }) => index))
  let fees = 0
  for (const { index, before, delta } of lamports) {
    const address = keys[index] ?? ''
    const isRent = before === 0 || before + delta === 0
    if (tokenAccounts.has(index) || owners.has(address) || isRent) continue
    if (!TIP_ACCOUNTS.has(address)) fees += delta
  }
  return BigInt(fees)
}

describe('laws of generated markets', () => {
  it('have owners whose changes add up to what was minted less what was burned', () => {
    for (const { mints, changes } of markets) {
      let acts = 0
      for (const { tx, owners } of changes) {
        for (const each of mints) {
          let moved = 0n
          for (const { tokens } of owners.values()) moved += tokens.get(each) ?? 0n
          for (const act of listTokenActs(tx)) {
            if ((act.kind !== 'mint' && act.kind !== 'burn') || act.mint !== each) continue
            moved -= act.kind === 'mint' ? act.amount : -act.amount
            acts++
          }
          expect(moved).toBe(0n)
        }
      }
      expect(acts).toBeGreaterThan(0)
    }
  })

  it('add up to zero over wallets, pools, fees, tips and rent, in SOL and in each stable coin', () => {
    for (const { changes } of markets) {
      for (const { tx, owners } of changes) {
        let sol = feesOf(tx, new Set(owners.keys()))
        for (const change of owners.values()) sol += computeTradeLamports(change)
        expect({ signature: tx.signature, sol }).toEqual({ signature: tx.signature, sol: 0n })
        for (const mint of STABLE_MINTS) {
          let moved = 0n
          for (const { tokens } of owners.values()) moved += tokens.get(mint) ?? 0n
          expect(moved).toBe(0n)
        }
      }
    }
  })

  it('have the same report for any order of transactions, from objects or a table', () => {
    assert(
      property(
        constantFrom(...markets).chain((market) =>
          shuffledSubarray([...market.transactions], {
            minLength: market.transactions.length,
          }).map((transactions) => ({ market, transactions })),
        ),
        ({ market: { input, text }, transactions }) => {
          const table = new FactsTable()
          const connected = new Map(input.evidence.map(({ tx }) => [tx.signature, tx]))
          for (const { signature } of [...transactions, ...transactions.slice(0, 100)]) {
            const tx = connected.get(signature)
            if (tx) table.add(tx)
          }
          const evidence = transactions.map(({ signature }) =>
            table.evidence(signature, table.indexOf(signature)),
          )
          return JSON.stringify(analyze({ ...input, evidence })) === text
        },
      ),
      { numRuns: 4 },
    )
  })

  it('have the same books when trades are appended and when all are read at once', () => {
    assert(
      property(constantFrom(...markets), integer({ min: 1, max: 99 }), ({ input }, percent) => {
        const { flows } = readWindow(input)
        const owners = [...new Set(flows.map(({ owner }) => owner))]
        const byOwner = owners.map((owner) => flows.filter((flow) => flow.owner === owner))
        const whole = new Books()
        whole.append(buildBookRows(byOwner))
        const grown = new Books()
        const cut = (own: (typeof byOwner)[number]) => Math.floor((own.length * percent) / 100)
        grown.append(buildBookRows(byOwner.map((own) => own.slice(0, cut(own)))))
        grown.append(buildBookRows(byOwner.map((own) => own.slice(cut(own)))))
        return owners.every((_, wallet) => {
          expect(grown.position(wallet)).toEqual(whole.position(wallet))
          return true
        })
      }),
      { numRuns: 6 },
    )
  })
})
