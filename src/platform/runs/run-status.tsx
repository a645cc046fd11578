import { Badge, type Tone } from '#src/ui/badge.tsx'

const STATUS = {
  queued: { text: 'Queued', tone: 'warning' },
  running: { text: 'Running', tone: 'warning' },
  done: { text: 'Done', tone: 'positive' },
  failed: { text: 'Failed', tone: 'danger' },
  cancelled: { text: 'Cancelled', tone: 'neutral' },
} as const satisfies Record<string, { text: string; tone: Tone }>

type Status = keyof typeof STATUS

export const isFinal = (status: Status): boolean => status !== 'queued' && status !== 'running'

/** Returns `Failed` for a failed run and so on; null for a finished one. */
export const formatUnfinished = (status: Status): string | null =>
  status === 'done' ? null : STATUS[status].text

type RunStatusProps = { status: Status; isRefunded: boolean }

export const RunStatus = ({ status, isRefunded }: RunStatusProps) => (
  <Badge tone={STATUS[status].tone} isPulsing={!isFinal(status)}>
    {STATUS[status].text}
    {isRefunded ? ', refunded' : ''}
  </Badge>
)
