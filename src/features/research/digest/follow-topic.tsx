import { useMutation, useQueryClient } from '@tanstack/react-query'
import Star from 'lucide-react/icons/star'
import { useState } from 'react'
import { deleteTopic, saveTopic } from '#contract/research/research.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'

export const showFailure = (title: string) => (error: Error) =>
  showToast({ title, description: error.message, tone: 'destructive' })

/** Saves the question of a digest as a topic, or deletes the topic. `openedId` is its topic when it was opened. */
export const useFollowedTopic = (researchId: string, openedId: string | null) => {
  const queries = useQueryClient()
  const [hasLeft, setHasLeft] = useState(false)
  const keep = useMutation({
    mutationFn: () => api.call(saveTopic, { body: { research_id: researchId } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['research-topics'] })
      setHasLeft(false)
      showToast({ title: 'Saved as a topic', description: 'Refresh it to see what is new.' })
    },
    onError: showFailure('We couldn’t save the topic'),
  })
  const keptId = hasLeft ? null : (openedId ?? keep.data?.data.topic_id ?? null)
  const leave = useMutation({
    mutationFn: (id: string) => api.call(deleteTopic, { params: { id } }),
    onSuccess: () => {
      setHasLeft(true)
      void queries.invalidateQueries({ queryKey: ['research-topics'] })
    },
    onError: showFailure('We couldn’t delete the topic'),
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
    icon={<Star size={14} aria-hidden="true" className={topicId === null ? '' : 'fill-current'} />}
    onClick={({ detail }) => {
      // The second click of a double click would take the first one back.
      if (detail < 2) toggle()
    }}
  >
    {topicId === null ? 'Follow this topic' : 'Following'}
  </Button>
)
