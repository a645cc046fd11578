import FileSearch from 'lucide-react/icons/file-search'
import ScanSearch from 'lucide-react/icons/scan-search'
import { listReports, type ReportSummary } from '#contract/analysis/analysis.ts'
import { formatDate } from '#src/lib/dates.ts'
import { api } from '#src/platform/auth/page-session.ts'
import type { PaletteItem, PaletteSource } from '#src/platform/palette/palette-source.ts'
import { formatUnfinished } from '#src/platform/runs/run-status.tsx'
import { shortenAddress } from '#src/ui/address.tsx'
import { findAddress, linkToAddress, linkToReport } from './analysis-link.ts'

const LATEST = 20

const formatHint = ({ status, created_at }: ReportSummary): string =>
  [formatUnfinished(status), formatDate(created_at, 'day and clock')].filter(Boolean).join(' · ')

type Open = (path: string) => void

const toItem = (report: ReportSummary, open: Open, openNew: Open): PaletteItem => {
  const address = report.contract_address ?? ''
  return {
    id: `report:${report.id}`,
    title: `${report.symbol ?? shortenAddress(address)} · CA Analysis`,
    keywords: [address, report.name ?? '', 'report of'],
    hint: formatHint(report),
    icon: <FileSearch />,
    actions: [
      { label: 'Open', run: () => open(linkToReport(report.id)) },
      { label: 'Open in new window', run: () => openNew(linkToReport(report.id)) },
      { label: 'Analyze again (1 POINT)', run: () => open(linkToAddress(address)) },
    ],
    run: () => open(linkToReport(report.id)),
  }
}

/** Finds earlier reports by address, and suggests analyzing a pasted address. `open` opens a window by path. */
export const createReportsSource = (open: Open, openNew: Open): PaletteSource => ({
  id: 'reports',
  title: 'CA reports',
  load: async (signal) => {
    const data = await api.callForData(listReports, { query: { offset: 0, limit: LATEST }, signal })
    return data
      .filter(({ kind }) => kind === 'CA_ANALYSIS')
      .map((report) => toItem(report, open, openNew))
  },
  suggest: (text) => {
    const address = findAddress(text)
    if (address === null) return []
    return [
      {
        id: 'analyse',
        title: `Analyze ${address}`,
        hint: '1 POINT',
        icon: <ScanSearch />,
        run: () => open(linkToAddress(address)),
      },
    ]
  },
})
