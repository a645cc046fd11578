import type { EventColor } from '#contract/calendar/events.ts'
import { parseWall, type WallMs } from './civil.ts'

export const DEFAULT_COLOR: EventColor = 'iris'

/** Longer texts of imported files are cut. */
export const TEXT_LIMITS = { title: 500, place: 1000, notes: 20_000 } as const

/** Returns the time of a text that passed the schema. */
export const toWall = (text: string): WallMs => parseWall(text) ?? 0
