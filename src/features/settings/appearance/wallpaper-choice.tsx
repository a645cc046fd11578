import Check from 'lucide-react/icons/check'
import { useId } from 'react'
import { WALLPAPERS, appearance, useAppearance } from '#src/platform/theme/appearance-store.ts'
import { useTheme } from '#src/platform/theme/theme-store.ts'
import { texts } from '#src/features/settings/texts.ts'
import '#src/features/settings/settings.css'

/** Our own wallpapers in the present theme. */
export const WallpaperChoice = () => {
  const { wallpaper } = useAppearance()
  const theme = useTheme()
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-3 font-medium">{texts.wallpaper.title}</legend>
      <div className="wallpaper-choices">
        {WALLPAPERS.map((one) => (
          <label key={one} className="picture-choice">
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === wallpaper}
              onChange={() => appearance.set({ wallpaper: one })}
              className="sr-only"
            />
            <span className="picture" data-theme={theme} data-wallpaper={one}>
              <span className="wallpaper-face" />
            </span>
            <span className="picture-name">
              {texts.wallpaper.names[one]}
              {one === wallpaper && <Check size={15} aria-hidden="true" />}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
