import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Star from 'lucide-react/icons/star'
import { useState } from 'react'
import { MAX_PAGE } from '#contract/endpoint/lists.ts'
import {
  deleteTopic,
  listTopics,
  saveTopic,
  type ResearchTopic,
} from '#contract/research/research.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { showFailure, showToast } from '#src/ui/toast/toast-store.ts'

const loadAllTopics = async (signal: AbortSignal): Promise<ResearchTopic[]> => {
  const topics: ResearchTopic[] = []
  for (;;) {
    const query = { offset: topics.length, limit: MAX_PAGE }
    const { data, meta } = await api.call(listTopics, { query, signal })
    topics.push(...data)
    if (!meta.has_more || data.length === 0) return topics
  }
}

/** Returns the id of the topic with a question; null without one. */
const useTopicOf = (question: string): string | null => {
  const { data } = useQuery({
    queryKey: ['research-topics', 'all'],
    queryFn: ({ signal }) => loadAllTopics(signal),
  })
  return data?.find(({ query }) => query === question)?.id ?? null
}

type Followed = {
  researchId: string
  question: string
  /** The topic that the research refreshed; null for none. */
  refreshedId: string | null
}

/** Saves the question of a digest as a topic, or deletes the topic. */
export const useFollowedTopic = ({ researchId, question, refreshedId }: Followed) => {
  const savedId = useTopicOf(question)
  const queries = useQueryClient()
  const [hasLeft, setHasLeft] = useState(false)
  const keep = useMutation({
    mutationFn: () => api.call(saveTopic, { body: { research_id: researchId } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['research-topics'] })
      setHasLeft(false)
      showToast({ title: 'Saved as a topic', description: 'Refresh it to see what is new.' })
    },
    onError: ({ message }) => showFailure('We couldn’t save the topic', message),
  })
  const keptId = hasLeft ? null : (keep.data?.data.topic_id ?? refreshedId ?? savedId)
  const leave = useMutation({
    mutationFn: (id: string) => api.call(deleteTopic, { params: { id } }),
    onSuccess: () => {
      setHasLeft(true)
      showToast({ title: 'You no longer follow this topic' })
      void queries.invalidateQueries({ queryKey: ['research-topics'] })
    },
    onError: ({ message }) => showFailure('We couldn’t delete the topic', message),
  })
  return {
    /** Null while the question is not followed. */
    topicId: keptId,
    isChanging: keep.isPending || leave.isPending,
    toggle: () => (keptId === null ? keep.mutate() : leave.mutate(keptId)),
  }
}

type FollowButtonProps = { follow: ReturnType<typeof useFollowedTopic> }

export const FollowButton = ({ follow: { topicId, isChanging, toggle } }: FollowButtonProps) => (
  <Button
    size="sm"
    aria-pressed={topicId !== null}
    isLoading={isChanging}
    icon={<Star size={14} className={topicId === null ? '' : 'fill-current'} />}
    onClick={({ detail }) => {
      // The second click of a double click would undo the first.
      if (detail < 2) toggle()
    }}
  >
    {topicId === null ? 'Follow this topic' : 'Following'}
  </Button>
)
