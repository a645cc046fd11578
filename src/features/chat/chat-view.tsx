import type { ChatMessage } from '#contract/chat/chat.ts'
import { formatPoints } from '#contract/money.ts'
import { CHAT_PATH, linkToChat } from '#contract/paths.ts'
import MessageSquareOff from 'lucide-react/icons/message-square-off'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useStore } from 'zustand'
import { useIsTooEarly } from '#src/lib/api/use-is-too-early.ts'
import { useAddedApps } from '#src/platform/apps/app-registry-store.ts'
import { useConfig } from '#src/platform/config/config-store.ts'
import {
  askForTopUp,
  takeStartedWork,
  type WaitingWork,
} from '#src/platform/top-up/top-up-store.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { chatNews } from '#src/features/chat/list/chat-news.ts'
import { Composer, type ComposerHandle } from '#src/features/chat/composer/composer.tsx'
import type { Conversation } from '#src/features/chat/conversation/conversation.ts'
import { useCommands } from '#src/features/chat/composer/use-commands.ts'
import { getTextKey } from '#src/features/chat/composer/drafts.ts'
import { AnsweredByChoice } from '#src/features/chat/own-model/answered-by.tsx'
import { useOwnModel } from '#src/features/chat/own-model/own-model.ts'
import { AnalyzeAddress } from '#src/platform/markdown/address-text.tsx'
import { LinkGuard } from '#src/platform/markdown/link-guard.tsx'
import { fetchMarkdown } from '#src/platform/markdown/markdown-text.tsx'
import { isWaiting, getShownThread, getMessageText } from '#src/features/chat/thread/thread.ts'
import { ThreadList } from '#src/features/chat/thread/thread-list.tsx'
import { isTouch } from '#src/lib/is-touch.ts'
import { useIsOnline } from '#src/lib/use-is-online.ts'
import { Welcome, type WelcomeText } from './welcome.tsx'

/** Screen readers announce this much of an answer. */
const ANNOUNCED_CHARACTERS = 300

type ChatViewProps = {
  conversation: Conversation
  placeholder: string
  welcome: WelcomeText
  onNewChat: () => void
}

export const ChatView = ({ conversation, placeholder, welcome, onNewChat }: ChatViewProps) => {
  const composer = useRef<ComposerHandle>(null)
  const phase = useStore(conversation.store, (state) => state.phase)
  const isEmpty = useStore(conversation.store, (state) => state.messages.length === 0)
  const isRunning = useStore(conversation.store, (state) => state.isRunning)
  useFreshness(conversation)
  useFieldFocus(composer, conversation)
  // The Markdown code loads while messages load or an answer is written.
  const hasAnswers = phase === 'loading' || isRunning
  useEffect(() => {
    if (hasAnswers) void fetchMarkdown()
  }, [hasAnswers])
  const ask = (content: string) => {
    void conversation.send(content)
    composer.current?.focus()
  }
  return (
    <LinkGuard>
      <div className="flex h-full min-h-0 flex-col">
        {phase === 'failed' ? (
          <LoadFailure conversation={conversation} onNewChat={onNewChat} />
        ) : phase === 'loading' && isEmpty ? (
          <LoadingThread />
        ) : isEmpty ? (
          <div className="flex min-h-0 flex-1 overflow-y-auto">
            <div className="m-auto w-full">
              <Welcome {...welcome} isDisabled={isRunning} onAsk={ask} />
            </div>
          </div>
        ) : (
          <AnalyzeAddress value={ask}>
            <ThreadList key={`thread ${conversation.key}`} conversation={conversation} />
          </AnalyzeAddress>
        )}
        {phase !== 'failed' && (
          <Foot conversation={conversation} placeholder={placeholder} composer={composer} />
        )}
        <Announcer key={`said ${conversation.key}`} conversation={conversation} />
      </div>
    </LinkGuard>
  )
}

/**
 * Reads the chat when it is shown, changed in another tab, and when the page comes back from sleep or from being
 * offline.
 */
const useFreshness = (conversation: Conversation) => {
  useEffect(() => {
    void conversation.load()
    const refresh = () => {
      if (document.visibilityState === 'visible') void conversation.load()
    }
    const stopHearing = chatNews.subscribe((chatId, isForeign) => {
      if (isForeign && chatId === conversation.store.getState().chatId) void conversation.load()
    })
    document.addEventListener('visibilitychange', refresh)
    window.addEventListener('online', refresh)
    return () => {
      stopHearing()
      document.removeEventListener('visibilitychange', refresh)
      window.removeEventListener('online', refresh)
    }
  }, [conversation])
}

const LoadingThread = () => (
  <div
    role="status"
    aria-label="Loading the chat"
    className="mx-auto grid w-full max-w-3xl flex-1 content-end gap-5 px-6 pb-6"
  >
    <Skeleton className="ml-auto h-11 w-2/5" />
    <Skeleton className="h-5 w-4/5" />
    <Skeleton className="h-5 w-3/5" />
    <Skeleton className="ml-auto h-11 w-1/3" />
    <Skeleton className="h-5 w-2/3" />
  </div>
)

const GONE: readonly string[] = ['NOT_FOUND', 'CHAT_NOT_FOUND']

const LoadFailure = ({
  conversation,
  onNewChat,
}: Pick<ChatViewProps, 'conversation' | 'onNewChat'>) => {
  const problem = useStore(conversation.store, (state) => state.problem)
  const isOnline = useIsOnline()
  const isGone = problem?.code != null && GONE.includes(problem.code)
  return (
    <div role="alert" className="flex flex-1 items-center justify-center">
      <EmptyState
        icon={<MessageSquareOff size={22} />}
        title={
          isGone
            ? 'This chat is not here any more'
            : isOnline
              ? 'We couldn’t open this chat'
              : 'You are offline'
        }
        action={
          <div className="flex gap-2">
            {!isGone && <Button onClick={() => void conversation.load()}>Retry</Button>}
            <Button variant="primary" onClick={onNewChat}>
              New chat
            </Button>
          </div>
        }
      >
        {isGone
          ? 'It was deleted, here or elsewhere.'
          : isOnline
            ? problem?.message
            : 'Its messages come back with the connection.'}
      </EmptyState>
    </div>
  )
}

/**
 * Focuses the message field when its window or page opens with the focus nowhere else, and when a new chat begins. Not on
 * touch screens, where a keyboard would cover the chat.
 */
const useFieldFocus = (composer: RefObject<ComposerHandle | null>, conversation: Conversation) => {
  const isFirst = useRef(true)
  const { key, store } = conversation
  useEffect(() => {
    const wasFirst = isFirst.current
    isFirst.current = false
    if (isTouch()) return
    if (wasFirst ? composer.current?.isNext() : store.getState().chatId === null) {
      composer.current?.focus()
    }
  }, [composer, key, store])
}

type FootProps = {
  conversation: Conversation
  placeholder: string
  composer: RefObject<ComposerHandle | null>
}

const Foot = ({ conversation, placeholder, composer }: FootProps) => {
  const chatId = useStore(conversation.store, (state) => state.chatId)
  const appId = useStore(conversation.store, (state) => state.appId)
  const addedApps = useAddedApps()
  const { commands, load } = useCommands(appId)
  const phase = useStore(conversation.store, (state) => state.phase)
  const isRunning = useStore(conversation.store, (state) => state.isRunning)
  const isStopping = useStore(conversation.store, (state) => state.isStopping)
  const messages = useStore(conversation.store, (state) => state.messages)
  const returned = useStore(conversation.store, (state) => state.returned)
  useEffect(() => {
    if (returned !== '') composer.current?.restore(conversation.takeReturned())
  }, [returned, conversation, composer])
  const questions = useMemo(
    () =>
      messages
        .filter(({ role }) => role === 'user')
        .map(getMessageText)
        .filter(Boolean),
    [messages],
  )
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-2 px-6 pt-1 pb-3 max-sm:px-3">
      <Troubles
        conversation={conversation}
        onEdit={() => {
          composer.current?.restore(conversation.discardUnsent())
          composer.current?.focus()
        }}
      />
      <Composer
        key={conversation.key}
        ref={composer}
        draftKey={getTextKey('draft', chatId, appId)}
        placeholder={placeholder}
        questions={questions}
        // Until a chat is read, it may be the chat of one app.
        mentionable={phase === 'ready' && appId === null ? addedApps : null}
        commands={commands}
        onTypeCommand={load}
        isLoading={phase === 'loading'}
        isRunning={isRunning}
        isStopping={isStopping}
        onSend={(text) => void conversation.send(text)}
        onStop={() => void conversation.stop()}
      />
      <EngineLine />
    </div>
  )
}

const EngineLine = () => {
  const config = useConfig()
  const { model: own } = useOwnModel()
  if (config === null) return <p className="h-4" />
  if (own) return <AnsweredByChoice own={own.model} server={config.model} />
  return (
    <p className="truncate text-center text-2xs text-ink-muted">
      {config.model === null
        ? 'Answered by commands and tools. No AI model is configured.'
        : `Answered by ${config.model}. It can be wrong: check what matters.`}
    </p>
  )
}

/** Returns the unsent message as work that the recharge page can start. */
const describeUnsent = ({ store }: Conversation): WaitingWork => {
  const { chatId, unsent } = store.getState()
  const path = chatId === null ? CHAT_PATH : linkToChat(chatId)
  return { path, title: 'Chat', points: unsent?.problem.points ?? 1 }
}

const Troubles = ({ conversation, onEdit }: { conversation: Conversation; onEdit: () => void }) => {
  const unsent = useStore(conversation.store, (state) => state.unsent)
  const problem = useStore(conversation.store, (state) => state.problem)
  const isOnline = useIsOnline()
  const isTooEarly = useIsTooEarly(unsent?.problem.retryAtMs)
  useEffect(() => {
    if (unsent !== null && takeStartedWork(describeUnsent(conversation).path)) unsent.retry()
  }, [unsent, conversation])
  return (
    <>
      {!isOnline && (
        <Alert tone="warning" title="You are offline">
          What you write is kept here; send it when the connection is back.
        </Alert>
      )}
      {unsent !== null && (
        <Alert
          tone="danger"
          title="This was not sent"
          action={
            <span className="flex flex-wrap justify-end gap-2">
              <Button size="sm" onClick={onEdit}>
                Edit
              </Button>
              <Button size="sm" variant="primary" disabled={isTooEarly} onClick={unsent.retry}>
                Retry
              </Button>
            </span>
          }
        >
          {unsent.problem.message}{' '}
          {unsent.problem.points !== undefined && (
            <Button size="sm" onClick={() => askForTopUp(describeUnsent(conversation))}>
              Recharge
            </Button>
          )}
        </Alert>
      )}
      {unsent === null && problem !== null && (
        <Alert
          tone="warning"
          title="The connection to this chat was lost"
          action={
            <Button size="sm" onClick={() => void conversation.load()}>
              Reconnect
            </Button>
          }
        >
          {problem.message} What was answered is kept.
        </Alert>
      )}
    </>
  )
}

/** Returns the answer as text for screen readers; only that it is complete if the Markdown code does not load. */
const readAnswerAloud = async (markdown: string): Promise<string> => {
  try {
    const { toSpokenText } = await import('#src/features/chat/thread/spoken-text.ts')
    return `Answer: ${toSpokenText(markdown).slice(0, ANNOUNCED_CHARACTERS)}`
  } catch {
    return 'The answer is complete'
  }
}

const describeApproval = ({ parts }: ChatMessage): string => {
  const part = parts.find((each) => each.type === 'tool' && each.state === 'needs_approval')
  if (part?.type !== 'tool') return 'Waiting for your approval'
  const price = part.price_points ?? 0
  const cost = price > 0 ? `, ${formatPoints(price)}` : ''
  return `Waiting for your approval: ${part.title ?? part.tool}${cost}`
}

/** Announces when an answer starts and when it waits for the user, and reads the finished answer. */
const Announcer = ({ conversation }: { conversation: Conversation }) => {
  const [said, setSaid] = useState('')
  useEffect(
    () =>
      conversation.store.subscribe((now, before) => {
        if (now.isRunning === before.isRunning) return
        if (now.isRunning) {
          setSaid('Answering')
          return
        }
        const last = getShownThread(now).at(-1)?.message
        if (last === undefined || last.role === 'user') setSaid('')
        else if (isWaiting(last, 'needs_approval')) setSaid(describeApproval(last))
        else if (isWaiting(last, 'needs_input')) setSaid('Waiting for your input')
        else if (last.error != null) setSaid('This answer failed')
        else void readAnswerAloud(getMessageText(last)).then(setSaid)
      }),
    [conversation],
  )
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
