import { useQuery } from '@tanstack/react-query'
import { FOCUS_NAMES, type ResearchFocus } from '#contract/research/focus.ts'
import { listFocuses } from '#contract/research/research.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Select } from '#src/ui/form/select.tsx'

export const FOCUSES_KEY = ['research-focuses']

type FocusSelectProps = { focus: ResearchFocus; onChange: (focus: ResearchFocus) => void }

/** Lets the user limit the kind of sources. Offers only kinds with a source, and the given focus. */
export const FocusSelect = ({ focus, onChange }: FocusSelectProps) => {
  const query = useQuery({
    queryKey: FOCUSES_KEY,
    queryFn: ({ signal }) => api.call(listFocuses, { signal }),
  })
  const offered = [...new Set<ResearchFocus>([...(query.data?.data ?? ['all']), focus])]
  return (
    <Select
      aria-label="Where to search"
      size="sm"
      className="w-44 shrink-0"
      options={offered.map((value) => ({ value, label: FOCUS_NAMES[value] }))}
      value={focus}
      onChange={({ target }) => {
        const chosen = offered.find((value) => value === target.value)
        if (chosen !== undefined) onChange(chosen)
      }}
    />
  )
}
