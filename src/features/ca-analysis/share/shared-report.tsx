import { useState } from 'react'
import { sharedReport } from '#contract/analysis/report-links.ts'
import { linkToReport, readAnalysisLink } from '#src/features/ca-analysis/analysis-link.ts'
import { ReportSourceContext, SHARED_SOURCE } from '#src/features/ca-analysis/report-source.ts'
import { ReportView } from '#src/features/ca-analysis/report/report-view.tsx'
import { useDemoTokens } from '#src/features/ca-analysis/token/demo-tokens.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { SharedItem } from '#src/platform/sharing/shared-item.tsx'

export const SharedReport = ({ token }: { token: string }) => {
  const demoTokens = useDemoTokens()
  const [path, go] = useState(() => linkToReport(token))
  const { tab, wallet } = readAnalysisLink(path)
  return (
    <SharedItem
      token={token}
      noun="report"
      load={(request) => api.callForData(sharedReport, request)}
    >
      {(report) => (
        <ReportSourceContext value={SHARED_SOURCE}>
          <ReportView
            reportId={token}
            report={{ ...report, changes: null }}
            tab={tab}
            wallet={wallet}
            isDemo={demoTokens.some(({ contract_address: mint }) => mint === report.mint)}
            onGo={go}
            actions={null}
          />
        </ReportSourceContext>
      )}
    </SharedItem>
  )
}
