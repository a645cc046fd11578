import { SharedReport } from '#src/features/ca-analysis/share/shared-report.tsx'
import { SharedPage } from './shared-page.tsx'

export const SharedReportScreen = () => (
  <SharedPage title="Shared report">
    {(token) => <SharedReport key={token} token={token} />}
  </SharedPage>
)
