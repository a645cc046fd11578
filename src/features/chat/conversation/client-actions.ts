import { formatDate } from '#src/lib/dates.ts'
import { describeRule } from '#src/lib/repeat-text.ts'
import { createContext, use } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ClientAction } from '#contract/chat/parts.ts'

export type ActionOutcome =
  | { readonly ok: true; readonly undo: (() => void) | null }
  | { readonly ok: false; readonly message: string }

/** Actions of the page that a chat can call. The app layer implements them. */
export type ClientActions = {
  /** Returns true for actions that run without asking, because the user sees them and can undo them. */
  isImmediate(action: ClientAction): boolean
  run(action: ClientAction): Promise<ActionOutcome>
  /** Returns the calendar's entries between two local dates, both included, to show in the chat. */
  findEvents(span: { from: string; to: string; title: string }): Promise<readonly ChatEventRow[]>
}

export type ChatEventRow = {
  readonly key: string
  readonly title: string
  readonly when: string
  /** Deletes the entry. Returns the function that restores it. */
  readonly remove: () => () => void
  /** Null if the entry cannot have this time, or has it already. `move` returns the function that moves it back. */
  readonly planMove: (startsAt: string) => { when: string; move: () => () => void } | null
}

const NONE: ClientActions = {
  isImmediate: () => false,
  run: () => Promise.resolve({ ok: false, message: 'This page cannot do that.' }),
  findEvents: () => Promise.resolve([]),
}

export const ClientActionsContext = createContext<ClientActions>(NONE)

export const useClientActions = () => use(ClientActionsContext)

type Done = ActionOutcome | { readonly ok: 'undone' }

/** Outcomes of actions by the id of their call. They can be undone until the page is closed. */
const outcomes = createStore<Readonly<Record<string, Done>>>(() => ({}))

export const useOutcome = (callId: string): Done | undefined =>
  useStore(outcomes, (all) => all[callId])

/** Runs the action of a call and keeps its outcome. Never rejects. */
export const runAction = async (
  actions: ClientActions,
  callId: string,
  action: ClientAction,
): Promise<void> => {
  const outcome = await actions.run(action).catch((error: unknown): ActionOutcome => {
    console.warn('An action of a chat failed', error)
    return { ok: false, message: 'We couldn’t do that. Try again.' }
  })
  outcomes.setState({ [callId]: outcome })
}

export const undoAction = (callId: string): void => {
  const done = outcomes.getState()[callId]
  if (done?.ok !== true || done.undo === null) return
  done.undo()
  outcomes.setState({ [callId]: { ok: 'undone' } })
}

const formatEventTime = (starts: string, ends: string, isAllDay: boolean): string => {
  const start = new Date(isAllDay ? `${starts.slice(0, 10)}T00:00` : starts)
  if (Number.isNaN(start.getTime())) return starts
  const day = formatDate(start, 'full date')
  if (isAllDay) return day
  const end = formatDate(ends, 'clock')
  return `${day}, ${formatDate(start, 'clock')}${end === '' ? '' : `–${end}`}`
}

/** Describes an action before it runs; `label` is for its button. */
export const describeAction = (
  action: ClientAction,
): { label: string; detail: string; done: string } => {
  switch (action.kind) {
    case 'open_app':
      return {
        label: `Open ${action.title}`,
        detail: 'Opens a window on the desktop',
        done: 'Opened',
      }
    case 'arrange_windows':
      return action.layout === 'grid'
        ? {
            label: 'Arrange windows',
            detail: 'Puts the open windows side by side',
            done: 'Arranged',
          }
        : { label: 'Golden ratio', detail: 'Arranges the windows in a spiral', done: 'Arranged' }
    case 'minimize_windows':
      return { label: 'Minimize all windows', detail: 'They stay in the dock', done: 'Minimized' }
    case 'close_windows':
      return { label: 'Close all windows', detail: 'Closes every open window', done: 'Closed' }
    case 'set_theme':
      return {
        label: action.theme === 'dark' ? 'Dark theme' : 'Light theme',
        detail: `Switches to the ${action.theme} theme`,
        done: 'Switched',
      }
    case 'add_event':
      return {
        label: 'Add to calendar',
        detail: [
          action.title,
          formatEventTime(action.starts_at, action.ends_at, action.is_all_day),
          ...(action.repeats === undefined ? [] : [describeRule(action.repeats)]),
        ].join(' · '),
        done: 'Added',
      }
    case 'list_events':
    case 'delete_events':
    case 'move_events':
      return { label: 'Open Calendar', detail: '', done: 'Opened' }
    case 'set_wallpaper':
      return {
        label: 'Change the wallpaper',
        detail:
          action.wallpaper === undefined
            ? 'Shows the next wallpaper'
            : `Shows the wallpaper ${action.wallpaper}`,
        done: 'Changed',
      }
    case 'set_accent':
      return {
        label: 'Change the color',
        detail: `Buttons and highlights become ${action.accent}`,
        done: 'Changed',
      }
    case 'top_up':
      return {
        label: 'Open Recharge',
        detail:
          action.amount_sol === undefined
            ? 'You choose the amount there'
            : `${action.amount_sol} SOL, confirmed in your wallet`,
        done: 'Opened',
      }
    case 'build_agent':
      return {
        label: 'Open Agent Builder',
        detail: action.idea ?? 'You describe your idea there',
        done: 'Opened',
      }
    case 'export_csv':
      return { label: 'Save CSV', detail: 'Saves a file on your computer', done: 'Saved' }
  }
}
