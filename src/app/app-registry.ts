import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { CHAT_PATH } from '#contract/paths.ts'
import type { ComponentType } from 'react'
import type { AppBodyProps, AppDefinition } from '#src/platform/apps/app-definition.ts'
import { withQueries } from './with-queries.ts'

const createBodyLoader = (load: () => Promise<ComponentType<AppBodyProps>>) => async () => ({
  Body: await withQueries(load),
})

export const BUILT_IN_APPS: readonly AppDefinition[] = [
  {
    ...PRODUCT_APPS.caAnalysis,
    description: 'Finds smart addresses for a project contract address on the Solana chain.',
    keywords: ['contract address', 'token', 'smart addresses', 'analyse'],
    group: 'walletTools',
    status: 'online',
    appType: 'agent',
    icon: 'ca-analysis',
    hasManyWindows: true,
    body: createBodyLoader(
      async () =>
        (await import('#src/features/ca-analysis/ca-analysis-window.tsx')).CaAnalysisWindow,
    ),
  },
  {
    id: 'ca-signal',
    title: 'CA Signal',
    path: '/ca-signal',
    description: 'Get alerts when wallets you follow buy or sell.',
    group: 'walletTools',
    status: 'coming_soon',
    appType: 'agent',
    icon: 'ca-signal',
    upcoming: [
      'Follow the addresses that an analysis ranked.',
      'See their first buy of a token with its transaction.',
    ],
  },
  {
    id: 'smart-wallet',
    title: 'Smart Address',
    path: '/smart-wallet',
    description: 'A wallet’s full track record, across all tokens.',
    group: 'walletTools',
    status: 'coming_soon',
    appType: 'agent',
    icon: 'smart-wallet',
    upcoming: [
      'Realized profit, holding times and win rate of an address.',
      'Who it trades with, and where its money came from.',
    ],
  },
  {
    id: 'ai-trade',
    title: 'AI Trade',
    path: '/ai-trade',
    description: 'Describe a trade; you approve it in your wallet.',
    group: 'walletTools',
    status: 'coming_soon',
    appType: 'agent',
    icon: 'ai-trade',
    upcoming: [
      'Say what to trade and see the transaction simulated first.',
      'Nothing is signed or sent without your wallet.',
    ],
  },
  {
    ...PRODUCT_APPS.research,
    description: 'Gathers many sources on a question and digests them with citations.',
    keywords: ['news', 'search'],
    group: 'agent',
    status: 'online',
    appType: 'agent',
    icon: 'research',
    hasManyWindows: true,
    body: createBodyLoader(
      async () => (await import('#src/app/bodies/research-body.tsx')).ResearchBody,
    ),
  },
  {
    ...PRODUCT_APPS.agentBuilder,
    description: 'Build your own agent from an idea.',
    keywords: ['create agent', 'bot'],
    group: 'agent',
    status: 'online',
    appType: 'system',
    icon: 'agent-builder',
    isHot: true,
    body: createBodyLoader(
      async () => (await import('#src/app/bodies/agent-builder-body.tsx')).AgentBuilderBody,
    ),
  },
  {
    ...PRODUCT_APPS.appStore,
    description: 'Third-party apps, reviewed before they can be installed.',
    keywords: ['install', 'MCP apps'],
    group: 'searchApps',
    status: 'online',
    appType: 'system',
    icon: 'app-store',
    body: createBodyLoader(
      async () => (await import('#src/features/app-store/app-store-window.tsx')).AppStoreWindow,
    ),
  },
  {
    ...PRODUCT_APPS.recharge,
    description: 'Recharge your balance in SOL from your wallet.',
    keywords: ['top up', 'deposit', 'add SOL', 'balance', 'pay', 'history', 'spending', 'receipts'],
    group: 'systemUtils',
    status: 'online',
    appType: 'system',
    icon: 'recharge',
    body: createBodyLoader(
      async () => (await import('#src/app/screens/payment-body.tsx')).PaymentBody,
    ),
  },
  {
    ...PRODUCT_APPS.settings,
    description: 'Appearance and the desktop’s own settings.',
    keywords: ['preferences', 'options'],
    group: 'systemUtils',
    status: 'online',
    appType: 'system',
    icon: 'settings',
    body: createBodyLoader(
      async () => (await import('#src/app/bodies/settings-body.tsx')).SettingsBody,
    ),
  },
  {
    ...PRODUCT_APPS.theme,
    description: 'Light or dark.',
    keywords: ['appearance', 'dark', 'light'],
    group: 'systemUtils',
    status: 'online',
    appType: 'system',
    icon: 'theme',
    body: createBodyLoader(
      async () => (await import('#src/features/settings/appearance/theme-window.tsx')).ThemeWindow,
    ),
  },
  {
    ...PRODUCT_APPS.calendar,
    description: 'Your events by day, week and month.',
    keywords: ['date', 'events', 'month'],
    group: 'systemUtils',
    status: 'online',
    appType: 'system',
    icon: 'calendar',
    defaultSize: { widthRatio: 0.65, heightRatio: 0.7 },
    body: createBodyLoader(async () => (await import('./bodies/calendar-body.tsx')).CalendarBody),
  },
  {
    id: 'chat',
    title: 'Chat',
    path: CHAT_PATH,
    description: 'Your chats with the assistant.',
    keywords: ['ask', 'assistant', 'conversation'],
    status: 'online',
    appType: 'system',
    icon: 'chat',
    hasManyWindows: true,
    hasIcon: false,
    hasPage: true,
    defaultSize: { widthRatio: 0.5, heightRatio: 0.8 },
    body: createBodyLoader(async () => (await import('#src/app/bodies/chat-body.tsx')).ChatBody),
  },
  {
    ...PRODUCT_APPS.home,
    description: 'Where everything starts.',
    status: 'online',
    appType: 'system',
    icon: 'home',
    hasIcon: false,
    hasPage: true,
    defaultSize: { widthRatio: 0.6, heightRatio: 0.5 },
    body: createBodyLoader(async () => (await import('#src/features/home/home.tsx')).Home),
  },
]
