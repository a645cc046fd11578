import { useStore } from 'zustand'
import { sharedFinder } from '#contract/analysis/report-links.ts'
import { FinderView } from '#src/features/ca-analysis/finder/finder-view.tsx'
import { api } from '#src/platform/auth/page-session.ts'
import { configStore } from '#src/platform/config/config-store.ts'
import { SharedItem } from '#src/platform/sharing/shared-item.tsx'

export const SharedFinder = ({ token }: { token: string }) => {
  const network = useStore(configStore, (state) => state.config?.network ?? 'mainnet-beta')
  return (
    <SharedItem
      token={token}
      noun="report"
      load={(request) => api.fetchData(sharedFinder, request)}
    >
      {(report) => <FinderView report={report} network={network} actions={null} />}
    </SharedItem>
  )
}
