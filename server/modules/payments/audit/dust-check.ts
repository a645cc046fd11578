import type { Violation } from '#server/modules/ledger/ledger-check.ts'
import type { BookedDust } from './chain-check-repository.ts'

const DUST_BOOKED = 'small deposits are booked with what they brought on the chain'

type ChainDust = {
  slot: number
  lamports: bigint
  /** It has a receipt at another treasury address, so it counts here only if it was seen here first. */
  isOptional: boolean
}

export type DustCheck = {
  violations: Violation[]
  deposits: number
  lamports: bigint
  /** Days for which the node has no more history. */
  unknown: string[]
}

/** Compares an address's dust with the chain. Touching slot ranges of days are compared together. */
export function createDustCheck(address: string, booked: readonly BookedDust[]) {
  const sums = mergeTouching(booked).map((sum): BookedDust & { seen: ChainDust[] } => ({
    ...sum,
    seen: [],
  }))

  return {
    see(deposit: ChainDust): boolean {
      const sum = sums.find(
        ({ firstSlot, lastSlot }) => firstSlot <= deposit.slot && deposit.slot <= lastSlot,
      )
      sum?.seen.push(deposit)
      return sum !== undefined
    },
    finish(firstSlot: number): DustCheck {
      const check: DustCheck = { violations: [], deposits: 0, lamports: 0n, unknown: [] }
      for (const { seen, ...sum } of sums) {
        const due = sumDust(seen.filter(({ isOptional }) => !isOptional))
        const most = sumDust(seen)
        const isHeld =
          due.deposits <= sum.deposits &&
          sum.deposits <= most.deposits &&
          due.lamports <= sum.lamports &&
          sum.lamports <= most.lamports
        if (isHeld) {
          check.deposits += sum.deposits
          check.lamports += sum.lamports
        } else if (sum.firstSlot < firstSlot) {
          check.unknown.push(`small deposits of slots ${sum.firstSlot} to ${sum.lastSlot}`)
        } else {
          const detail =
            `slots ${sum.firstSlot} to ${sum.lastSlot}: booked ${sum.deposits} of ${sum.lamports} lamports, ` +
            `on the chain ${due.deposits} of ${due.lamports}`
          check.violations.push({ invariant: DUST_BOOKED, subject: address, detail })
        }
      }
      return check
    },
  }
}

function mergeTouching(booked: readonly BookedDust[]): BookedDust[] {
  const merged: BookedDust[] = []
  for (const next of booked.toSorted((a, b) => a.firstSlot - b.firstSlot)) {
    const last = merged.at(-1)
    if (last === undefined || next.firstSlot > last.lastSlot) merged.push(next)
    else {
      merged[merged.length - 1] = {
        firstSlot: last.firstSlot,
        lastSlot: Math.max(last.lastSlot, next.lastSlot),
        deposits: last.deposits + next.deposits,
        lamports: last.lamports + next.lamports,
      }
    }
  }
  return merged
}

const sumDust = (dust: readonly ChainDust[]) => ({
  deposits: dust.length,
  lamports: dust.reduce((sum, { lamports }) => sum + lamports, 0n),
})
