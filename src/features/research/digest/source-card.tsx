import { createPortal } from 'react-dom'
import type { Evidence } from '#contract/research/digest.ts'
import { formatWhen, parseWebAddress } from '#src/features/research/research-format.ts'

const WIDTH_PX = 288
const GAP_PX = 6
const EDGE_PX = 8
/** With less space below, the card opens above its citation. */
const ROOM_PX = 170
const PASSAGE_CHARACTERS = 180

type SourceCardProps = {
  id: string
  evidence: Evidence
  anchor: HTMLElement
  onEnter: () => void
  onLeave: () => void
}

/** A portal, because the window's edges would cut it off. */
export const SourceCard = ({ id, evidence, anchor, onEnter, onLeave }: SourceCardProps) => {
  const { left, top, bottom } = anchor.getBoundingClientRect()
  const isAbove = window.innerHeight - bottom < ROOM_PX
  const text = cutPassage(evidence)
  const host = parseWebAddress(evidence.url)?.host
  return createPortal(
    <div
      id={id}
      role="tooltip"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="animate-fade-in fixed z-90 grid gap-1 rounded-lg bg-surface-raised p-3 text-ui text-ink shadow-high ring-1 ring-line"
      style={{
        width: Math.min(WIDTH_PX, window.innerWidth - 2 * EDGE_PX),
        left: Math.max(EDGE_PX, Math.min(left, window.innerWidth - WIDTH_PX - EDGE_PX)),
        ...(isAbove ? { bottom: window.innerHeight - top + GAP_PX } : { top: bottom + GAP_PX }),
      }}
    >
      <span className="text-2xs text-ink-muted">
        {evidence.source_name}
        {host !== undefined && ` · ${host}`}
      </span>
      <span className="font-medium wrap-anywhere">{evidence.title}</span>
      <span className="line-clamp-4 text-ink-muted wrap-anywhere">
        {text.length > PASSAGE_CHARACTERS ? `${text.slice(0, PASSAGE_CHARACTERS)}…` : text}
      </span>
      <span className="text-2xs text-ink-muted">
        {evidence.published_at === null
          ? `Fetched ${formatWhen(evidence.retrieved_at)}`
          : `Published ${formatWhen(evidence.published_at)}`}
      </span>
    </div>,
    document.body,
  )
}

/** Returns the passage without its title, on one line. */
const cutPassage = ({ text, title }: Evidence): string =>
  (text.startsWith(title) ? text.slice(title.length) : text).replaceAll(/\s+/g, ' ').trim()
