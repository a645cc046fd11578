import { Command } from 'cmdk'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { PaletteItem, PaletteSource } from '#src/platform/palette/palette-source.ts'
import { palette } from '#src/platform/palette/palette-store.ts'
import { KeyCaps } from '#src/platform/shortcuts/key-caps.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import {
  listActionRows,
  countRows,
  findResults,
  type ResultSection,
  type ResultRow,
} from './results.ts'
import { readUsage, saveUse } from './usage.ts'
import { useCollected } from './use-collected.ts'
import * as RadixDialog from '@radix-ui/react-dialog'
import { Modal } from '#src/ui/overlay/modal.tsx'

type PaletteRowProps = ResultRow & { onChoose: () => void }

const PaletteRow = ({ item, title, onChoose }: PaletteRowProps) => (
  <Command.Item
    value={item.id}
    onSelect={onChoose}
    className="group flex min-h-10 cursor-pointer scroll-my-2 items-center gap-3 rounded-md px-2.5 text-ink select-none data-[selected=true]:bg-accent-soft pointer-coarse:min-h-12"
  >
    <span
      aria-hidden="true"
      className="flex size-6 shrink-0 items-center justify-center text-ink-muted group-data-[selected=true]:text-accent-ink [&>svg]:size-[17px]"
    >
      {item.icon}
    </span>
    <span className="min-w-0 flex-1 truncate" dir="auto">
      {title.map((part, index) =>
        typeof part === 'string' ? (
          <span key={index}>{part}</span>
        ) : (
          <b key={index} className="font-semibold text-accent-ink">
            {part.match}
          </b>
        ),
      )}
    </span>
    {item.hint !== undefined && (
      <span className="max-w-1/2 shrink-0 truncate text-xs text-ink-muted">
        <span className="sr-only">, </span>
        {item.hint}
      </span>
    )}
    {item.keys !== undefined && <KeyCaps keys={item.keys} className="max-sm:hidden" />}
  </Command.Item>
)

const GROUP_CLASS =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:leading-4 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-muted'

const describeCount = (count: number, isEmptyQuery: boolean): string => {
  if (count === 0) return 'No results'
  const found = count === 1 ? '1 result' : `${count} results`
  return isEmptyQuery ? `${found}. Type to search.` : found
}

type SearchRowProps = {
  text: string
  /** The item whose actions are listed. */
  acting: PaletteItem | null
  onChange: (text: string) => void
}

const SearchRow = ({ text, acting, onChange }: SearchRowProps) => (
  <div className="flex items-center gap-3 border-b pr-2.5 pl-4">
    <Search size={17} className="shrink-0 text-ink-muted" />
    <Command.Input
      value={text}
      onValueChange={onChange}
      placeholder={
        acting === null ? 'Search apps, windows, reports, actions…' : `${acting.title}: actions`
      }
      maxLength={200}
      className="h-13 min-w-0 flex-1 bg-transparent text-lead text-ink outline-none placeholder:text-ink-faint max-sm:text-base"
    />
    <IconButton label="Close" icon={<X size={16} />} size="sm" onClick={palette.close} />
  </div>
)

type ResultsProps = {
  /** The search text. When it changes, the results scroll to the top. */
  query: string
  sections: readonly ResultSection[]
  onChoose: (item: PaletteItem) => void
}

const Results = ({ query, sections, onChoose }: ResultsProps) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (list.current !== null) list.current.scrollTop = 0
  }, [query])
  return (
    <Command.List
      ref={list}
      label="Results"
      className="max-h-[min(52dvh,420px)] overflow-y-auto overscroll-contain px-2 pb-2 outline-none max-sm:max-h-[70dvh]"
    >
      {sections.map(({ id, title, rows }) => (
        <Command.Group key={id} heading={title} className={GROUP_CLASS}>
          {rows.map((row) => (
            <PaletteRow key={row.item.id} {...row} onChoose={() => onChoose(row.item)} />
          ))}
        </Command.Group>
      ))}
    </Command.List>
  )
}

const NothingFound = ({ query }: { query: string }) => (
  <p className="px-6 pt-2 pb-8 text-center text-ink-muted">
    No results for <span className="font-medium wrap-anywhere text-ink">{query}</span>. Try an app,
    an action or a contract address.
  </p>
)

type SourceStatesProps = {
  loading: readonly string[]
  failed: readonly string[]
  onRetry: () => void
}

const SourceStates = ({ loading, failed, onRetry }: SourceStatesProps) => (
  <>
    {loading.map((title) => (
      <p key={title} className="flex items-center gap-3 border-t px-5 py-2.5 text-ink-muted">
        <Spinner /> Loading {title}
      </p>
    ))}
    {failed.map((title) => (
      <div
        key={title}
        role="alert"
        className="flex items-center justify-between gap-3 border-t py-1.5 pr-3 pl-5 text-danger"
      >
        We couldn’t load {title}.
        <Button size="sm" variant="ghost" onClick={onRetry}>
          Retry
        </Button>
      </div>
    ))}
  </>
)

const Footer = ({ hasActions, isActing }: { hasActions: boolean; isActing: boolean }) => (
  <div className="flex items-center gap-4 border-t bg-surface-sunken px-4 py-2 text-xs text-ink-muted max-sm:hidden">
    <Hint keys={['ArrowUp', 'ArrowDown']} label="Choose" />
    <Hint keys={['Enter']} label="Open" />
    {hasActions && <Hint keys={['Tab']} label="Actions" />}
    {isActing && <Hint keys={['Backspace']} label="Back" />}
    <Hint keys={['Escape']} label="Close" />
    <Button
      variant="plain"
      className="ml-auto inline-flex items-center gap-2 rounded-sm px-1.5 py-0.5 hover:text-ink"
      onClick={() => palette.open('shortcuts')}
    >
      All shortcuts <KeyCaps keys="?" />
    </Button>
  </div>
)

type CommandPaletteProps = {
  /** Must stay the same array while the palette is open. */
  sources: readonly PaletteSource[]
}

/** Finds everything that can be opened or run by typing. Mounted while it is open. */
export const CommandPalette = ({ sources }: CommandPaletteProps) => {
  const [text, setText] = useState('')
  const [usage] = useState(readUsage)
  const [openedAtMs] = useState(() => Date.now())
  const [opener] = useState(() => palette.store.getState().opener)
  const chosen = useRef<PaletteItem | null>(null)
  const { collected, loading, failed, retry } = useCollected(sources, text)
  const [selectedId, setSelectedId] = useState('')
  const [acting, setActing] = useState<PaletteItem | null>(null)
  const sections = useMemo(
    () =>
      acting === null
        ? findResults({ collected, query: text, usage, nowMs: openedAtMs })
        : listActionRows(acting, text),
    [acting, collected, text, usage, openedAtMs],
  )
  const selected = sections
    .flatMap(({ rows }) => rows)
    .find(({ item }) => item.id === selectedId)?.item
  const hasActions = (selected?.actions?.length ?? 0) > 0
  const count = countRows(sections)

  const choose = (item: PaletteItem) => {
    chosen.current = item
    palette.close()
  }
  const showActions = (item: PaletteItem | null) => {
    setActing(item)
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    const isInField = event.target instanceof HTMLInputElement
    if (!isPlain || !isInField) return
    if (event.key === 'Tab' && hasActions && selected !== undefined) showActions(selected)
    else if (event.key === 'Backspace' && acting !== null && text === '') showActions(null)
    else return
    event.preventDefault()
  }
  const finish = () => {
    if (palette.store.getState().shown === null) opener?.focus({ preventScroll: true })
    const item = chosen.current
    if (item === null) return
    saveUse(item.id, Date.now())
    item.run()
  }

  return (
    <PaletteDialog title="Search and commands" onClose={palette.close} onClosed={finish}>
      <Command
        label="Search and commands"
        shouldFilter={false}
        loop
        vimBindings={false}
        value={selectedId}
        onValueChange={setSelectedId}
        onKeyDown={onKeyDown}
      >
        <SearchRow text={text} acting={acting} onChange={setText} />
        <Results query={text} sections={sections} onChoose={choose} />
      </Command>
      {count === 0 && loading.length === 0 && <NothingFound query={text.trim()} />}
      <SourceStates loading={loading} failed={failed} onRetry={retry} />
      <p role="status" className="sr-only">
        {describeCount(count, text.trim() === '')}
      </p>
      <Footer hasActions={hasActions} isActing={acting !== null} />
    </PaletteDialog>
  )
}

const Hint = ({ keys, label }: { keys: readonly string[]; label: string }) => (
  <span className="inline-flex items-center gap-1.5">
    {keys.map((key) => (
      <KeyCaps key={key} keys={key} />
    ))}
    {label}
  </span>
)

type PaletteDialogProps = {
  title: string
  onClose: () => void
  /** Called when the dialog has closed and the page can be used again, to move the focus. */
  onClosed: () => void
  children: ReactNode
}

/** A dialog at the top of the page, full width on phones. */
const PaletteDialog = ({ title, onClose, onClosed, children }: PaletteDialogProps) => (
  <Modal onClose={onClose}>
    <RadixDialog.Content
      aria-describedby={undefined}
      aria-modal="true"
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        onClosed()
      }}
      className="animate-rise-in fixed inset-x-4 top-[min(14dvh,128px)] z-101 mx-auto max-w-[640px] overflow-hidden rounded-xl bg-surface-raised shadow-high ring-1 ring-line focus:outline-none max-sm:inset-x-0 max-sm:top-0 max-sm:rounded-t-none max-sm:pt-[env(safe-area-inset-top)]"
    >
      <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
      {children}
    </RadixDialog.Content>
  </Modal>
)
