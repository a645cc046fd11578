import { cn } from '#src/lib/cn.ts'
import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import X from 'lucide-react/icons/x'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import type { ToolPart, ToolState } from '#contract/chat/parts.ts'
import { toolResult } from '#contract/chat/chat.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { ArgumentList } from './argument-list.tsx'
import { formatDuration, formatTime } from './chat-format.ts'
import { MarkdownText } from '#src/platform/markdown/markdown-text.tsx'
import { removeInvisible } from '#src/platform/markdown/safe-link.ts'

const STATES: Readonly<Record<ToolState, { label: string; look: string; mark: ReactNode }>> = {
  running: { label: 'Running', look: 'text-ink-muted', mark: <Spinner sizePx={14} /> },
  done: { label: 'Done', look: 'text-positive', mark: <Check size={14} /> },
  failed: { label: 'Failed', look: 'text-danger', mark: <X size={14} /> },
  declined: {
    label: 'Declined',
    look: 'text-ink-muted',
    mark: <Ban size={14} />,
  },
  needs_input: {
    label: 'Needs input',
    look: 'text-warning',
    mark: <CircleHelp size={14} />,
  },
  needs_approval: {
    label: 'Needs approval',
    look: 'text-warning',
    mark: <CircleHelp size={14} />,
  },
}

const hasArguments = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

export const ToolCard = ({ part, children }: { part: ToolPart; children?: ReactNode }) => {
  const [isOpen, setIsOpen] = useState(false)
  const panelId = useId()
  const { label, look, mark } = STATES[part.state]
  return (
    <div className="overflow-hidden rounded-lg bg-surface ring-1 ring-line ring-inset">
      <Button
        variant="plain"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-10 w-full items-center gap-2.5 px-3 py-1.5 text-left text-ui hover:bg-hover pointer-coarse:min-h-11"
      >
        <span className={cn('inline-flex shrink-0', look)}>{mark}</span>
        <span className="min-w-0 flex-1 truncate">
          <span className="font-medium text-ink">{removeInvisible(part.title ?? part.tool)}</span>
          {part.app !== part.title && (
            <span className="ml-2 text-ink-muted">{removeInvisible(part.app)}</span>
          )}
        </span>
        <span className="tabular shrink-0 text-2xs text-ink-muted">
          <span className={part.state === 'done' ? 'sr-only' : cn('font-medium', look)}>
            {label}
          </span>
        </span>
        <ChevronRight
          size={14}
          className={cn('shrink-0 text-ink-faint transition-transform', isOpen && 'rotate-90')}
        />
      </Button>
      {part.error !== undefined && part.state === 'failed' && (
        <p className="border-t px-3 py-2 text-ui wrap-anywhere text-danger">{part.error}</p>
      )}
      <div id={panelId} hidden={!isOpen} className="grid gap-3 border-t px-3 py-3">
        {isOpen && <Details part={part} />}
      </div>
      {children !== undefined && <div className="border-t p-3">{children}</div>}
    </div>
  )
}

const Details = ({ part }: { part: ToolPart }) => (
  <>
    {hasArguments(part.arguments) && (
      <Detail title="Asked with">
        <ArgumentList schema={part.schema} given={part.arguments} />
      </Detail>
    )}
    {part.result !== undefined && part.result !== '' && (
      <Detail title="Result">
        <div className="max-h-96 overflow-auto text-ui">
          <MarkdownText text={part.result} />
        </div>
        {part.is_truncated === true && <WholeResult part={part} />}
      </Detail>
    )}
    <p className="text-2xs text-ink-muted">
      <span className="font-mono">{removeInvisible(part.tool)}</span>
      {part.duration_ms !== undefined && ` · ${formatDuration(part.duration_ms)}`}
      {part.source !== undefined && ` · Source: ${part.source}`}
      {part.at !== undefined && ` · ${formatTime(part.at)}`}
    </p>
  </>
)

const Detail = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
    <p className="text-2xs font-medium text-ink-muted">{title}</p>
    {children}
  </div>
)

const Plain = ({ text }: { text: string }) => (
  <pre
    role="region"
    aria-label="Text"
    tabIndex={0}
    className="max-h-72 overflow-auto rounded-md bg-surface-sunken p-2.5 font-mono text-xs leading-5"
  >
    {removeInvisible(text)}
  </pre>
)

/** Loads a truncated result in full on request. */
const WholeResult = ({ part }: { part: ToolPart }) => {
  const whole = useMutation({
    mutationFn: () => api.call(toolResult, { params: { id: part.call_id } }),
  })
  if (whole.isSuccess) return <Plain text={whole.data.data.text} />
  return (
    <div className="flex flex-wrap items-center gap-3 text-ui text-ink-muted">
      <span role={whole.isError ? 'alert' : undefined}>
        {whole.isError ? 'We couldn’t load the full result.' : 'This result is cut off.'}
      </span>
      <Button size="sm" isLoading={whole.isPending} onClick={() => whole.mutate()}>
        Open full result
      </Button>
    </div>
  )
}
