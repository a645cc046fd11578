import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { HttpError } from '#src/lib/api/api-error.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'

type SharedItemProps<Item> = {
  query: UseQueryResult<Item>
  /** `report`, `digest`. */
  noun: string
  children: (item: Item) => ReactNode
}

/** Content of a link, or the reason why it shows nothing. */
export const SharedItem = <Item,>({ query, noun, children }: SharedItemProps<Item>) => {
  if (query.isPending) {
    return (
      <div className="p-6">
        <LoadingRows label={`Opening the ${noun}`} />
      </div>
    )
  }
  if (query.isError) {
    const { error } = query
    return error instanceof HttpError && (error.code === 'NOT_FOUND' || error.status === 400) ? (
      <EmptyState title="This link doesn’t work">
        It may be incomplete, or its owner has removed it.
      </EmptyState>
    ) : (
      <div className="p-6">
        <LoadFailure onRetry={() => void query.refetch()}>
          We couldn’t open this {noun}.
        </LoadFailure>
      </div>
    )
  }
  return children(query.data)
}
