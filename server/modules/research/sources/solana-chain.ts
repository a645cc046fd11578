import * as z from 'zod/mini'

import { NOTHING, type Found } from '#server/modules/research/pipeline/evidence.ts'
import type { Plan } from '#server/modules/research/pipeline/plan.ts'

import { figureOf } from './figures.ts'
import { readJson } from './read-json.ts'
import type { Source, SourceRequest } from './source.ts'

const Epoch = z.looseObject({
  epoch: z.number(),
  absoluteSlot: z.number(),
  transactionCount: z.nullish(z.number()),
})
const Supply = z.looseObject({
  value: z.looseObject({ uiAmountString: z.string(), decimals: z.number() }),
})
const Holders = z.looseObject({
  value: z.array(z.looseObject({ address: z.string(), uiAmountString: z.nullish(z.string()) })),
})

/** The ledger itself, through the product's own node: the age of the network, supply and largest account of a mint. */
export const solanaChain: Source = {
  id: 'solana-chain',
  name: 'Solana RPC',
  kind: 'chain',
  rate: { perMinute: 120, burst: 12 },
  freshMs: 5_000,
  requests: ({ subjects }) =>
    subjects.flatMap(({ name, kind, mint }): SourceRequest[] => {
      if (name === 'Solana') return [{ rpc: { method: 'getEpochInfo', params: [] } }]
      if (kind === 'network' || mint === undefined) return []
      return [
        { rpc: { method: 'getTokenSupply', params: [mint] } },
        { rpc: { method: 'getTokenLargestAccounts', params: [mint] } },
      ]
    }),
  parse(text, request, plan): Found {
    // The node knows no such token.
    if (!('rpc' in request) || text === 'null') return NOTHING
    const { method, params } = request.rpc
    return { ...NOTHING, figures: figuresOf(text, method, subjectOf(plan, params[0])) }
  },
}

type Named = { subject: string; mint: string }

const subjectOf = ({ subjects }: Plan, mint: unknown): Named => {
  const subject = subjects.find((each) => each.mint === mint)
  return { subject: subject?.ticker ?? subject?.name ?? 'Solana', mint: String(mint) }
}

function figuresOf(text: string, method: string, { subject, mint }: Named) {
  const page = { subject, url: `https://explorer.solana.com/address/${mint}`, page: subject }
  if (method === 'getTokenSupply') {
    const { value } = readJson(text, Supply)
    return figureOf(
      value.uiAmountString,
      { measure: 'supply', label: `${subject} supply`, unit: 'count' },
      page,
    )
  }
  if (method === 'getTokenLargestAccounts') {
    const [largest] = readJson(text, Holders).value
    return figureOf(
      largest?.uiAmountString,
      { measure: 'largest_account', label: `Largest ${subject} account`, unit: 'count' },
      page,
    )
  }
  const epoch = readJson(text, Epoch)
  const network = { subject: 'Solana', url: 'https://explorer.solana.com', page: 'Solana network' }
  return [
    ...figureOf(epoch.epoch, { measure: 'epoch', label: 'Solana epoch', unit: 'count' }, network),
    ...figureOf(
      epoch.absoluteSlot,
      { measure: 'slot', label: 'Solana slot', unit: 'count' },
      network,
    ),
    ...figureOf(
      epoch.transactionCount,
      { measure: 'transactions', label: 'Solana transactions so far', unit: 'count' },
      network,
    ),
  ]
}
