import { useProductName } from '#src/platform/config/raw-config.ts'
import { Logo } from '#src/ui/icons/logo.tsx'

export const Brand = ({ sizePx = 24 }: { sizePx?: number }) => (
  <span className="inline-flex items-center gap-2.5 font-semibold tracking-snug text-ink">
    <Logo sizePx={sizePx} />
    <span className="max-[22.4rem]:sr-only">{useProductName()}</span>
  </span>
)
