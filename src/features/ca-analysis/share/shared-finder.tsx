import { sharedFinder } from '#contract/analysis/report-links.ts'
import { FinderView } from '#src/features/ca-analysis/finder/finder-view.tsx'
import { api } from '#src/platform/auth/page-session.ts'
import { SharedItem } from '#src/platform/sharing/shared-item.tsx'

export const SharedFinder = ({ token }: { token: string }) => {
  return (
    <SharedItem
      token={token}
      noun="report"
      load={(request) => api.callForData(sharedFinder, request)}
    >
      {(report) => <FinderView report={report} actions={null} />}
    </SharedItem>
  )
}
