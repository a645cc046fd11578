import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { createLinkEndpoints } from '#contract/endpoint/link-endpoints.ts'
import { formatDate } from '#src/lib/dates.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { copyWithToast } from '#src/ui/toast/copy-with-toast.ts'
import { showToast } from '#src/ui/toast/toast-store.ts'

export type ItemLink = ReturnType<typeof createLinkEndpoints> & {
  id: string
  /** Identifies the item in the cache. */
  key: readonly string[]
  /** The path of the page that shows the item, before the token. */
  page: string
}

type ShareDialogProps = {
  title: string
  /** Says who can read what by the link. */
  description: string
  noLink: string
  link: ItemLink
  onClose: () => void
}

/** Reads, makes and ends a link. Its address is known only after it was made here. */
const useLink = ({ id, key, page, read, create, end }: ItemLink) => {
  const queries = useQueryClient()
  const options = { params: { id } } as const
  const known = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.callForData(read, { ...options, signal })).created_at,
  })
  const making = useMutation({
    mutationFn: () => api.callForData(create, options),
    onSuccess: (link) => queries.setQueryData(key, link.created_at),
  })
  const ending = useMutation({
    mutationFn: () => api.call(end, options),
    onSuccess: () => {
      making.reset()
      queries.setQueryData(key, null)
      showToast({ title: 'Link removed' })
    },
  })
  const url =
    making.data === undefined ? null : `${window.location.origin}${page}/${making.data.token}`
  return { since: known, make: making, end: ending, url }
}

/** Makes, copies and removes the link by which others can read something. */
export const ShareDialog = ({ title, description, noLink, link, onClose }: ShareDialogProps) => {
  const { since, make, end, url } = useLink(link)
  const problem = make.error ?? end.error
  return (
    <Dialog
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
            <Button variant="primary" onClick={() => void copyWithToast(url, 'Link copied')}>
              Copy link
            </Button>
          )}
        </>
      }
    >
      {since.isPending && <LoadingRows label="Looking for a link" />}
      <LoadFailure query={since}>We couldn’t read the link.</LoadFailure>
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
