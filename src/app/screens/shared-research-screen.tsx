import { SharedResearch } from '#src/features/research/share/shared-research.tsx'
import { SharedPage } from './shared-page.tsx'

export const SharedResearchScreen = () => (
  <SharedPage title="Shared digest">
    {(token) => <SharedResearch key={token} token={token} />}
  </SharedPage>
)
