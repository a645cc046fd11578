import { SearchField } from '#src/ui/form/search-field.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { cn } from '#src/lib/cn.ts'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Pin from 'lucide-react/icons/pin'
import PinOff from 'lucide-react/icons/pin-off'
import SquarePen from 'lucide-react/icons/square-pen'
import Trash2 from 'lucide-react/icons/trash-2'
import { useId, useState } from 'react'
import type { Chat } from '#contract/chat/chat.ts'
import { getErrorMessage } from '#contract/error-message.ts'
import { showFailure } from '#src/ui/toast/toast-store.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { LoadMore } from '#src/ui/feedback/list-states.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { Menu } from '#src/ui/overlay/menu.tsx'
import { useDescribeApp } from '#src/features/chat/app-names.ts'
import { formatDay } from '#src/features/chat/thread/chat-format.ts'
import { DeleteChatDialog, RenameChatDialog } from './chat-dialogs.tsx'
import { saveChat } from './chat-as-markdown.ts'
import { useChatChanges, useChats, type ChatScope } from './use-chats.ts'
import { useIsOnline } from '#src/lib/use-is-online.ts'

/** Pause in typing before the search starts. */
const SEARCH_DELAY_MS = 250

type ChatListProps = {
  scope: ChatScope
  activeId: string | null
  onOpen: (chatId: string) => void
  onNew: () => void
  onDeleted: (chatId: string) => void
}

type Asked = { chat: Chat; what: 'rename' | 'delete' } | null

export const ChatList = ({ scope, activeId, onOpen, onNew, onDeleted }: ChatListProps) => {
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed, SEARCH_DELAY_MS)
  const list = useChats(scope, words)
  const changes = useChatChanges()
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  return (
    <section aria-label="Chats" className="flex min-h-0 flex-1 flex-col">
      <div className="grid gap-2 px-3 pb-2">
        <Button size="sm" isWide icon={<SquarePen size={15} />} onClick={onNew}>
          New chat
        </Button>
        <SearchField
          size="sm"
          label="Search chats"
          value={typed}
          onChange={setTyped}
          maxLength={200}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">
        <Chats
          list={list}
          pinned={words.trim() === '' ? list.pinned : null}
          hasApps={scope === 'all'}
          activeId={activeId}
          onOpen={onOpen}
          onAsk={setAsked}
          onPin={(chat, isPinned) =>
            reportFailure(changes.pin(chat.id, isPinned), 'We couldn’t change this chat')
          }
        />
      </div>

      {asked?.what === 'rename' && (
        <RenameChatDialog
          chat={asked.chat}
          onClose={close}
          onRename={(title) => changes.rename(asked.chat.id, title)}
        />
      )}
      {asked?.what === 'delete' && (
        <DeleteChatDialog
          chat={asked.chat}
          onClose={close}
          onDelete={async () => {
            await changes.remove(asked.chat.id)
            onDeleted(asked.chat.id)
          }}
        />
      )}
    </section>
  )
}

type ChatsProps = {
  list: ReturnType<typeof useChats>
  /** Null for search results, which are not grouped. */
  pinned: readonly Chat[] | null
  hasApps: boolean
  activeId: string | null
  onOpen: (chatId: string) => void
  onAsk: (asked: Asked) => void
  onPin: (chat: Chat, isPinned: boolean) => void
}

const reportFailure = (work: Promise<void>, title: string) =>
  work.catch((error: unknown) => showFailure(title, getErrorMessage(error)))

const Chats = ({ list, pinned, hasApps, ...rowProps }: ChatsProps) => {
  const isOnline = useIsOnline()
  const describeApp = useDescribeApp()
  return (
    <>
      {list.query.isError && (
        <div role="alert" className="mb-2 grid gap-2 px-2 py-1 text-ui text-ink-muted">
          {isOnline ? 'We couldn’t load your chats.' : 'You are offline.'}
          {list.chats.length > 0 && ' These are the ones this browser remembers.'}
          <span>
            <Button size="sm" onClick={() => void list.query.refetch()}>
              Retry
            </Button>
          </span>
        </div>
      )}
      {list.isPending && list.chats.length === 0 && (
        <div role="status" aria-label="Loading chats" className="grid gap-2 px-2 pt-2">
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      )}
      {!list.isPending && !list.query.isError && list.chats.length === 0 && (
        <p className="px-2 py-3 text-ui text-ink-muted">
          {pinned === null ? 'No matching chats.' : 'No chats yet. Ask something to start one.'}
        </p>
      )}
      {groupChats(list.chats, pinned, hasApps ? describeApp : null).map((section) => (
        <Section key={section.key} section={section} {...rowProps} />
      ))}
      <LoadMore query={list.query} className="pt-2" />
    </>
  )
}

type ChatSection = { key: string; title: string; appId: string | null; chats: Chat[] }

/** Groups pinned chats, then global ones by day, then those of each app under its name unless `describeApp` is null. */
const groupChats = (
  all: readonly Chat[],
  pinned: readonly Chat[] | null,
  describeApp: ReturnType<typeof useDescribeApp> | null,
): ChatSection[] => {
  const sections = new Map<string, ChatSection>()
  const add = (key: string, title: string, appId: string | null, chat: Chat) => {
    const section = sections.get(key)
    if (section === undefined) sections.set(key, { key, title, appId, chats: [chat] })
    else section.chats.push(chat)
  }
  const above = new Set(pinned?.map(({ id }) => id))
  const chats = all.filter(({ id }) => !above.has(id))
  for (const chat of pinned ?? []) add('pinned', 'Pinned', null, chat)
  const isOfApp = (chat: Chat) => describeApp !== null && chat.app_id != null
  for (const chat of chats) {
    const day = formatDay(chat.updated_at)
    if (!isOfApp(chat)) add(`day:${day}`, day, null, chat)
  }
  for (const chat of chats) {
    if (describeApp === null || chat.app_id == null) continue
    add(`app:${chat.app_id}`, describeApp(chat.app_id).title, chat.app_id, chat)
  }
  return [...sections.values()]
}

type SectionProps = Pick<ChatsProps, 'activeId' | 'onOpen' | 'onAsk' | 'onPin'> & {
  section: ChatSection
}

const Section = ({ section, activeId, onOpen, onAsk, onPin }: SectionProps) => {
  const id = useId()
  const describeApp = useDescribeApp()
  const { title, appId, chats } = section
  return (
    <div className="pt-2">
      <h3
        id={id}
        className="flex items-center gap-1.5 px-2 py-1 text-2xs font-medium text-ink-muted"
      >
        {appId !== null && <AppIcon icon={describeApp(appId).icon} sizePx={14} />}
        <span className="truncate">{title}</span>
      </h3>
      <ul aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-px">
        {chats.map((chat) => (
          <li
            key={chat.id}
            className={cn(
              'group flex items-center rounded-md transition-colors',
              chat.id === activeId ? 'bg-accent-soft' : 'hover:bg-hover',
            )}
          >
            <Button
              variant="row"
              aria-current={chat.id === activeId ? 'true' : undefined}
              onClick={() => onOpen(chat.id)}
              className={cn(
                'h-9 gap-2 px-2 py-0 text-ui enabled:hover:bg-transparent pointer-coarse:h-11',
                chat.id === activeId ? 'font-medium text-accent-ink' : 'text-ink',
              )}
            >
              <span className="truncate">{chat.title}</span>
              {chat.is_running === true && (
                <span className="ml-auto shrink-0 text-ink-muted">
                  <Spinner sizePx={12} label="Answering" />
                </span>
              )}
            </Button>
            <ChatMenu chat={chat} onAsk={onAsk} onPin={onPin} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const ChatMenu = ({ chat, onAsk, onPin }: Pick<ChatsProps, 'onAsk' | 'onPin'> & { chat: Chat }) => (
  <Menu
    align="end"
    trigger={
      <IconButton
        size="sm"
        label={`More about ${chat.title}`}
        icon={<Ellipsis size={15} />}
        className="mr-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100"
      />
    }
    items={[
      chat.pinned_at == null
        ? {
            label: 'Pin',
            icon: <Pin size={14} />,
            onSelect: () => onPin(chat, true),
          }
        : {
            label: 'Unpin',
            icon: <PinOff size={14} />,
            onSelect: () => onPin(chat, false),
          },
      {
        label: 'Save as Markdown',
        icon: <Download size={14} />,
        onSelect: () => void reportFailure(saveChat(chat), 'We couldn’t save this chat'),
      },
      {
        label: 'Rename',
        icon: <Pencil size={14} />,
        onSelect: () => onAsk({ chat, what: 'rename' }),
      },
      {
        label: 'Delete',
        icon: <Trash2 size={14} />,
        isDanger: true,
        onSelect: () => onAsk({ chat, what: 'delete' }),
      },
    ]}
  />
)
