import { listReports } from '#contract/analysis/analysis.ts'
import { reportCsv } from '#contract/analysis/report-parts.ts'
import { statementCsv } from '#contract/payments.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { api } from '#src/platform/auth/page-session.ts'

const KINDS = { spending: 'consumption', recharges: 'recharge' } as const

/** Saves a CSV file. Returns false when there is no finished report. */
export const saveCsv = async (content: 'spending' | 'recharges' | 'report'): Promise<boolean> => {
  const day = new Date().toISOString().slice(0, 10)
  if (content !== 'report') {
    const kind = KINDS[content]
    const response = await api.open(statementCsv, { query: { kind } })
    saveFile(await response.blob(), `${kind}-history-${day}.csv`)
    return true
  }
  const data = await api.callForData(listReports, { query: { limit: 20 } })
  const newest = data.find(({ status }) => status === 'done')
  if (newest === undefined) return false
  const response = await api.open(reportCsv, {
    params: { id: newest.id },
  })
  saveFile(await response.blob(), `report-${day}.csv`)
  return true
}
