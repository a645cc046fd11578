import { cn } from '#src/lib/cn.ts'
import Search from 'lucide-react/icons/search'
import { KeyCaps } from '#src/platform/shortcuts/key-caps.tsx'
import { formatAriaKeys } from '#src/platform/shortcuts/keys.ts'
import { palette } from './palette-store.ts'
import { Button } from '#src/ui/form/button.tsx'

export const PALETTE_KEYS = 'Mod+K'

export const PaletteButton = ({ className }: { className?: string }) => (
  <Button
    variant="plain"
    data-tip="Search and commands"
    aria-haspopup="dialog"
    aria-keyshortcuts={formatAriaKeys(PALETTE_KEYS)}
    onClick={(event) => palette.toggle('palette', event.currentTarget)}
    className={cn('text-ink-muted transition-colors hover:text-ink', className)}
  >
    <Search size={15} />
    <span className="sr-only">Search and commands</span>
    <span aria-hidden="true" className="contents max-sm:hidden">
      <KeyCaps keys={PALETTE_KEYS} />
    </span>
  </Button>
)
