import { reportLink } from '#contract/analysis/report-links.ts'
import { ShareDialog } from '#src/platform/sharing/share-dialog.tsx'

type ShareReportProps = {
  reportId: string
  /** The page that shows such a report. */
  page: string
  onClose: () => void
}

export const ShareReport = ({ reportId, page, onClose }: ShareReportProps) => (
  <ShareDialog
    title="Share this report"
    description="Anyone with the link can read the report, without an account. It doesn’t name you."
    noLink="Not shared yet. Only you can read this report."
    link={{
      ...reportLink,
      id: reportId,
      key: ['report-link', reportId],
      page,
    }}
    onClose={onClose}
  />
)
