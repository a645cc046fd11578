import * as z from 'zod/mini'
import { type Found, NOTHING } from '#server/modules/research/pipeline/evidence.ts'
import type { Plan } from '#server/modules/research/question/plan.ts'
import { readFigures, readJson } from './read-json.ts'
import type { Source, SourceRequest } from './source.ts'

const Epoch = z.looseObject({
  epoch: z.number(),
  absoluteSlot: z.number(),
  transactionCount: z.nullish(z.number()),
})
const Supply = z.looseObject({
  value: z.looseObject({ uiAmountString: z.string(), decimals: z.number() }),
})
const Authority = z.nullish(z.string())
const Mint = z.looseObject({
  value: z.nullable(
    z.looseObject({
      data: z.looseObject({
        parsed: z.looseObject({
          info: z.looseObject({ mintAuthority: Authority, freezeAuthority: Authority }),
        }),
      }),
    }),
  ),
})
const Holders = z.looseObject({
  value: z.array(z.looseObject({ address: z.string(), uiAmountString: z.nullish(z.string()) })),
})

/** Network age, and supply, authorities and largest account of a mint, from the configured node. */
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
        { rpc: { method: 'getAccountInfo', params: [mint, { encoding: 'jsonParsed' }] } },
      ]
    }),
  parse(text, request, plan): Found {
    if (!('rpc' in request) || text === 'null') return NOTHING
    const { method, params } = request.rpc
    return { ...NOTHING, figures: parseFigures(text, method, findSubject(plan, params[0])) }
  },
}

type Named = { subject: string; mint: string }

const findSubject = ({ subjects }: Plan, mint: unknown): Named => {
  const subject = subjects.find((each) => each.mint === mint)
  return { subject: subject?.ticker ?? subject?.name ?? 'Solana', mint: String(mint) }
}

function parseFigures(text: string, method: string, { subject, mint }: Named) {
  const page = { subject, url: `https://explorer.solana.com/address/${mint}`, page: subject }
  if (method === 'getTokenSupply') {
    const { value } = readJson(text, Supply)
    return readFigures(page, [[value.uiAmountString, 'supply', `${subject} supply`, 'count']])
  }
  if (method === 'getTokenLargestAccounts') {
    const [largest] = readJson(text, Holders).value
    return readFigures(page, [
      [largest?.uiAmountString, 'largest_account', `Largest ${subject} account`, 'count'],
    ])
  }
  if (method === 'getAccountInfo') {
    const info = readJson(text, Mint).value?.data.parsed.info
    if (info === undefined) return []
    const authority = (given: string | null | undefined, measure: string, label: string) => ({
      ...page,
      measure,
      label: `${subject} ${label}`,
      unit: 'text' as const,
      raw: given ?? 'null',
      value: given === null || given === undefined ? 0 : 1,
    })
    return [
      authority(info.mintAuthority, 'mint_authority', 'mint authority'),
      authority(info.freezeAuthority, 'freeze_authority', 'freeze authority'),
    ]
  }
  const epoch = readJson(text, Epoch)
  const network = { subject: 'Solana', url: 'https://explorer.solana.com', page: 'Solana network' }
  return readFigures(network, [
    [epoch.epoch, 'epoch', 'Solana epoch', 'count'],
    [epoch.absoluteSlot, 'slot', 'Solana slot', 'count'],
    [epoch.transactionCount, 'transactions', 'Solana transactions so far', 'count'],
  ])
}
