import Newspaper from 'lucide-react/icons/newspaper'
import { listResearch } from '#contract/research/research.ts'
import { formatDate } from '#src/lib/dates.ts'
import { api } from '#src/platform/auth/page-session.ts'
import type { PaletteSource } from '#src/platform/palette/palette-source.ts'
import { formatUnfinished } from '#src/platform/runs/run-status.tsx'
import { linkToResearch } from './research-link.ts'

const LATEST = 20

/** Earlier research by its question; reopening one costs nothing. `open` opens a window by path. */
export const createResearchSource = (
  open: (path: string) => void,
  openNew: (path: string) => void,
): PaletteSource => ({
  id: 'research',
  title: 'Research',
  load: async (signal) => {
    const data = await api.callForData(listResearch, {
      query: { offset: 0, limit: LATEST },
      signal,
    })
    return data.map(({ id, query, status, created_at: at }) => ({
      id: `research:${id}`,
      title: query,
      keywords: ['research', 'digest'],
      hint: formatUnfinished(status) ?? formatDate(at, 'day'),
      icon: <Newspaper />,
      isMinor: true,
      actions: [
        { label: 'Open', run: () => open(linkToResearch(id)) },
        { label: 'Open in new window', run: () => openNew(linkToResearch(id)) },
      ],
      run: () => open(linkToResearch(id)),
    }))
  },
})
