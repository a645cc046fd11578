import { AgentBuilder } from '#src/features/agent-builder/agent-builder.tsx'
import { AppChatPanel } from '#src/features/chat/chat-panel.tsx'
import { defineAgentApp } from '#src/platform/apps/added-app-definitions.ts'
import { desktopChatActions } from '#src/app/chat-actions.ts'

const neverOpened = () => Promise.reject(new Error('A preview has no window'))

export const AgentBuilderBody = () => (
  <AgentBuilder
    renderPreview={(agent) => {
      const { id, title, icon, suggestedQuestions } = defineAgentApp(agent, neverOpened)
      return (
        <AppChatPanel
          key={JSON.stringify(agent)}
          appId={`agent:${id}`}
          title={title}
          icon={icon}
          welcomeDescription={suggestedQuestions?.welcomeDescription ?? null}
          suggestedQuestions={suggestedQuestions?.modules ?? []}
          actions={desktopChatActions}
        />
      )
    }}
  />
)
