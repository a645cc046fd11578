import { WALLPAPERS } from '#contract/appearance.ts'
import { appearance, useAppearance } from '#src/platform/theme/appearance-store.ts'
import { useTheme } from '#src/platform/theme/theme-store.ts'
import { texts } from '#src/features/settings/texts.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { PictureChoice, WallpaperFace } from './picture-choice.tsx'

export const WallpaperChoice = () => {
  const { accent, wallpaper } = useAppearance()
  const theme = useTheme()
  return (
    <RadioGroup
      legend={<span className="mb-1.5 block text-sm">{texts.wallpaper.title}</span>}
      values={WALLPAPERS}
      value={wallpaper}
      onChange={(one) => appearance.set({ wallpaper: one })}
      className="grid grid-cols-3 gap-3 @max-[420px]:grid-cols-2"
    >
      {(one, isChosen) => (
        <PictureChoice
          name={texts.wallpaper.names[one]}
          isChosen={isChosen}
          pictureProps={{
            'data-theme': theme,
            'data-accent': accent,
            'data-wallpaper': one,
          }}
        >
          <WallpaperFace />
        </PictureChoice>
      )}
    </RadioGroup>
  )
}
