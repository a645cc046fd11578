import { researchLink } from '#contract/research/research-links.ts'
import { SHARED_RESEARCH_PATH } from '#contract/paths.ts'
import { ShareDialog } from '#src/platform/sharing/share-dialog.tsx'

type ShareResearchProps = { researchId: string; onClose: () => void }

export const ShareResearch = ({ researchId, onClose }: ShareResearchProps) => (
  <ShareDialog
    title="Share this digest"
    description="Anyone with the link can read the question, the digest and its sources, without an account. It doesn’t name you."
    noLink="Not shared yet. Only you can read this digest."
    link={{
      ...researchLink,
      id: researchId,
      key: ['research-link', researchId],
      page: SHARED_RESEARCH_PATH,
    }}
    onClose={onClose}
  />
)
