import { useMutation, useQueryClient } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { getFocusName } from '#contract/research/focus.ts'
import { deleteTopic, listTopics, type ResearchTopic } from '#contract/research/research.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { usePagedList } from '#src/platform/lists/use-paged-list.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { LoadFailure, LoadMore } from '#src/ui/feedback/list-states.tsx'
import { RemoveButton } from '#src/ui/overlay/remove-button.tsx'
import { showFailure } from '#src/ui/toast/toast-store.ts'
import { formatCount, formatWhen } from './research-format.ts'
import { formatSchedule, TopicSchedule } from './topic-schedule.tsx'

const PAGE_SIZE = 20

type TopicsProps = {
  onOpen: (researchId: string) => void
  onRefresh: (topicId: string) => void
}

export const Topics = ({ onOpen, onRefresh }: TopicsProps) => {
  const { query, rows: topics } = usePagedList({
    key: ['research-topics'],
    pageSize: PAGE_SIZE,
    load: (page, signal) => api.call(listTopics, { query: page, signal }),
  })
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (id: string) => api.call(deleteTopic, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['research-topics'] }),
    onError: () => showFailure('We couldn’t delete the topic. Try again.'),
  })
  if (query.isError) return <LoadFailure query={query}>We couldn’t load your topics.</LoadFailure>
  if (topics.length === 0) return null
  return (
    <section aria-label="Topics">
      <h2 className="mb-2 flex items-baseline justify-between text-ui font-semibold">
        Topics
        <span className="font-normal text-ink-muted">1 POINT to refresh</span>
      </h2>
      <ul className="divide-y divide-line rounded-lg ring-1 ring-line ring-inset">
        {topics.map((topic) => (
          <TopicRow
            key={topic.id}
            topic={topic}
            onOpen={onOpen}
            onRefresh={() => onRefresh(topic.id)}
            onRemove={() => remove.mutate(topic.id)}
          />
        ))}
      </ul>
      <LoadMore query={query} className="mt-3">
        Load more topics
      </LoadMore>
    </section>
  )
}

type TopicRowProps = {
  topic: ResearchTopic
  onOpen: (researchId: string) => void
  onRefresh: () => void
  onRemove: () => void
}

const TopicRow = ({ topic, onOpen, onRefresh, onRemove }: TopicRowProps) => {
  const { title, last, running_id: runningId } = topic
  const focus = getFocusName(topic.focus)
  const refreshing = formatSchedule(topic, formatWhen)
  const shownId = runningId ?? last?.research_id ?? null
  return (
    <li className="flex items-center gap-2 pr-2 @max-xl:flex-wrap @max-xl:pb-2 @max-xl:pl-3">
      <Button
        variant="row"
        disabled={shownId === null}
        onClick={() => shownId !== null && onOpen(shownId)}
        className="block disabled:opacity-100 @max-xl:-ml-3 @max-xl:basis-full"
      >
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate font-medium">{title}</span>
          {last !== null && last.new_stories > 0 && (
            <Badge tone="accent">{last.new_stories} new</Badge>
          )}
          {focus !== null && <Badge>{focus}</Badge>}
        </span>
        <span className="tabular block text-ui text-ink-muted">
          {last === null ? 'Not asked yet' : `Last asked ${formatWhen(last.at)}`}
          {last !== null &&
            last.new_stories > 0 &&
            `, ${formatCount(last.new_stories, 'new story')}`}
          {refreshing !== null && (
            <span className={topic.schedule ? 'block' : 'block text-warning'}>{refreshing}</span>
          )}
        </span>
      </Button>
      <TopicSchedule topic={topic} />
      <Button
        size="sm"
        isLoading={runningId !== null}
        icon={<RefreshCw size={14} />}
        aria-label={`${runningId === null ? 'Refresh · 1 POINT' : 'Refreshing'}: topic “${title}”`}
        onClick={onRefresh}
      >
        {runningId === null ? 'Refresh · 1 POINT' : 'Refreshing'}
      </Button>
      <RemoveButton
        label={`Delete topic “${title}”`}
        question="Delete this topic?"
        description={
          topic.schedule === null
            ? 'Its digests stay in your research.'
            : 'It no longer refreshes itself. Its digests stay in your research.'
        }
        confirm="Delete"
        onRemove={onRemove}
      />
    </li>
  )
}
