import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import MessageSquare from 'lucide-react/icons/message-square'
import Plus from 'lucide-react/icons/plus'
import Printer from 'lucide-react/icons/printer'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useCallback, useState } from 'react'
import type { Digest } from '#contract/research/digest.ts'
import { researchMarkdown } from '#contract/research/research.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { ShareResearch } from '#src/features/research/share/share-research.tsx'
import { FollowButton, showFailure, useFollowedTopic } from './follow-topic.tsx'
import { PrintedDigest } from './printed-digest.tsx'

type DigestActionsProps = {
  researchId: string
  digest: Digest
  topicId: string | null
  /** Takes the digest into a chat; rejects when that did not work. */
  onShare: (researchId: string) => Promise<void>
  onRefresh: (topicId: string) => void
  onNew: () => void
}

const fetchMarkdown = async (researchId: string): Promise<string> => {
  const response = await api.open(researchMarkdown, {
    params: { id: researchId },
  })
  return response.text()
}

export const DigestActions = ({
  researchId,
  digest,
  topicId,
  onShare,
  onRefresh,
  onNew,
}: DigestActionsProps) => {
  const [isPrinting, setIsPrinting] = useState(false)
  const stopPrinting = useCallback(() => setIsPrinting(false), [])
  const download = useMutation({
    mutationFn: async () => {
      const markdown = await fetchMarkdown(researchId)
      saveFile(new Blob([markdown], { type: 'text/markdown' }), `research-${researchId}.md`)
    },
    onError: showFailure('We couldn’t create the file'),
  })
  const share = useMutation({
    mutationFn: () => onShare(researchId),
    onError: showFailure('We couldn’t share the digest'),
  })
  const follow = useFollowedTopic(researchId, topicId)
  return (
    <div role="group" aria-label="This digest" className="flex flex-wrap items-center gap-2">
      <Button size="sm" icon={<Plus size={14} aria-hidden="true" />} onClick={onNew}>
        New question
      </Button>
      <FollowButton follow={follow} />
      <ShareResearch researchId={researchId} />
      {follow.topicId !== null && (
        <Button
          size="sm"
          icon={<RefreshCw size={14} aria-hidden="true" />}
          onClick={() => follow.topicId !== null && onRefresh(follow.topicId)}
        >
          Refresh · 1 POINT
        </Button>
      )}
      <span className="ml-auto flex gap-1">
        <IconButton
          label="Discuss in chat"
          disabled={share.isPending}
          icon={<MessageSquare size={16} aria-hidden="true" />}
          onClick={() => share.mutate()}
        />
        <IconButton
          label="Markdown"
          disabled={download.isPending}
          icon={<Download size={16} aria-hidden="true" />}
          onClick={() => download.mutate()}
        />
        <IconButton
          label="PDF"
          icon={<Printer size={16} aria-hidden="true" />}
          onClick={() => setIsPrinting(true)}
        />
      </span>
      {isPrinting && <PrintedDigest digest={digest} onPrinted={stopPrinting} />}
    </div>
  )
}
