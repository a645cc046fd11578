import { useParams } from 'react-router-dom'
import { Page } from '#src/app/layout/page.tsx'
import { SharedAgent } from '#src/features/agent-builder/share/shared-agent.tsx'

/** Unlike other shared links, this one needs an account. */
export const SharedAgentScreen = () => {
  const { token = '' } = useParams()
  return (
    <Page title="Shared agent">
      <SharedAgent key={token} token={token} />
    </Page>
  )
}
