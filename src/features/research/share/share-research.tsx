import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { researchLink } from '#contract/research/research-links.ts'
import { ShareDialog } from '#src/platform/sharing/share-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'

/** The button that makes a link by which anyone can read the digest, and ends it. */
export const ShareResearch = ({ researchId }: { researchId: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        icon={<Share2 size={14} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        Share
      </Button>
      {isOpen && (
        <ShareDialog
          title="Share this digest"
          description="Anyone with the link can read the question, the digest and its sources, without an account. It doesn’t name you."
          noLink="There is no link to this digest."
          link={{
            ...researchLink,
            id: researchId,
            key: ['research-link', researchId],
            page: '/shared/research',
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
