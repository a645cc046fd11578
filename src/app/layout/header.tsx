import { tip } from '#src/ui/overlay/tip.ts'
import LogOut from 'lucide-react/icons/log-out'
import PanelLeft from 'lucide-react/icons/panel-left'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useStore } from 'zustand'
import { useAuth } from '#src/platform/auth/auth-store.ts'
import { openOnDesktop } from '#src/platform/windows/open-app.ts'
import { NotificationCenter } from '#src/features/notifications/notification-center.tsx'
import { PaletteButton } from '#src/platform/palette/palette-button.tsx'
import { ThemeToggle } from '#src/platform/theme/theme-toggle.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { Brand } from './brand.tsx'
import { sidebar } from './sidebar-store.ts'
import { signOut } from './sign-out.ts'

export const Header = ({ hasSidebar, status }: { hasSidebar: boolean; status?: ReactNode }) => {
  const username = useAuth((state) => state.user?.username)
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b bg-surface px-4 max-sm:gap-1 max-sm:px-2">
      {hasSidebar && <SidebarToggle />}
      <Link to="/" className="inline-flex rounded-md px-1 py-1.5 pointer-coarse:py-3">
        <Brand />
      </Link>
      <div className="ml-auto flex items-center gap-1 max-sm:gap-0">
        <span
          className="mr-2 max-w-48 truncate text-ui text-ink-muted max-sm:hidden"
          {...tip('Signed in as')}
          tabIndex={0}
        >
          {username}
        </span>
        {status}
        <PaletteButton className="mr-1 inline-flex h-9 max-sm:mr-0 items-center gap-2.5 rounded-md px-2.5 hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center" />
        <NotificationCenter
          onOpen={openOnDesktop}
          className="inline-flex h-9 min-w-9 items-center justify-center gap-1 rounded-md px-2 text-ink-muted hover:bg-hover hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        />
        <ThemeToggle />
        <Button variant="ghost" size="sm" icon={<LogOut size={15} />} onClick={signOut}>
          <span className="max-sm:sr-only">Logout</span>
        </Button>
      </div>
    </header>
  )
}

const SidebarToggle = () => {
  const isOpen = useStore(sidebar.store, (state) => state.isOpen)
  return (
    <IconButton
      label={isOpen ? 'Hide sidebar' : 'Show sidebar'}
      aria-expanded={isOpen}
      aria-controls="sidebar"
      icon={<PanelLeft size={17} />}
      onClick={sidebar.toggle}
    />
  )
}
