import Check from 'lucide-react/icons/check'
import type { HTMLAttributes, ReactNode } from 'react'

type PictureProps = HTMLAttributes<HTMLSpanElement> & Partial<Record<`data-${string}`, string>>

export const PictureChoice = ({
  name,
  isChosen,
  pictureProps,
  children,
}: {
  name: string
  isChosen: boolean
  pictureProps?: PictureProps
  children: ReactNode
}) => (
  <>
    <span
      {...pictureProps}
      className="relative block aspect-16/10 overflow-hidden rounded-lg ring-1 ring-line-strong transition-shadow group-hover:ring-ink-faint group-has-checked:ring-2 group-has-checked:ring-accent-ink group-has-checked:ring-offset-2 group-has-checked:ring-offset-surface-raised group-has-focus-visible:outline-2 group-has-focus-visible:outline-offset-6 group-has-focus-visible:outline-accent-ink"
    >
      {children}
    </span>
    <span className="flex min-h-9 items-center justify-between px-0.5 pt-1 text-ui font-medium">
      {name}
      {isChosen && <Check size={16} className="text-accent-ink" />}
    </span>
  </>
)

/** Shows the wallpaper that the attributes around it name. */
export const WallpaperFace = () => (
  <span className="absolute inset-0 bg-canvas bg-(image:--wallpaper) bg-cover bg-bottom" />
)
