import { linkToChat, linkToWindow } from '#contract/paths.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { useQuery } from '@tanstack/react-query'
import FileSearch from 'lucide-react/icons/file-search'
import MessageSquare from 'lucide-react/icons/message-square'
import Newspaper from 'lucide-react/icons/newspaper'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { listReports, type ReportSummary } from '#contract/analysis/analysis.ts'
import type { RunStatus } from '#contract/endpoint/paid-run.ts'
import { listChats } from '#contract/chat/chat.ts'
import { listResearch, type ResearchSummary } from '#contract/research/research.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { Card } from '#src/ui/card.tsx'
import { LoadFailure } from '#src/ui/feedback/list-states.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { formatAgo } from './greeting.ts'

const SHOWN = 4
/** The notes show minutes. */
const REFRESH_MS = 60_000

const UNFINISHED: Readonly<Partial<Record<RunStatus, string>>> = {
  queued: 'Queued',
  running: 'Running',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

type Work = { id: string; to: string; title: string; note: string; icon: ReactNode }

type DatedWork = Work & { at: string }

const linkTo = (app: { path: string }, fields: Record<string, string>): string =>
  linkToWindow(`${app.path}?${new URLSearchParams(fields).toString()}`)

const formatReportTitle = ({
  kind,
  contract_address: mint,
  contract_addresses,
  symbol,
}: ReportSummary) =>
  kind === 'CA_ANALYSIS'
    ? `Analysis of ${symbol ?? shortenAddress(mint ?? '')}`
    : `Wallet Finder: ${contract_addresses.length} tokens`

const formatNote = ({ status, created_at: at }: { status: RunStatus; created_at: string }) =>
  UNFINISHED[status] ?? formatAgo(at, new Date())

const toReport = (report: ReportSummary): DatedWork => ({
  id: report.id,
  at: report.created_at,
  to: linkTo(PRODUCT_APPS.caAnalysis, { report: report.id }),
  title: formatReportTitle(report),
  note: formatNote(report),
  icon: <FileSearch size={15} />,
})

const toResearch = (research: ResearchSummary): DatedWork => ({
  id: research.id,
  at: research.created_at,
  to: linkTo(PRODUCT_APPS.research, { id: research.id }),
  title: research.query,
  note: formatNote(research),
  icon: <Newspaper size={15} />,
})

export const RecentWork = () => (
  <div className="mt-4 grid grid-cols-1 gap-4 @2xl:grid-cols-2">
    <RecentChats />
    <RecentReports />
  </div>
)

const RecentChats = () => {
  const query = useQuery({
    queryKey: ['chats', 'recent'],
    queryFn: async ({ signal }): Promise<Work[]> => {
      const data = await api.callForData(listChats, {
        query: { offset: 0, limit: SHOWN, scope: 'all' },
        signal,
      })
      return data.map(({ id, title, updated_at: at }) => ({
        id,
        to: linkToChat(id),
        title,
        note: formatAgo(at, new Date()),
        icon: <MessageSquare size={15} />,
      }))
    },
  })
  return <Recent title="Recent chats" query={query} empty="Your chats show up here." />
}

export const RecentReports = () => {
  const query = useQuery({
    queryKey: ['reports', 'recent'],
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }): Promise<Work[]> => {
      const first = { query: { offset: 0, limit: SHOWN }, signal }
      const [reports, research] = await Promise.all([
        api.call(listReports, first),
        api.call(listResearch, first),
      ])
      return [...reports.data.map(toReport), ...research.data.map(toResearch)]
        .toSorted((a, b) => b.at.localeCompare(a.at))
        .slice(0, SHOWN)
    },
  })
  return (
    <Recent
      title="Recent reports"
      query={query}
      empty="Your reports show up here. Reopening is free."
    />
  )
}

type RecentProps = {
  title: string
  query: {
    data: Work[] | undefined
    isPending: boolean
    isError: boolean
    refetch: () => Promise<unknown>
  }
  empty: string
}

const Recent = ({ title, query, empty }: RecentProps) => (
  <Card title={title}>
    {query.isPending && (
      <div role="status" aria-label={`Loading: ${title}`} className="grid gap-3 py-1">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-5 w-1/2" />
      </div>
    )}
    {query.isError && query.data === undefined && (
      <LoadFailure query={query}>We couldn’t load this list.</LoadFailure>
    )}
    {query.data?.length === 0 && <p className="text-ink-muted">{empty}</p>}
    {query.data !== undefined && query.data.length > 0 && (
      <ul className="-mx-2 grid grid-cols-1">
        {query.data.map(({ id, to, title: name, note, icon }) => (
          <li key={id}>
            <Link
              to={to}
              className="flex h-10 items-center gap-3 rounded-md px-2 transition-colors hover:bg-hover pointer-coarse:h-11"
            >
              <span className="shrink-0 text-ink-faint">{icon}</span>
              <span className="min-w-0 flex-1 truncate text-ink" dir="auto">
                {name}
              </span>
              <span className="shrink-0 text-2xs text-ink-muted">{note}</span>
            </Link>
          </li>
        ))}
      </ul>
    )}
  </Card>
)
