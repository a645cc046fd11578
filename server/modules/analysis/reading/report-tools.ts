import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { formatMinute } from '#server/lib/text/markdown.ts'
import { shortenAddress } from '#server/lib/text/shorten-address.ts'
import type { Analysis } from '#server/modules/analysis/analysis-service.ts'
import { createFreeTool } from '#server/modules/analysis/free-chat-tool.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'

const { path, title } = PRODUCT_APPS.caAnalysis

/** Creates the chat tool that opens the newest finished report, of one token if it is named. */
export const createLastReportTool = (
  analysis: Pick<Analysis, 'findReport' | 'findLastReport'>,
  linkToReport: (id: string) => string,
): AssistantTool =>
  createFreeTool({
    name: 'last_report',
    title: 'My newest report',
    description: 'Opens the newest finished report of the user, or the newest of a token',
    inputSchema: {
      type: 'object',
      properties: { token_address: { type: 'string', maxLength: 44 } },
    },
    fill: ({ entities: { addresses } }) =>
      addresses[0] === undefined ? {} : { token_address: addresses[0] },
    run: async ({ token_address: mint }, { userId }) => {
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
      return {
        text: `Your newest report is of **${symbol ?? shortenAddress(address)}**, from ${formatMinute(madeAt)}.`,
        clientAction: { kind: 'open_app', path: linkToReport(id), title },
      }
    },
  })
