import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#server/errors.ts'
import type { AssistantTool, ToolContext, ToolResult } from './tool.ts'

/** A paid job of the product: it charges when it starts and gives back by itself when it fails. */
export type PaidWork = {
  start(userId: string, subject: string, idempotencyKey: string): Promise<{ id: string }>
  read(userId: string, id: string): Promise<PaidState>
}

type PaidState = {
  isFinished: boolean
  failure: string | null
  /** Markdown of what was found; null while it runs. */
  text: string | null
}

/** Longer ones go on by themselves, and the reader is told where. */
const WAIT_MS = 12_000
const POLL_MS = 300
const TIMEOUT_MS = 20_000

/** Tools that cost a POINT; the turn asks before it runs one. */
export function paidTools({
  analysis,
  research,
}: {
  analysis: PaidWork
  research: PaidWork | null
}): AssistantTool[] {
  return [
    {
      name: 'ca_analysis',
      app: { id: 'wallet-finder', name: 'CA Analysis' },
      title: 'CA Analysis',
      description:
        'Analyses a contract address: finds the smart wallets that traded a token well, ranked by profit',
      inputSchema: {
        type: 'object',
        properties: {
          contract_address: {
            type: 'string',
            description: 'Mint of the token',
            minLength: 32,
            maxLength: 44,
          },
        },
        required: ['contract_address'],
      },
      examples: [
        'analyse the contract address',
        'ca analysis of address',
        'find smart wallets for address',
        'who made money with the token address',
        'best traders of address',
        'smart money in address',
      ],
      writes: false,
      isTrusted: true,
      price: { points: 1 },
      timeoutMs: TIMEOUT_MS,
      run: ({ contract_address: mint }, context) =>
        worked(analysis, String(mint), context, {
          title: 'CA Analysis',
          pathOf: (id) => `/wallet-finder?report=${id}`,
        }),
    },
    ...(research === null
      ? []
      : [
          {
            name: 'research',
            app: { id: 'research', name: 'Research' },
            title: 'Research',
            description:
              'Researches a question over many news and data sources and digests them with citations',
            inputSchema: {
              type: 'object',
              properties: {
                query: { type: 'string', description: 'The question', maxLength: 2_000 },
              },
              required: ['query'],
            },
            examples: [
              'research the news about solana',
              'what happened with ticker this week',
              'gather sources on a protocol',
              'latest news on ticker',
              'summarise the news of today',
              'digest of articles about defi',
            ],
            writes: false,
            isTrusted: false,
            price: { points: 1 },
            timeoutMs: TIMEOUT_MS,
            run: ({ query }: Readonly<Record<string, unknown>>, context: ToolContext) =>
              worked(research, String(query), context, {
                title: 'Research',
                pathOf: (id) => `/research?id=${id}`,
              }),
          } satisfies AssistantTool,
        ]),
  ]
}

async function worked(
  work: PaidWork,
  subject: string,
  { userId, callId, signal }: ToolContext,
  app: { title: string; pathOf(id: string): string },
): Promise<ToolResult> {
  const { id } = await work.start(userId, subject, callId)
  const clientAction = { kind: 'open_app', path: app.pathOf(id), title: app.title } as const
  const deadline = performance.now() + WAIT_MS
  while (performance.now() < deadline && !signal.aborted) {
    const { isFinished, failure, text } = await work.read(userId, id)
    if (text !== null)
      return {
        text,
        source: app.title,
        at: new Date().toISOString(),
        structured: { id },
        clientAction,
      }
    if (isFinished) {
      throw new AppError('CONFLICT', withRefund(failure ?? 'It ended without a result'))
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
  }
  return {
    text: `It is still running and goes on by itself: see **${app.title}** for progress and result.`,
    structured: { id },
    clientAction,
  }
}

/** Most reasons say it themselves. */
const withRefund = (reason: string): string =>
  `${reason.replace(/\.$/, '')}.${reason.includes('given back') ? '' : ' The POINT was given back.'}`
