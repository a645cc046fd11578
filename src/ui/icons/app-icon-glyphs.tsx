import type { ReactNode } from 'react'

/**
 * The app icons: white on a colored tile, a 24-unit grid, lines of 1.75 with round ends, and one soft shape behind the
 * line. A tile's gradient runs from top left to bottom right.
 */
type AppGlyph = { tile: readonly [from: string, to: string]; drawing: ReactNode }

const soft = { fill: '#fff', fillOpacity: 0.38, stroke: 'none' } as const
const solid = { fill: '#fff', stroke: 'none' } as const

type Circle = readonly [x: number, y: number, radius: number]

/** Returns one path for several circles, because browsers lay out and paint each shape separately. */
const circles = (...all: readonly Circle[]): string =>
  all
    .map(([x, y, r]) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`)
    .join('')

const EYES = circles([12, 4.2, 1.5], [9, 13, 1.3], [15, 13, 1.3])
const KNOBS = circles([14.7, 7, 2.6], [9.2, 12, 2.6], [13.7, 17, 2.6])
const DAYS = circles([8.5, 13.3, 1.1], [12, 13.3, 1.1], [15.5, 13.3, 1.1], [8.5, 16.7, 1.1])

export const APP_GLYPHS = {
  'ca-analysis': {
    tile: ['#837cff', '#4338ca'],
    drawing: (
      <>
        <path {...soft} d="M4 15h3v5H4zM8.5 12h3v8h-3zM13 16.5h3V20h-3z" />
        <circle cx="13" cy="9" r="5" />
        <path d="m16.8 12.8 3.7 3.7M11 9.4l1.5 1.4L15 7.9" />
      </>
    ),
  },
  'ca-signal': {
    tile: ['#ff8ea3', '#cf3566'],
    drawing: (
      <>
        <circle {...soft} cx="12" cy="12" r="5.2" />
        <circle {...solid} cx="12" cy="12" r="2.2" />
        <path d="M7 17.5a7.6 7.6 0 0 1 0-11M17 6.500a7.6 7.6 0 0 1 0 11M4.2 20a11.3 11.3 0 0 1 0-16M19.8 4a11.3 11.3 0 0 1 0 16" />
      </>
    ),
  },
  'smart-wallet': {
    tile: ['#3ccdbd', '#0b7f80'],
    drawing: (
      <>
        <path {...soft} d="M4 9h16v8.500a2.5 2.5 0 0 1-2.5 2.500h-11A2.5 2.5 0 0 1 4 17.500z" />
        <path d="M17 9V7.200A2.2 2.2 0 0 0 14.8 5H6.200a2.2 2.2 0 0 0 0 4.400H17.800A2.2 2.2 0 0 1 20 11.600v5.900a2.5 2.5 0 0 1-2.5 2.500h-11A2.5 2.5 0 0 1 4 17.500V7.2" />
        <path {...solid} d="m15.5 11.7.8 2 2 .8-2 .8-.8 2-.8-2-2-.8 2-.8z" />
      </>
    ),
  },
  'ai-trade': {
    tile: ['#ffb45e', '#dd6b17'],
    drawing: (
      <>
        <path {...soft} d="M4.5 13h3.500v5H4.500zM10.2 9.500h3.500V15h-3.500zM16 6h3.500v6H16z" />
        <path d="M6.2 10.500V13M6.2 18v2.500M12 7v2.500M12 15v2.500M17.8 3.500V6M17.8 12v2.500M4.5 13H8v5H4.500zM10.2 9.500h3.600V15h-3.600zM16 6h3.500v6H16z" />
      </>
    ),
  },
  research: {
    tile: ['#66b3ff', '#225fcf'],
    drawing: (
      <>
        <path {...soft} d="M8 3.500h11v13H8z" />
        <path d="M8 7H6.500A1.5 1.5 0 0 0 5 8.500v10.600a1.5 1.5 0 0 0 1.5 1.500h8.200a1.5 1.5 0 0 0 1.5-1.500v-2.3" />
        <path d="M9.5 3.500h8A1.5 1.5 0 0 1 19 5v10a1.5 1.5 0 0 1-1.5 1.500h-8A1.5 1.5 0 0 1 8 15V5a1.5 1.5 0 0 1 1.5-1.500zM11 7.500h5M11 10.200h5M11 12.900h2.5" />
      </>
    ),
  },
  'app-store': {
    tile: ['#b98bff', '#6f36d6'],
    drawing: (
      <>
        <rect {...soft} x="4" y="13" width="7" height="7" rx="2" />
        <rect x="4" y="4" width="7" height="7" rx="2" />
        <rect x="4" y="13" width="7" height="7" rx="2" />
        <rect x="13" y="13" width="7" height="7" rx="2" />
        <path d="M16.5 4v7M13 7.500h7" />
      </>
    ),
  },
  'agent-builder': {
    tile: ['#ee8fe6', '#a433b6'],
    drawing: (
      <>
        <rect {...soft} x="4.5" y="8.5" width="15" height="11" rx="4" />
        <path d="M12 8.500V5.500M8.5 8.500h7a4 4 0 0 1 4 4v3a4 4 0 0 1-4 4h-7a4 4 0 0 1-4-4v-3a4 4 0 0 1 4-4zM2.5 13v2.500M21.5 13v2.500M9.8 16.500h4.4" />
        <path {...solid} d={EYES} />
      </>
    ),
  },
  recharge: {
    tile: ['#52d49b', '#0d8050'],
    drawing: (
      <>
        <circle {...soft} cx="12" cy="12" r="8" />
        <circle cx="12" cy="12" r="8.2" />
        <path {...solid} d="M13.2 6.5 8.5 13h3l-.8 4.5 4.8-6.500h-3z" />
      </>
    ),
  },
  settings: {
    tile: ['#94a1ba', '#4a566f'],
    drawing: (
      <>
        <path d="M4 7h8M17.5 7H20M4 12h2.500M12 12h8M4 17h7M16.5 17H20" />
        <path {...soft} d={KNOBS} />
        <path d={KNOBS} />
      </>
    ),
  },
  theme: {
    tile: ['#6b7fb5', '#222c4d'],
    drawing: (
      <>
        <circle cx="12" cy="12" r="7.8" />
        <path {...solid} d="M12 4.200a7.8 7.8 0 0 1 0 15.600z" />
        <circle {...soft} cx="9" cy="12" r="1.7" />
      </>
    ),
  },
  home: {
    tile: ['#93a0ff', '#4a54dc'],
    drawing: (
      <>
        <path {...soft} d="M6 10.5 12 5.200l6 5.300V20H6z" />
        <path d="m3.8 11.2 7.3-6.400a1.4 1.4 0 0 1 1.8 0l7.3 6.400M6 9.500v8.700A1.8 1.8 0 0 0 7.8 20h8.400a1.8 1.8 0 0 0 1.8-1.800V9.500M10 20v-4.500a2 2 0 0 1 4 0V20" />
      </>
    ),
  },
  calendar: {
    tile: ['#ff9f80', '#d5453a'],
    drawing: (
      <>
        <path {...soft} d="M4 9.500h16V18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z" />
        <path d="M6.2 5.500h11.600A2.2 2.2 0 0 1 20 7.700v10.100a2.2 2.2 0 0 1-2.2 2.200H6.200A2.2 2.2 0 0 1 4 17.800V7.700a2.2 2.2 0 0 1 2.2-2.200zM4 9.800h16M8 3.500v3.200M16 3.500v3.2" />
        <path {...solid} d={DAYS} />
      </>
    ),
  },
  chat: {
    tile: ['#7cc6f7', '#2f74c9'],
    drawing: (
      <>
        <path {...soft} d="M5 5.500h14v10.500H11l-4 3.500v-3.500H5z" />
        <path d="M7 4.500h10A3 3 0 0 1 20 7.500v6a3 3 0 0 1-3 3h-5l-4.5 3.700v-3.700H7a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3zM8.5 9h7M8.5 12.200h4.5" />
      </>
    ),
  },
} as const satisfies Record<string, AppGlyph>

export type AppGlyphName = keyof typeof APP_GLYPHS
