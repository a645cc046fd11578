import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { useId, useState } from 'react'
import {
  addOwnSource,
  deleteOwnSource,
  listOwnSources,
  type OwnSource,
} from '#contract/research/research.ts'
import { FOCUSES_KEY } from '#src/features/research/run/focus-select.tsx'
import { api } from '#src/platform/auth/page-session.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'

const KEY = ['research-sources']

export const OwnSources = () => {
  const id = useId()
  const queries = useQueryClient()
  const [url, setUrl] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const query = useQuery({
    queryKey: KEY,
    enabled: isOpen,
    queryFn: ({ signal }) => api.call(listOwnSources, { signal }),
  })
  const refresh = () =>
    Promise.all([KEY, FOCUSES_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })))
  const add = useMutation({
    mutationFn: () => api.call(addOwnSource, { body: { url } }),
    onSuccess: () => {
      setUrl('')
      return refresh()
    },
  })
  const remove = useMutation({
    mutationFn: (sourceId: string) => api.call(deleteOwnSource, { params: { id: sourceId } }),
    onSettled: refresh,
  })
  const sources = query.data?.data ?? []
  const added = sources.find(({ id }) => id === add.data?.data.id)
  const problem = add.error ?? remove.error ?? query.error
  return (
    <Disclosure
      title={sources.length > 0 ? `Your sources (${sources.length})` : 'Your sources'}
      onToggle={setIsOpen}
      className="text-ui"
    >
      <div className="mt-2 grid grid-cols-1 gap-2">
        <p className="text-ink-muted">Each question also searches the feeds and pages you add.</p>
        <Form
          className="flex gap-2"
          onSubmit={() => {
            if (url.trim() !== '') add.mutate()
          }}
        >
          <Input
            id={id}
            aria-label="Address of a feed or page"
            placeholder="https://example.com/feed.xml"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
          <Button type="submit" isLoading={add.isPending}>
            Add
          </Button>
        </Form>
        {problem !== null && (
          <p role="alert" className="text-danger">
            {problem.message}
          </p>
        )}
        {added !== undefined && add.data?.data.problem != null && (
          <Alert tone="warning" title={`${added.name} is added, but we couldn’t read it`}>
            It {add.data.data.problem}. Each question tries it again.
          </Alert>
        )}
        {sources.length > 0 && <SourceList sources={sources} onRemove={remove.mutate} />}
      </div>
    </Disclosure>
  )
}

type SourceListProps = { sources: readonly OwnSource[]; onRemove: (sourceId: string) => void }

const SourceList = ({ sources, onRemove }: SourceListProps) => (
  <ul aria-label="Your sources" className="divide-y divide-line">
    {sources.map((source) => (
      <li key={source.id} className="flex items-center gap-2 py-1">
        <span className="min-w-0 flex-1 truncate">
          {source.name} <span className="text-ink-muted">{source.url}</span>
        </span>
        <IconButton
          size="sm"
          label={`Remove source “${source.name}”`}
          icon={<Trash2 size={14} />}
          onClick={() => onRemove(source.id)}
        />
      </li>
    ))}
  </ul>
)
