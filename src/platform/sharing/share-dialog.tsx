import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { copyText } from '#src/lib/copy-text.ts'
import { formatDate } from '#src/lib/dates.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'

/** The server's calls for the link of one item. */
export type LinkCalls = {
  /** Identifies the item in the cache. */
  key: readonly string[]
  /** Resolves to when the link was made, or null. */
  since: (signal: AbortSignal) => Promise<string | null>
  make: () => Promise<{ token: string; created_at: string }>
  end: () => Promise<unknown>
  /** Returns the path of the page that shows the item. */
  pathOf: (token: string) => string
}

type ShareDialogProps = {
  title: string
  /** Says who can read what by the link. */
  description: string
  noLink: string
  calls: LinkCalls
  onClose: () => void
}

/** Reads, makes and ends a link. Its address is known only after it was made here. */
const useLink = ({ key, since, make, end, pathOf }: LinkCalls) => {
  const queries = useQueryClient()
  const known = useQuery({ queryKey: key, queryFn: ({ signal }) => since(signal) })
  const making = useMutation({
    mutationFn: make,
    onSuccess: (link) => queries.setQueryData(key, link.created_at),
  })
  const ending = useMutation({
    mutationFn: end,
    onSuccess: () => {
      making.reset()
      queries.setQueryData(key, null)
      showToast({ title: 'Link removed' })
    },
  })
  const url =
    making.data === undefined ? null : `${window.location.origin}${pathOf(making.data.token)}`
  return { since: known, make: making, end: ending, url }
}

const copyLink = (url: string) => {
  copyText(url).then(
    () => showToast({ title: 'Link copied' }),
    () => showToast({ title: 'Copying is blocked by the browser', tone: 'destructive' }),
  )
}

/** Makes, copies and removes the link by which others can read something. */
export const ShareDialog = ({ title, description, noLink, calls, onClose }: ShareDialogProps) => {
  const { since, make, end, url } = useLink(calls)
  const problem = make.error ?? end.error
  return (
    <Dialog
      isOpen
      size="md"
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
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
      {url === null && since.data === null && <p className="text-ink-muted">{noLink}</p>}
      {url === null && since.data != null && (
        <p className="text-ink-muted">
          A link was created on {formatDate(since.data, 'date and clock')}. We show it only once. A
          new link replaces it.
        </p>
      )}
    </Dialog>
  )
}
