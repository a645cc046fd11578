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

/** `path` is the full path of the opening, with its query. */
export type AppBodyProps = { windowId: string; path: string }

export type AppBodyModule = { Body: ComponentType<AppBodyProps> }

/** Suggestions in an empty chat with the app; `content` is the question. */
export type SuggestedQuestions = {
  welcomeDescription: string
  modules: readonly { title: string; content: string; icon: string | null }[]
}

export type AppDefinition = {
  id: string
  title: string
  /** Identifies the app and its window, such as `/calendar`. */
  path: string
  description: string
  /** Other words by which the palette finds it. */
  keywords?: readonly string[]
  group?: AppGroup
  status: AppStatus
  appType: AppType
  icon: AppIconSource
  isHot?: boolean
  isDisabled?: boolean
  /** False keeps it out of the icon grid; it still opens by path. */
  hasIcon?: boolean
  /** True when the path is also a page of its own, which opens instead of a window away from the desktop. */
  hasPage?: boolean
  /** True when several windows of it can be open beside each other. */
  hasManyWindows?: boolean
  /** Runs instead of opening a window. */
  onIconClick?: () => void
  /** Shares of the screen. */
  defaultSize?: { widthRatio: number; heightRatio: number }
  suggestedQuestions?: SuggestedQuestions
  /** Sentences about the features of an app that is coming soon. */
  upcoming?: readonly string[]
  /** Loads the body. An app without one that is not coming soon opens as a page at its path. */
  body?: () => Promise<AppBodyModule>
}
