import { cn } from '#src/lib/cn.ts'
import { useAppearance } from '#src/platform/theme/appearance-store.ts'
import type { Theme } from '#src/platform/theme/theme-store.ts'
import { texts } from '#src/features/settings/texts.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { THEME_CHOICES, chooseTheme, useChosenTheme } from './chosen-theme.ts'
import { PictureChoice, WallpaperFace } from './picture-choice.tsx'

/** A small desktop in a theme's colors; attributes give it that theme's tokens, accent and wallpaper. */
const Preview = ({ theme, isHalf = false }: { theme: Theme; isHalf?: boolean }) => {
  const { accent, wallpaper } = useAppearance()
  return (
    <span
      data-theme={theme}
      data-accent={accent}
      data-wallpaper={wallpaper}
      aria-hidden="true"
      className={cn(
        'absolute inset-0 block bg-canvas',
        isHalf && '[clip-path:polygon(100%_0,100%_100%,0_100%)]',
      )}
    >
      <WallpaperFace />
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
}

export const ThemeChoice = () => {
  const current = useChosenTheme()
  return (
    <RadioGroup
      legend={<span className="mb-1.5 block text-sm">{texts.theme.legend}</span>}
      values={THEME_CHOICES}
      value={current}
      onChange={chooseTheme}
      className="grid grid-cols-3 gap-3"
    >
      {(choice, isChosen) => (
        <PictureChoice name={texts.theme[choice]} isChosen={isChosen}>
          {choice === 'system' ? (
            <>
              <Preview theme="light" />
              <Preview theme="dark" isHalf />
            </>
          ) : (
            <Preview theme={choice} />
          )}
        </PictureChoice>
      )}
    </RadioGroup>
  )
}
