import { tip } from '#src/ui/overlay/tip.ts'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getDateLocale, formatDate } from '#src/lib/dates.ts'
import { getErrorMessage } from '#contract/error-message.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { showFailure, showToast } from '#src/ui/toast/toast-store.ts'
import { listSessions } from '#contract/auth.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { accountApi, type SessionRecord } from './account-api.ts'
import { describeDevice } from './device-name.ts'
import { formatRelativeTime } from './relative-time.ts'
import { texts } from '#src/features/settings/texts.ts'

export const SESSIONS_KEY = ['account', 'sessions'] as const

type SessionRowProps = {
  session: SessionRecord
  nowMs: number
  isEnding: boolean
  isBusy: boolean
  onEnd: () => void
}

const SessionRow = ({ session, nowMs, isEnding, isBusy, onEnd }: SessionRowProps) => {
  const { name, isPhone } = describeDevice(session.user_agent)
  const used = formatRelativeTime(Date.parse(session.last_used_at), nowMs, getDateLocale())
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <span className="grid size-9 flex-none place-items-center rounded-[10px] bg-hover text-ink-muted">
        {isPhone ? <Smartphone size={17} /> : <Monitor size={17} />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {session.current && <Badge tone="positive">{texts.sessions.current}</Badge>}
        </p>
        <p
          className="text-ui text-ink-muted"
          {...tip(session.user_agent ?? undefined)}
          tabIndex={session.user_agent === null ? undefined : 0}
        >
          {texts.sessions.line(formatDate(session.created_at, 'date'), used)}
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          aria-label={texts.sessions.endOf(name)}
          isLoading={isEnding}
          disabled={isBusy}
          onClick={onEnd}
        >
          {texts.sessions.end}
        </Button>
      )}
    </li>
  )
}

const Loading = () => (
  <div role="status" aria-label={texts.sessions.loading} className="grid gap-3">
    <Skeleton className="h-10 w-full" />
    <Skeleton className="h-10 w-2/3" />
  </div>
)

export const SessionsCard = () => {
  const queries = useQueryClient()
  const { data, error, isPending, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => api.callForData(listSessions, { signal }),
  })
  const ending = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      await Promise.all(ids.map((id) => accountApi.endSession(id)))
      return ids.length
    },
    onSuccess: (number) =>
      showToast({
        title: number === 1 ? texts.sessions.ended : texts.sessions.endedMany(number),
      }),
    onError: (failure) => showFailure(texts.sessions.endFailed, getErrorMessage(failure)),
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS_KEY }),
  })
  const others = (data ?? []).filter(({ current }) => !current).map(({ id }) => id)
  const ended = ending.isPending ? ending.variables : []
  return (
    <Card
      title={texts.sessions.title}
      description={texts.sessions.hint}
      aside={
        others.length > 0 && (
          <Button
            size="sm"
            isLoading={ended.length > 1}
            disabled={ending.isPending}
            onClick={() => ending.mutate(others)}
          >
            {texts.sessions.endOthers}
          </Button>
        )
      }
    >
      {isPending && <Loading />}
      {error !== null && data === undefined && (
        <Alert
          tone="danger"
          title={texts.sessions.failed}
          action={
            <Button size="sm" isLoading={isFetching} onClick={() => void refetch()}>
              {texts.retry}
            </Button>
          }
        >
          {getErrorMessage(error)}
        </Alert>
      )}
      {data !== undefined && (
        <ul className="divide-y">
          {data
            .toSorted((one, other) => Number(other.current) - Number(one.current))
            .map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                nowMs={dataUpdatedAt}
                isEnding={ended.length === 1 && ended.includes(session.id)}
                isBusy={ending.isPending}
                onEnd={() => ending.mutate([session.id])}
              />
            ))}
        </ul>
      )}
    </Card>
  )
}
