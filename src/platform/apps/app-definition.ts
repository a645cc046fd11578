import type { ComponentType } from 'react'
import type { AppIconSource } from '#src/ui/icons/app-icon.tsx'

export type AppGroup =
  | 'agent'
  | 'walletTools'
  | 'searchApps'
  | 'systemUtils'
  | 'installed'
  | 'userAgents'

type AppStatus = 'online' | 'coming_soon'
type AppType = 'mcp' | 'agent' | 'system' | 'pro' | 'other'

/** What a window hands to the body of its app. `path` is the full path it was opened with, query included. */
export type AppBodyProps = { windowId: string; path: string }

export type AppBodyModule = { Body: ComponentType<AppBodyProps> }

/** What an empty chat with the app offers; `content` is what is asked. */
export type SuggestedQuestions = {
  welcomeDescription: string
  modules: readonly { title: string; content: string; icon: string | null }[]
}

/** What an app declares to appear on the desktop and to open in a window. */
export type AppDefinition = {
  id: string
  title: string
  /** Where it opens; windows are told apart by it. */
  path: string
  description: string
  group?: AppGroup
  status: AppStatus
  appType: AppType
  icon: AppIconSource
  isHot?: boolean
  isDisabled?: boolean
  /** False keeps it off the icon grid; it still opens by path. */
  hasIcon?: boolean
  /** True when the path is a page of its own, which is nearer than the desktop for someone elsewhere. */
  hasPage?: boolean
  /** Runs instead of opening a window. */
  onIconClick?: () => void
  /** Shares of the screen. */
  defaultSize?: { widthRatio: number; heightRatio: number }
  suggestedQuestions?: SuggestedQuestions
  /** For an app that is coming soon: what it will do, one sentence each. */
  upcoming?: readonly string[]
  /** Fetches the body. An app that has none, and is not coming soon, is opened by navigating to its path. */
  body?: () => Promise<AppBodyModule>
}
