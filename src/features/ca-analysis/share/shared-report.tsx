import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from 'zustand'
import { sharedReport } from '#contract/analysis/report-links.ts'
import { linkToReport, readAnalysisLink } from '#src/features/ca-analysis/analysis-link.ts'
import { ReportSourceContext, SHARED_SOURCE } from '#src/features/ca-analysis/report-source.ts'
import { ReportView } from '#src/features/ca-analysis/report/report-view.tsx'
import { useDemoTokens } from '#src/features/ca-analysis/token/demo-tokens.ts'
import { HttpError } from '#src/lib/api/api-error.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { configStore } from '#src/platform/config/config-store.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'

export const SharedReport = ({ token }: { token: string }) => {
  const network = useStore(configStore, (state) => state.config?.network ?? 'mainnet-beta')
  const demoTokens = useDemoTokens()
  const [path, go] = useState(() => linkToReport(token))
  const { tab, wallet } = readAnalysisLink(path)
  const query = useQuery({
    queryKey: ['shared-report', token],
    queryFn: async ({ signal }) =>
      (await api.call(sharedReport, { params: { token }, signal })).data,
    staleTime: Infinity,
  })
  if (query.isPending) {
    return (
      <div className="p-6">
        <LoadingRows label="Opening the report" />
      </div>
    )
  }
  if (query.isError) {
    const { error } = query
    return error instanceof HttpError && (error.code === 'NOT_FOUND' || error.status === 400) ? (
      <EmptyState title="This link doesn’t work">
        It may be incomplete, or its owner has removed it.
      </EmptyState>
    ) : (
      <div className="p-6">
        <LoadFailure onRetry={() => void query.refetch()}>
          We couldn’t open this report.
        </LoadFailure>
      </div>
    )
  }
  const report = { ...query.data, changes: null }
  return (
    <ReportSourceContext value={SHARED_SOURCE}>
      <ReportView
        reportId={token}
        report={report}
        tab={tab}
        wallet={wallet}
        network={network}
        isDemo={demoTokens.some(({ contract_address: mint }) => mint === report.mint)}
        onGo={go}
        actions={null}
      />
    </ReportSourceContext>
  )
}
