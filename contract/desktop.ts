import * as z from 'zod/mini'
import { namedObject } from './endpoint/described.ts'
import { endpoint } from './endpoint/endpoint.ts'
import { CHANGE, READ } from './endpoint/limits.ts'
import { statusEnvelope } from './endpoint/lists.ts'

/** Maximum size of all parts together, as JSON. */
export const MAX_DESKTOP_BYTES = 65_536

const Text = z.string().check(z.maxLength(300))
const Choice = z.string().check(z.maxLength(40))
const Path = z.string().check(z.maxLength(2_000), z.startsWith('/'))
const Coordinate = z.number().check(z.gte(-100_000), z.lte(100_000))
const Length = z.number().check(z.gte(0), z.lte(100_000))
const Share = z.number().check(z.gte(0), z.lte(1))
const Count = z.int().check(z.gte(0), z.lte(200))
const Version = z.int().check(z.gte(0))

const Size = z.object({ width: Length, height: Length })

const StoredWindow = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  title: Text,
  path: Path,
  is_minimized: z.boolean(),
  is_maximized: z.boolean(),
  /** The half or quarter of the screen that it fills; null if none. */
  snap: z.nullable(Choice),
  /** Its cell in an arrangement of `count` windows; null outside an arrangement. */
  cell: z.nullable(z.object({ layout: Choice, index: Count, count: Count })),
  /** In CSS pixels. */
  rect: z.extend(Size, { x: Coordinate, y: Coordinate }),
  /** Size of the desktop that `rect` was made for. */
  placed_on: Size,
})

/** The parts of a desktop. Each is replaced as a whole. */
const DesktopParts = z.partial(
  z.object({
    windows: z.object({
      windows: z.array(StoredWindow).check(z.maxLength(200)),
      /** Window ids in stacking order, topmost last. */
      from_bottom: z.array(Text).check(z.maxLength(200)),
      split: z.object({ x: Share, y: Share }),
    }),
    /** Names that the user gave to icons, by the path of the app. */
    icon_names: z.record(Text, Text),
    icon_order: z.array(Text).check(z.maxLength(1_000)),
    removed_icons: z.array(Text).check(z.maxLength(1_000)),
    dock: z.array(Text).check(z.maxLength(40)),
    widgets: z.array(Choice).check(z.maxLength(40)),
    /** Choices of Settings by name. */
    look: z.record(Choice, z.union([Choice, z.boolean()])),
    preferences: z.record(Choice, z.union([Choice, z.boolean()])),
    notifications: z.record(Choice, z.union([Choice, z.boolean()])),
  }),
)
export type DesktopParts = z.infer<typeof DesktopParts>

const DesktopState = namedObject('DesktopState', {
  /** Increases by 1 with each change; 0 before the first. */
  version: z.number(),
  /** Null while the user does not keep a desktop. */
  parts: z.nullable(DesktopParts),
  updated_at: z.nullable(z.string()),
})
export type DesktopState = z.infer<typeof DesktopState>

const DesktopVersion = z.object({ version: z.number() })

export const getDesktop = endpoint({
  name: 'getDesktop',
  path: '/desktop',
  summary: 'The desktop that the caller keeps the same in every browser',
  limits: READ,
  response: statusEnvelope(DesktopState),
})

export const saveDesktop = endpoint({
  name: 'saveDesktop',
  method: 'PUT',
  path: '/desktop',
  summary:
    'Replace parts of the kept desktop; saves nothing if it changed in another browser since `version`',
  limits: CHANGE,
  body: z.object({ version: Version, parts: DesktopParts }),
  /** `version` is the new one, or the given one if nothing was saved. */
  response: statusEnvelope(z.object({ is_saved: z.boolean(), version: z.number() })),
})

export const forgetDesktop = endpoint({
  name: 'forgetDesktop',
  method: 'DELETE',
  path: '/desktop',
  summary: 'Stop keeping the desktop, and delete what was kept',
  limits: CHANGE,
  response: statusEnvelope(DesktopVersion),
})
