import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import {
  createReportLink,
  deleteReportLink,
  readReportLink,
} from '#contract/analysis/report-links.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { ShareDialog, type LinkCalls } from '#src/platform/sharing/share-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'

const callsFor = (reportId: string): LinkCalls => {
  const params = { id: reportId }
  return {
    key: ['report-link', reportId],
    since: async (signal) =>
      (await api.call(readReportLink, { params, signal, reportedBy: 'caller' })).data.created_at,
    make: async () => (await api.call(createReportLink, { params, reportedBy: 'caller' })).data,
    end: () => api.call(deleteReportLink, { params, reportedBy: 'caller' }),
    pathOf: (token) => `/shared/report/${token}`,
  }
}

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
          calls={callsFor(reportId)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
