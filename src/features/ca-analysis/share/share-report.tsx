import { reportLink } from '#contract/analysis/report-links.ts'
import { SHARED_REPORT_PATH } from '#contract/paths.ts'
import { ShareDialog } from '#src/platform/sharing/share-dialog.tsx'

type ShareReportProps = { reportId: string; onClose: () => void }

export const ShareReport = ({ reportId, onClose }: ShareReportProps) => (
  <ShareDialog
    title="Share this report"
    description="Anyone with the link can read the report, without an account. It doesn’t name you."
    noLink="Not shared yet. Only you can read this report."
    link={{
      ...reportLink,
      id: reportId,
      key: ['report-link', reportId],
      page: SHARED_REPORT_PATH,
    }}
    onClose={onClose}
  />
)
