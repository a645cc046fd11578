import { cn } from '#src/lib/cn.ts'
import { search } from '#src/lib/search.ts'
import { useState } from 'react'
import { palette } from '#src/platform/palette/palette-store.ts'
import { KeyCaps } from '#src/platform/shortcuts/key-caps.tsx'
import { formatSpokenKeys } from '#src/platform/shortcuts/keys.ts'
import { getCombinations, listShortcuts, type Shortcut } from '#src/platform/shortcuts/shortcuts.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'

type Group = { title: string; shortcuts: Shortcut[] }

const listTexts = (shortcut: Shortcut) => ({
  title: shortcut.label,
  keywords: [shortcut.group, ...getCombinations(shortcut).map((keys) => formatSpokenKeys(keys))],
})

/** Groups the shortcuts by heading, in the order of registration and without repeats. */
const groupShortcuts = (shortcuts: readonly Shortcut[], query: string): Group[] => {
  const groups = new Map<string, Group>()
  const seen = new Set<string>()
  const found = new Set(search(query, shortcuts, listTexts).map(({ item }) => item))
  for (const shortcut of shortcuts) {
    const entry = JSON.stringify([shortcut.group, shortcut.label, getCombinations(shortcut)])
    if (seen.has(entry) || !found.has(shortcut)) continue
    seen.add(entry)
    const group = groups.get(shortcut.group) ?? { title: shortcut.group, shortcuts: [] }
    group.shortcuts.push(shortcut)
    groups.set(shortcut.group, group)
  }
  return [...groups.values()]
}

const readLastKey = (keys: string) => keys.slice(keys.lastIndexOf('+', keys.length - 2) + 1)

/** Draws the four arrows with the same modifiers as one combination. Screen readers read each one. */
const Combinations = ({ of }: { of: readonly string[] }) => {
  const [first = ''] = of
  const shared = first.slice(0, first.length - readLastKey(first).length)
  const isFan = of.length > 2 && shared !== '' && of.every((keys) => keys.startsWith(shared))
  return of.map((keys, index) => (
    <KeyCaps key={keys} keys={keys} {...(isFan && index > 0 ? { shown: readLastKey(keys) } : {})} />
  ))
}

/** Lists all shortcuts with a search. Mounted while it is open. */
export const ShortcutSheet = () => {
  const [query, setQuery] = useState('')
  const [shortcuts] = useState(listShortcuts)
  const [opener] = useState(() => palette.store.getState().opener)
  const groups = groupShortcuts(shortcuts, query)
  const count = groups.reduce((sum, group) => sum + group.shortcuts.length, 0)
  return (
    <Dialog
      size="lg"
      title="Keyboard shortcuts"
      onClose={palette.close}
      actions={<Button onClick={palette.close}>Close</Button>}
      returnFocusTo={() => (palette.store.getState().shown === null ? opener : null)}
    >
      <SearchField label="Search shortcuts" value={query} onChange={setQuery} />
      <p role="status" className="sr-only">
        {count === 1 ? '1 shortcut' : `${count} shortcuts`}
      </p>
      {count === 0 && (
        <p className="pt-8 pb-4 text-center text-ink-muted">No shortcut does that yet.</p>
      )}
      <div className={cn('mt-5 gap-10', groups.length > 1 && 'sm:columns-2')}>
        {groups.map(({ title, shortcuts: own }) => (
          <section key={title} className="mb-6 break-inside-avoid last:mb-0">
            <h3 className="mb-1 text-xs font-semibold text-ink-muted">{title}</h3>
            <ul>
              {own.map((shortcut) => (
                <li
                  key={`${shortcut.label} ${String(shortcut.keys)}`}
                  className="flex min-h-9 items-center justify-between gap-4 border-b py-1.5 last:border-b-0"
                >
                  {shortcut.label}
                  <span
                    className={cn(
                      'flex justify-end gap-x-1.5 gap-y-1',
                      getCombinations(shortcut).length > 2 ? 'shrink-0' : 'flex-wrap',
                    )}
                  >
                    <Combinations of={getCombinations(shortcut)} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
