import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { HttpError } from '#src/lib/api/api-error.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'

type SharedItemProps<Item> = {
  token: string
  /** `report`, `digest`. */
  noun: string
  load: (request: { params: { token: string }; signal: AbortSignal }) => Promise<Item>
  children: (item: Item) => ReactNode
}

const isUnknownLink = (error: Error): boolean =>
  error instanceof HttpError && (error.code === 'NOT_FOUND' || error.status === 400)

/** Content of a link, or the reason why it shows nothing. It is loaded once. */
export const SharedItem = <Item,>({ token, noun, load, children }: SharedItemProps<Item>) => {
  const query = useQuery({
    queryKey: ['shared', noun, token],
    queryFn: ({ signal }) => load({ params: { token }, signal }),
    staleTime: Infinity,
  })
  if (query.isSuccess) return children(query.data)
  if (query.isError && isUnknownLink(query.error)) {
    return (
      <EmptyState title="This link doesn’t work">
        It may be incomplete, or its owner has removed it.
      </EmptyState>
    )
  }
  return (
    <div className="p-6">
      {query.isPending && <LoadingRows label={`Opening the ${noun}`} />}
      <LoadFailure query={query}>We couldn’t open this {noun}.</LoadFailure>
    </div>
  )
}
