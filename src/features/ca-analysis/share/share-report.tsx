import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import {
  createReportLink,
  deleteReportLink,
  readReportLink,
} from '#contract/analysis/report-links.ts'
import { copyText } from '#src/lib/copy-text.ts'
import { formatDate } from '#src/lib/dates.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'

/** Returns the address of the page that shows a shared report. */
const sharedReportUrl = (token: string): string =>
  `${window.location.origin}/shared/report/${token}`

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
      {isOpen && <ShareDialog reportId={reportId} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Reads, makes and ends the report's link. Its address is known only after it was made here. */
const useReportLink = (reportId: string) => {
  const queries = useQueryClient()
  const queryKey = ['report-link', reportId]
  const params = { id: reportId }
  const since = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await api.call(readReportLink, { params, signal, reportedBy: 'caller' })).data.created_at,
  })
  const make = useMutation({
    mutationFn: async () =>
      (await api.call(createReportLink, { params, reportedBy: 'caller' })).data,
    onSuccess: (link) => queries.setQueryData(queryKey, link.created_at),
  })
  const end = useMutation({
    mutationFn: () => api.call(deleteReportLink, { params, reportedBy: 'caller' }),
    onSuccess: () => {
      make.reset()
      queries.setQueryData(queryKey, null)
      showToast({ title: 'Link removed' })
    },
  })
  const url = make.data === undefined ? null : sharedReportUrl(make.data.token)
  return { since, make, end, url }
}

const copyLink = (url: string) => {
  copyText(url).then(
    () => showToast({ title: 'Link copied' }),
    () => showToast({ title: 'Copying is blocked by the browser', tone: 'destructive' }),
  )
}

const ShareDialog = ({ reportId, onClose }: { reportId: string; onClose: () => void }) => {
  const { since, make, end, url } = useReportLink(reportId)
  const problem = make.error ?? end.error
  return (
    <Dialog
      isOpen
      size="md"
      onClose={onClose}
      title="Share this report"
      description="Anyone with the link can read the report, without an account. It doesn’t name you."
      actions={
        <>
          {since.data != null && (
            <Button variant="ghost" isLoading={end.isPending} onClick={() => end.mutate()}>
              Remove link
            </Button>
          )}
          {since.data !== undefined && url === null && (
            <Button variant="primary" isLoading={make.isPending} onClick={() => make.mutate()}>
              {since.data === null ? 'Create link' : 'Create new link'}
            </Button>
          )}
          {url !== null && (
            <Button variant="primary" onClick={() => copyLink(url)}>
              Copy link
            </Button>
          )}
        </>
      }
    >
      {since.isPending && <LoadingRows label="Looking for a link" />}
      {since.isError && (
        <LoadFailure onRetry={() => void since.refetch()}>We couldn’t read the link.</LoadFailure>
      )}
      {problem !== null && <Alert tone="danger" title={problem.message} />}
      {url !== null && (
        <Input
          aria-label="Link"
          className="w-full font-mono"
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
        />
      )}
      {url === null && since.data === null && (
        <p className="text-ink-muted">There is no link to this report.</p>
      )}
      {url === null && since.data != null && (
        <p className="text-ink-muted">
          A link was created on {formatDate(since.data, 'date and clock')}. We show it only once. A
          new link replaces it.
        </p>
      )}
    </Dialog>
  )
}
