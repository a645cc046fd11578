import { clsx } from 'clsx'
import Check from 'lucide-react/icons/check'
import { themes, useTheme } from '#src/platform/theme/theme-store.ts'
import type { Theme } from '#src/platform/theme/theme-store.ts'

const CHOICES: readonly { theme: Theme; name: string }[] = [
  { theme: 'light', name: 'Light' },
  { theme: 'dark', name: 'Dark' },
]

/** A small desktop in the colours of a theme; the attribute gives it that theme's tokens. */
const Preview = ({ theme }: { theme: Theme }) => (
  <span
    data-theme={theme}
    aria-hidden="true"
    className="relative block aspect-16/10 w-full overflow-hidden rounded-t-[11px] bg-canvas"
  >
    <span className="theme-preview-wallpaper absolute inset-0" />
    <span className="absolute inset-x-0 top-0 h-[9%] bg-(--glass)" />
    <span className="absolute top-[22%] left-[14%] h-[52%] w-[56%] overflow-hidden rounded-md bg-surface shadow-mid ring-1 ring-line">
      <span className="block h-[18%] border-b bg-surface-sunken" />
      <span className="mx-[8%] mt-[8%] block h-[9%] w-1/2 rounded-full bg-ink-muted opacity-60" />
      <span className="mx-[8%] mt-[6%] block h-[7%] w-3/4 rounded-full bg-line-strong" />
      <span className="mx-[8%] mt-[8%] block h-[16%] w-1/3 rounded-sm bg-accent" />
    </span>
    <span className="absolute bottom-[5%] left-1/2 flex h-[11%] w-[30%] -translate-x-1/2 rounded-md bg-(--glass)" />
  </span>
)

/** Light or dark as two pictures; a radio group for the keyboard and for screen readers. */
export const ThemeChoice = () => {
  const current = useTheme()
  return (
    <fieldset className="grid max-w-xl grid-cols-2 gap-4">
      <legend className="sr-only">Appearance</legend>
      {CHOICES.map(({ theme, name }) => (
        <label
          key={theme}
          className={clsx(
            'relative cursor-pointer rounded-lg bg-surface-raised shadow-low ring-1 transition-shadow has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink',
            current === theme ? 'ring-2 ring-accent-ink' : 'ring-line hover:ring-line-strong',
          )}
        >
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={current === theme}
            onChange={() => themes.setTheme(theme)}
            className="sr-only"
          />
          <Preview theme={theme} />
          <span className="flex h-11 items-center justify-between px-3.5 font-medium">
            {name}
            {current === theme && (
              <Check size={16} aria-hidden="true" className="text-accent-ink" />
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
