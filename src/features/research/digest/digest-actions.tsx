import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import MessageSquare from 'lucide-react/icons/message-square'
import Plus from 'lucide-react/icons/plus'
import Printer from 'lucide-react/icons/printer'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Share2 from 'lucide-react/icons/share-2'
import { useCallback, useState } from 'react'
import type { Digest } from '#contract/research/digest.ts'
import { researchMarkdown } from '#contract/research/research.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { useIsPhone } from '#src/platform/windows/model/windows-store.ts'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { Menu } from '#src/ui/overlay/menu.tsx'
import type { MenuItem } from '#src/ui/overlay/menu-items.tsx'
import { showFailure } from '#src/ui/toast/toast-store.ts'
import { FollowButton, useFollowedTopic } from './follow-topic.tsx'
import { PrintedDigest } from './printed-digest.tsx'
import { researchLink } from '#contract/research/research-links.ts'
import { SHARED_RESEARCH_PATH } from '#contract/paths.ts'
import { ShareDialog } from '#src/platform/sharing/share-dialog.tsx'

type DigestActionsProps = {
  researchId: string
  digest: Digest
  topicId: string | null
  /** Shares the digest into a chat. Rejects on failure. */
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

/** Returns the actions that share, save or print a digest. */
const useDigestTools = ({
  researchId,
  onShare,
  onPrint,
}: Pick<DigestActionsProps, 'researchId' | 'onShare'> & {
  onPrint: () => void
}): readonly MenuItem[] => {
  const download = useMutation({
    mutationFn: async () => {
      const markdown = await fetchMarkdown(researchId)
      saveFile(new Blob([markdown], { type: 'text/markdown' }), `research-${researchId}.md`)
    },
    onError: ({ message }) => showFailure('We couldn’t create the file', message),
  })
  const share = useMutation({
    mutationFn: () => onShare(researchId),
    onError: ({ message }) => showFailure('We couldn’t share the digest', message),
  })
  return [
    {
      label: 'Discuss in chat',
      isDisabled: share.isPending,
      icon: <MessageSquare size={16} />,
      onSelect: () => share.mutate(),
    },
    {
      label: 'Markdown',
      isDisabled: download.isPending,
      icon: <Download size={16} />,
      onSelect: () => download.mutate(),
    },
    { label: 'PDF', icon: <Printer size={16} />, onSelect: onPrint },
  ]
}

export const DigestActions = ({
  researchId,
  digest,
  topicId: refreshedId,
  onShare,
  onRefresh,
  onNew,
}: DigestActionsProps) => {
  const [isSharing, setIsSharing] = useState(false)
  const [isPrinting, setIsPrinting] = useState(false)
  const stopPrinting = useCallback(() => setIsPrinting(false), [])
  const tools = useDigestTools({ researchId, onShare, onPrint: () => setIsPrinting(true) })
  const follow = useFollowedTopic({ researchId, question: digest.query, refreshedId })
  const { topicId } = follow
  const isPhone = useIsPhone()
  const share: MenuItem = {
    label: 'Share',
    icon: <Share2 size={14} />,
    onSelect: () => setIsSharing(true),
  }
  const main: readonly MenuItem[] =
    topicId === null
      ? [share]
      : [
          share,
          {
            label: 'Refresh · 1 POINT',
            icon: <RefreshCw size={14} />,
            onSelect: () => onRefresh(topicId),
          },
        ]
  return (
    <div role="group" aria-label="This digest" className="flex flex-wrap items-center gap-2">
      <Button size="sm" icon={<Plus size={14} />} onClick={onNew}>
        New question
      </Button>
      <FollowButton follow={follow} />
      {isPhone ? (
        <Menu
          align="end"
          items={[...main, ...tools]}
          trigger={
            <IconButton label="More actions" className="ml-auto" icon={<Ellipsis size={16} />} />
          }
        />
      ) : (
        <ActionRow main={main} tools={tools} />
      )}
      {isSharing && <ShareResearch researchId={researchId} onClose={() => setIsSharing(false)} />}
      {isPrinting && <PrintedDigest digest={digest} onPrinted={stopPrinting} />}
    </div>
  )
}

type ActionRowProps = { main: readonly MenuItem[]; tools: readonly MenuItem[] }

const ActionRow = ({ main, tools }: ActionRowProps) => (
  <>
    {main.map(({ label, icon, onSelect }) => (
      <Button key={label} size="sm" icon={icon} onClick={onSelect}>
        {label}
      </Button>
    ))}
    <span className="ml-auto flex gap-1">
      {tools.map(({ label, icon, isDisabled = false, onSelect }) => (
        <IconButton
          key={label}
          label={label}
          disabled={isDisabled}
          icon={icon}
          onClick={onSelect}
        />
      ))}
    </span>
  </>
)

type ShareResearchProps = { researchId: string; onClose: () => void }

const ShareResearch = ({ researchId, onClose }: ShareResearchProps) => (
  <ShareDialog
    title="Share this digest"
    description="Anyone with the link can read the question, the digest and its sources, without an account. It doesn’t name you."
    noLink="Not shared yet. Only you can read this digest."
    link={{
      ...researchLink,
      id: researchId,
      key: ['research-link', researchId],
      page: SHARED_RESEARCH_PATH,
    }}
    onClose={onClose}
  />
)
