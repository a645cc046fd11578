import { SignInBar } from '#src/features/app-store/sign-in-bar.tsx'
import { AppChatPanel } from '#src/features/chat/chat-panel.tsx'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { useApp } from '#src/platform/apps/app-registry-store.ts'
import { desktopChatActions } from '#src/app/chat-actions.ts'

export const AppChatBody = ({ path }: AppBodyProps) => {
  const app = useApp(path)
  if (app === undefined) return null
  const chats = (
    <AppChatPanel
      appId={app.group === 'userAgents' ? `agent:${app.id}` : app.id}
      title={app.title}
      icon={app.icon}
      welcomeDescription={app.suggestedQuestions?.welcomeDescription ?? null}
      suggestedQuestions={app.suggestedQuestions?.modules ?? []}
      actions={desktopChatActions}
    />
  )
  if (app.group !== 'installed') return chats
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SignInBar appId={app.id} appName={app.title} />
      <div className="min-h-0 flex-1">{chats}</div>
    </div>
  )
}
