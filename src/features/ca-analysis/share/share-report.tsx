import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { reportLink } from '#contract/analysis/report-links.ts'
import { ShareDialog } from '#src/platform/sharing/share-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'

/** The button that makes a link by which anyone can read the report, and ends it. */
export const ShareReport = ({ reportId }: { reportId: string }) => {
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
          title="Share this report"
          description="Anyone with the link can read the report, without an account. It doesn’t name you."
          noLink="There is no link to this report."
          link={{
            ...reportLink,
            id: reportId,
            key: ['report-link', reportId],
            page: '/shared/report',
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
