export type ProductApp = {
  readonly id: string
  readonly title: string
  /** Identifies the app and its window on the desktop. */
  readonly path: string
  /** More words that a chat finds the app by, separated by spaces. */
  readonly also: string
}

const app = <Id extends string>(id: Id, title: string, path: string, also: string) =>
  ({ id, title, path, also }) as const satisfies ProductApp

/** The product's apps that a chat can open. The desktop adds what it shows of each. */
export const PRODUCT_APPS = {
  caAnalysis: app('wallet-finder', 'CA Analysis', '/wallet-finder', 'wallet finder analysis'),
  research: app('research', 'Research', '/research', 'news'),
  appStore: app('app-store', 'App Store', '/app-store', 'store market browse'),
  agentBuilder: app(
    'agent-builder',
    'Agent Builder',
    '/agent-builder',
    'builder agents agent build',
  ),
  recharge: app(
    'sol-recharge',
    'Recharge',
    '/sol-recharge',
    'top up topup deposit payment payments',
  ),
  settings: app(
    'settings',
    'Settings',
    '/settings',
    'preferences password account wallet wallets linked link session',
  ),
  theme: app('theme', 'Theme', '/theme', 'appearance wallpaper accent'),
  calendar: app('calendar', 'Calendar', '/calendar', 'schedule agenda event'),
  home: app('home', 'Home', '/', 'start page'),
} as const
