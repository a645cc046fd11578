import { Command } from 'cmdk'
import { KeyCaps } from '#src/platform/shortcuts/key-caps.tsx'
import type { ResultRow } from './results.ts'

type PaletteRowProps = ResultRow & { onChoose: () => void }

export const PaletteRow = ({ item, title, onChoose }: PaletteRowProps) => (
  <Command.Item
    value={item.id}
    onSelect={onChoose}
    className="group flex min-h-10 cursor-pointer scroll-my-2 items-center gap-3 rounded-md px-2.5 text-ink select-none data-[selected=true]:bg-accent-soft pointer-coarse:min-h-12"
  >
    <span
      aria-hidden="true"
      className="flex size-6 shrink-0 items-center justify-center text-ink-muted group-data-[selected=true]:text-accent-ink"
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
      <span className="shrink-0 text-xs text-ink-muted">
        <span className="sr-only">, </span>
        {item.hint}
      </span>
    )}
    {item.keys !== undefined && <KeyCaps keys={item.keys} className="max-sm:hidden" />}
  </Command.Item>
)
