import { AppError } from '#server/errors.ts'
import type { AssistantTool } from './tool.ts'

export type ProductApp = {
  id: string
  title: string
  path: string
  /** Other words for the app, separated by spaces. */
  also: string
}

export const PRODUCT_APPS: readonly ProductApp[] = [
  { id: 'app-store', title: 'App Store', path: '/app-store', also: 'store apps market' },
  { id: 'agent-builder', title: 'Agent Builder', path: '/agent-builder', also: 'builder agents' },
  {
    id: 'sol-recharge',
    title: 'Recharge',
    path: '/sol-recharge',
    also: 'top up topup deposit payment',
  },
  { id: 'settings', title: 'Settings', path: '/settings', also: 'preferences' },
  { id: 'theme', title: 'Theme', path: '/theme', also: 'appearance wallpaper' },
  { id: 'calendar', title: 'Calendar', path: '/calendar', also: 'schedule agenda' },
  { id: 'home', title: 'Home', path: '/', also: 'start' },
]

const DESKTOP = { id: 'desktop', name: 'Desktop' }
const CALENDAR = { id: 'calendar', name: 'Calendar' }
const HOUR_MS = 3_600_000

/** Returns the tools that the browser runs. It shows a preview and can undo them. */
export const desktopTools = (apps: readonly ProductApp[]): AssistantTool[] => [
  {
    name: 'open_app',
    app: DESKTOP,
    title: 'Open an app',
    description: 'Opens an app or window of the desktop by its name',
    inputSchema: {
      type: 'object',
      properties: { app: { type: 'string', description: 'Name of the app' } },
      required: ['app'],
    },
    examples: [
      'open the calendar',
      'open settings',
      'show me the app store',
      'launch research',
      'start ca analysis window',
      'go to recharge',
      'bring up the theme app',
    ],
    aliases: ['open'],
    writes: false,
    isTrusted: true,
    run: async ({ app }) => {
      const found = findApp(apps, String(app))
      if (found === null) {
        throw new AppError(
          'NOT_FOUND',
          `There is no app of that name. There are ${apps.map(({ title }) => title).join(', ')}.`,
        )
      }
      return {
        text: `Opening **${found.title}**.`,
        clientAction: { kind: 'open_app', path: found.path, title: found.title },
      }
    },
  },
  {
    name: 'arrange_windows',
    app: DESKTOP,
    title: 'Arrange windows',
    description:
      'Arranges the open windows side by side in a grid or by the golden ratio, minimises or closes them all',
    inputSchema: {
      type: 'object',
      properties: {
        layout: {
          type: 'string',
          enum: ['grid', 'golden ratio', 'minimize', 'close'],
          default: 'grid',
        },
      },
    },
    examples: [
      'arrange my windows',
      'tile all windows in a grid',
      'golden ratio arrange',
      'minimize all windows',
      'close all windows',
      'clean up the desktop',
    ],
    aliases: ['arrange'],
    writes: false,
    isTrusted: true,
    run: async ({ layout }) => {
      if (layout === 'minimize') {
        return { text: 'Minimizing all windows.', clientAction: { kind: 'minimize_windows' } }
      }
      if (layout === 'close') {
        return { text: 'Closing all windows.', clientAction: { kind: 'close_windows' } }
      }
      const isGolden = layout === 'golden ratio'
      return {
        text: isGolden ? 'Arranging windows by the golden ratio.' : 'Arranging windows in a grid.',
        clientAction: { kind: 'arrange_windows', layout: isGolden ? 'golden_ratio' : 'grid' },
      }
    },
  },
  {
    name: 'set_theme',
    app: DESKTOP,
    title: 'Change the theme',
    description: 'Switches the appearance to the light or dark theme',
    inputSchema: {
      type: 'object',
      properties: { theme: { type: 'string', enum: ['light', 'dark'] } },
      required: ['theme'],
    },
    examples: [
      'switch to dark mode',
      'use the light theme',
      'make the screen dark',
      'turn on dark appearance',
    ],
    aliases: ['theme'],
    writes: false,
    isTrusted: true,
    run: async ({ theme }) => ({
      text: `Switching to the ${theme === 'dark' ? 'dark' : 'light'} theme.`,
      clientAction: { kind: 'set_theme', theme: theme === 'dark' ? 'dark' : 'light' },
    }),
  },
  {
    name: 'add_event',
    app: CALENDAR,
    title: 'Add a calendar entry',
    description: 'Adds an event, reminder or meeting to the calendar at a date and time',
    inputSchema: {
      type: 'object',
      properties: {
        title: { type: 'string', description: 'What it is', maxLength: 200 },
        starts_at: {
          type: 'string',
          description: 'Date, or date and time, like 2026-11-20T09:30',
        },
        ends_at: { type: 'string', description: 'An hour later when left out' },
      },
      required: ['title', 'starts_at'],
    },
    examples: [
      'add a calendar entry on date',
      'remind me on date at time',
      'schedule a meeting on date time',
      'put an event in my calendar',
      'create an appointment on date',
      'new reminder for date',
    ],
    aliases: ['event', 'remind'],
    writes: false,
    isTrusted: true,
    run: async ({ title, starts_at: starts, ends_at: ends }) => {
      const start = wallOf(starts)
      if (start === null)
        throw new AppError('BAD_REQUEST', 'The start is no date like 2026-11-20T09:30')
      const isAllDay = !start.includes('T')
      const end = ends === undefined || ends === '' ? later(start) : wallOf(ends)
      if (end === null || end < start)
        throw new AppError('BAD_REQUEST', 'The end is no date after the start')
      const name = String(title).slice(0, 200)
      return {
        text: `Adding **${name}** on ${start.replace('T', ' at ')}.`,
        clientAction: {
          kind: 'add_event',
          title: name,
          starts_at: start,
          ends_at: end,
          is_all_day: isAllDay,
        },
      }
    },
  },
]

function findApp(apps: readonly ProductApp[], name: string): ProductApp | null {
  const words = name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1)
  const scored = apps
    .map((app) => {
      const known = `${app.title} ${app.id.replaceAll('-', ' ')} ${app.also}`
        .toLowerCase()
        .split(' ')
      const isExact = app.title.toLowerCase() === words.join(' ')
      return { app, score: words.filter((word) => known.includes(word)).length + (isExact ? 1 : 0) }
    })
    .toSorted((a, b) => b.score - a.score)
  const [best] = scored
  return best === undefined || best.score === 0 ? null : best.app
}

function wallOf(value: unknown): string | null {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?/.exec(String(value)) ?? []
  if (day === undefined || Number.isNaN(Date.parse(`${day}T${time ?? '00:00'}Z`))) return null
  return time === undefined ? day : `${day}T${time}`
}

/** A whole day ends on the same day; a meeting lasts an hour. */
function later(start: string): string {
  return start.includes('T')
    ? new Date(Date.parse(`${start}Z`) + HOUR_MS).toISOString().slice(0, 16)
    : start
}
