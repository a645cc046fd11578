import type { Config } from 'tailwindcss'

const token = (name: string) => `var(--${name})`

/** Names for the design tokens; their values for both themes stand in src/index.css. */
export default {
  content: ['./index.html', './src/**/*.{ts,tsx}'],
  darkMode: ['selector', '[data-theme="dark"]'],
  theme: {
    extend: {
      colors: {
        canvas: token('canvas'),
        surface: {
          DEFAULT: token('surface'),
          raised: token('surface-raised'),
          sunken: token('surface-sunken'),
        },
        hover: token('hover'),
        ink: { DEFAULT: token('ink'), muted: token('ink-muted'), faint: token('ink-faint') },
        line: { DEFAULT: token('line'), strong: token('line-strong') },
        accent: {
          DEFAULT: token('accent'),
          hover: token('accent-hover'),
          soft: token('accent-soft'),
          ink: token('accent-ink'),
          on: token('accent-on'),
        },
        positive: { DEFAULT: token('positive'), soft: token('positive-soft') },
        warning: { DEFAULT: token('warning'), soft: token('warning-soft') },
        danger: {
          DEFAULT: token('danger'),
          soft: token('danger-soft'),
          fill: token('danger-fill'),
          on: token('danger-on'),
        },
      },
      borderRadius: { sm: '6px', md: '8px', lg: '12px', xl: '16px' },
      boxShadow: {
        low: token('shadow-low'),
        mid: token('shadow-mid'),
        high: token('shadow-high'),
      },
      fontFamily: {
        sans: token('font-sans'),
        mono: token('font-mono'),
      },
      // In steps: one that runs smoothly has the whole page composed sixty times a second for as long as it lasts.
      animation: { pulse: 'pulse 2s steps(8, jump-none) infinite' },
      fontSize: { '2xs': ['11px', '16px'] },
    },
  },
} satisfies Config
