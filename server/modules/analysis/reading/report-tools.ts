import { linkToWindow } from '#contract/paths.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import type { ReportSummary } from '#contract/analysis/analysis.ts'
import { escapeMarkup, formatMinute } from '#server/lib/text/markdown.ts'
import { shortenAddress } from '#server/lib/text/shorten-address.ts'
import type { Analysis } from '#server/modules/analysis/analysis-service.ts'
import { createFreeTool } from '#server/modules/analysis/free-chat-tool.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'

const { path, title } = PRODUCT_APPS.caAnalysis

const MAX_WALLETS = 10

type ReportTexts = {
  linkToReport: (id: string) => string
  /** Writes the body of a report with its best wallets. */
  formatReport: (body: string, wallets: number) => string
}

/** Creates the chat tool that opens the newest finished report, of one token if it is named. */
export const createLastReportTool = (
  analysis: Pick<Analysis, 'findReport' | 'findLastReport' | 'readBody'>,
  { linkToReport, formatReport }: ReportTexts,
): AssistantTool =>
  createFreeTool({
    name: 'last_report',
    title: 'My newest report',
    description:
      'Opens the newest finished report of the user, or the newest of a token, and lists its best wallets',
    inputSchema: {
      type: 'object',
      properties: {
        token_address: { type: 'string', maxLength: 44 },
        wallets: {
          type: 'integer',
          minimum: 0,
          maximum: MAX_WALLETS,
          description: 'How many of its best wallets to list; 0 for all that a chat shows',
        },
      },
    },
    fill: ({ entities: { addresses, numbers }, english }) => ({
      ...(addresses[0] === undefined ? {} : { token_address: addresses[0] }),
      ...(/\b(?:wallet|traders)\b/.test(english) ? { wallets: readCount(numbers) } : {}),
    }),
    run: async ({ token_address: mint, wallets }, { userId }) => {
      const report =
        typeof mint === 'string'
          ? await analysis.findReport(userId, mint)
          : await analysis.findLastReport(userId)
      if (report === null) {
        return {
          text: 'You have no such report. CA Analysis makes one.',
          clientAction: { kind: 'open_app', path, title },
        }
      }
      const { id, symbol, mint: address, madeAt } = report
      const head = `Your newest report is of **${symbol ?? shortenAddress(address)}**, from ${formatMinute(madeAt)}.`
      const rows =
        typeof wallets === 'number'
          ? formatReport(await analysis.readBody(userId, id), wallets || MAX_WALLETS)
          : ''
      return {
        text: rows === '' ? head : `${head}\n\n${rows}`,
        clientAction: { kind: 'open_app', path: linkToReport(id), title },
      }
    },
  })

/** Returns the count that a phrase names, or 0 if it names none that can be listed. */
const readCount = ([count = 0]: readonly number[]): number =>
  Number.isInteger(count) && count <= MAX_WALLETS ? count : 0

const MAX_LISTED = 10

/** Creates the chat tool that lists the reports of the user, latest first. */
export const createReportListTool = (
  analysis: Pick<Analysis, 'list'>,
  { linkToReport }: Pick<ReportTexts, 'linkToReport'>,
): AssistantTool =>
  createFreeTool({
    name: 'my_reports',
    title: 'My reports',
    description: 'Lists the latest reports of the user',
    inputSchema: {
      type: 'object',
      properties: {
        count: { type: 'integer', minimum: 1, maximum: MAX_LISTED, default: MAX_LISTED },
      },
    },
    fill: ({ entities: { numbers } }) => {
      const [count = 0] = numbers
      return Number.isInteger(count) && count >= 1 ? { count: Math.min(count, MAX_LISTED) } : {}
    },
    run: async ({ count }, { userId }) => {
      const limit = typeof count === 'number' ? Math.min(count, MAX_LISTED) : MAX_LISTED
      const { rows, total } = await analysis.list(userId, { offset: 0, limit })
      const clientAction = { kind: 'open_app', path, title } as const
      if (rows.length === 0)
        return { text: 'You have no report yet. CA Analysis makes one.', clientAction }
      const lines = rows.map((row) => `- ${describeReport(row, linkToReport)}`)
      const more = total - rows.length
      return {
        text: `${lines.join('\n')}${more > 0 ? `\n\nCA Analysis lists ${more} more.` : ''}`,
        clientAction,
      }
    },
  })

function describeReport(
  {
    report_id: id,
    kind,
    contract_addresses: addresses,
    symbol,
    symbols,
    status,
    created_at: at,
  }: ReportSummary,
  linkToReport: ReportTexts['linkToReport'],
): string {
  const names = addresses.map(
    (address, which) => (symbols?.[which] ?? symbol) || shortenAddress(address),
  )
  const name = `${kind === 'WALLET_FINDER' ? 'Wallet Finder: ' : ''}${names.join(', ')}`
  const state = status === 'done' ? '' : `, ${status}`
  return `[${escapeMarkup(name)}](${linkToWindow(linkToReport(id))}), ${formatMinute(new Date(at))}${state}`
}
