import type { ComponentType } from 'react'
import type { AppBodyProps, AppDefinition } from '#src/platform/apps/app-definition.ts'

/** An app that is coming soon has little to show. */
const SMALL = { widthRatio: 0.4, heightRatio: 0.6 }

/** Loads a window's body together with the query cache. */
const within = (load: () => Promise<ComponentType<AppBodyProps>>) => async () => {
  const [Body, { scoped }] = await Promise.all([load(), import('./query-scope.tsx')])
  return { Body: scoped(Body) }
}

export const BUILT_IN_APPS: readonly AppDefinition[] = [
  {
    id: 'wallet-finder',
    title: 'CA Analysis',
    path: '/wallet-finder',
    description: 'Finds smart addresses for a project contract address on the Solana chain.',
    group: 'walletTools',
    status: 'online',
    appType: 'agent',
    icon: 'ca-analysis',
    body: within(
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
    defaultSize: SMALL,
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
    defaultSize: SMALL,
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
    defaultSize: SMALL,
    upcoming: [
      'Say what to trade and see the transaction simulated first.',
      'Nothing is signed or sent without your wallet.',
    ],
  },
  {
    id: 'research',
    title: 'Research',
    path: '/research',
    description: 'Gathers many sources on a question and digests them with citations.',
    group: 'agent',
    status: 'online',
    appType: 'agent',
    icon: 'research',
    body: within(async () => (await import('#src/app/bodies/research-body.tsx')).ResearchBody),
  },
  {
    id: 'agent-builder',
    title: 'Agent Builder',
    path: '/agent-builder',
    description: 'Build your own agent from an idea.',
    group: 'agent',
    status: 'online',
    appType: 'system',
    icon: 'agent-builder',
    isHot: true,
    body: within(
      async () => (await import('#src/app/bodies/agent-builder-body.tsx')).AgentBuilderBody,
    ),
  },
  {
    id: 'app-store',
    title: 'App Store',
    path: '/app-store',
    description: 'Third-party apps, reviewed before they can be installed.',
    group: 'searchApps',
    status: 'online',
    appType: 'system',
    icon: 'app-store',
    body: within(
      async () => (await import('#src/features/app-store/app-store-window.tsx')).AppStoreWindow,
    ),
  },
  {
    id: 'sol-recharge',
    title: 'Recharge',
    path: '/sol-recharge',
    description: 'Recharge your balance in SOL from your wallet.',
    group: 'systemUtils',
    status: 'online',
    appType: 'system',
    icon: 'recharge',
    body: within(async () => (await import('#src/app/screens/payment-body.tsx')).PaymentBody),
  },
  {
    id: 'settings',
    title: 'Settings',
    path: '/settings',
    description: 'Appearance and the desktop’s own settings.',
    group: 'systemUtils',
    status: 'online',
    appType: 'system',
    icon: 'settings',
    body: within(
      async () => (await import('#src/features/settings/settings-window.tsx')).SettingsWindow,
    ),
  },
  {
    id: 'theme',
    title: 'Theme',
    path: '/theme',
    description: 'Light or dark.',
    group: 'systemUtils',
    status: 'online',
    appType: 'system',
    icon: 'theme',
    body: within(
      async () => (await import('#src/features/settings/appearance/theme-window.tsx')).ThemeWindow,
    ),
  },
  {
    id: 'calendar',
    title: 'Calendar',
    path: '/calendar',
    description: 'Your events by day, week and month.',
    group: 'systemUtils',
    status: 'online',
    appType: 'system',
    icon: 'calendar',
    defaultSize: { widthRatio: 0.65, heightRatio: 0.7 },
    body: within(
      async () => (await import('#src/features/calendar/calendar-window.tsx')).CalendarWindow,
    ),
  },
  {
    id: 'chat',
    title: 'Chat',
    path: '/chat',
    description: 'Your chats with the assistant.',
    status: 'online',
    appType: 'system',
    icon: 'chat',
    hasIcon: false,
    hasPage: true,
    defaultSize: { widthRatio: 0.5, heightRatio: 0.8 },
    body: within(async () => (await import('#src/app/bodies/chat-body.tsx')).ChatBody),
  },
  {
    id: 'home',
    title: 'Home',
    path: '/',
    description: 'Where everything starts.',
    status: 'online',
    appType: 'system',
    icon: 'home',
    hasIcon: false,
    hasPage: true,
    defaultSize: { widthRatio: 0.6, heightRatio: 0.5 },
    body: within(async () => (await import('#src/features/home/home.tsx')).Home),
  },
]
