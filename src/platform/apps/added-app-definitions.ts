import type { UserAgent } from '#contract/apps/agents.ts'
import type { StoreApp } from '#contract/apps/apps.ts'
import type { AppIconSource } from '#src/ui/icons/app-icon.tsx'
import type { AppBodyModule, AppDefinition, SuggestedQuestions } from './app-definition.ts'

type LoadBody = () => Promise<AppBodyModule>

export const getStoreAppPath = (id: string): string => `/app/${id}`
export const getAgentPath = (id: string): string => `/agent/${id}`

/** Returns the app's image or emoji, else the first letter of its name. */
export const getAddedIcon = (name: string, icon: string | null | undefined): AppIconSource => ({
  name,
  imageUrl: icon ?? null,
})

const getSuggestedQuestions = ({
  description,
  suggested_questions: asked,
}: StoreApp): SuggestedQuestions => ({
  welcomeDescription: asked?.welcomeDescription ?? description ?? '',
  modules: (asked?.modules ?? []).map(({ title, content, icon }) => ({
    title,
    content,
    icon: icon ?? null,
  })),
})

export const defineStoreApp = (app: StoreApp, body: LoadBody): AppDefinition => ({
  id: app.id,
  title: app.name,
  path: getStoreAppPath(app.id),
  description: app.description ?? '',
  group: 'installed',
  status: 'online',
  appType: 'mcp',
  hasManyWindows: true,
  icon: getAddedIcon(app.name, app.icon),
  isDisabled: app.is_disabled === true,
  suggestedQuestions: getSuggestedQuestions(app),
  body,
})

const describeAgent = ({ name, description }: UserAgent): string =>
  description === null || description === undefined || description === ''
    ? `Custom agent: ${name}`
    : description

export const defineAgentApp = (agent: UserAgent, body: LoadBody): AppDefinition => {
  const description = describeAgent(agent)
  return {
    id: agent.id,
    title: agent.name,
    path: getAgentPath(agent.id),
    description,
    group: 'userAgents',
    status: 'online',
    appType: 'agent',
    hasManyWindows: true,
    icon: getAddedIcon(agent.name, agent.logo),
    suggestedQuestions: {
      welcomeDescription: description,
      modules: (agent.suggested_questions ?? []).map((content) => ({
        title: '',
        content,
        icon: null,
      })),
    },
    body,
  }
}
