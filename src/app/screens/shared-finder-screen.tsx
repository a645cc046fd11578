import { SharedFinder } from '#src/features/ca-analysis/share/shared-finder.tsx'
import { SharedPage } from './shared-page.tsx'

export const SharedFinderScreen = () => (
  <SharedPage title="Shared report">
    {(token) => <SharedFinder key={token} token={token} />}
  </SharedPage>
)
