import { CHAT_PATH, DESKTOP_PATH, HOME_PATH, PAYMENT_PATH } from '#contract/paths.ts'
import { cn } from '#src/lib/cn.ts'
import House from 'lucide-react/icons/house'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import MessageSquare from 'lucide-react/icons/message-square'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { useStore } from 'zustand'
import { sidebar } from './sidebar-store.ts'

const PLACES = [
  { to: HOME_PATH, label: 'Home', Icon: House },
  { to: DESKTOP_PATH, label: 'Desktop', Icon: LayoutGrid },
  { to: CHAT_PATH, label: 'Chat', Icon: MessageSquare },
  { to: PAYMENT_PATH, label: 'Recharge', Icon: Wallet },
] as const

export const Sidebar = ({ children }: { children: ReactNode }) => {
  const isOpen = useStore(sidebar.store, (state) => state.isOpen)
  if (!isOpen) return null
  return (
    <>
      <div
        aria-hidden="true"
        onClick={sidebar.toggle}
        className="animate-fade-in fixed inset-0 top-14 z-10 bg-(--scrim) lg:hidden"
      />
      <aside
        id="sidebar"
        className="sticky top-14 flex h-[calc(100dvh-3.5rem)] w-64 shrink-0 flex-col border-r bg-surface max-lg:fixed max-lg:left-0 max-lg:z-20 max-lg:w-72 max-lg:shadow-high"
      >
        <nav aria-label="Places" className="grid shrink-0 gap-0.5 p-3">
          {PLACES.map(({ to, label, Icon }) => (
            <NavLink
              key={to}
              to={to}
              end
              onClick={sidebar.closeCovering}
              className={({ isActive }) =>
                cn(
                  'flex h-9 items-center gap-3 rounded-md px-3 font-medium transition-colors pointer-coarse:h-11',
                  isActive ? 'bg-accent-soft text-accent-ink' : 'text-ink-muted hover:bg-hover',
                )
              }
            >
              <Icon size={16} />
              {label}
            </NavLink>
          ))}
        </nav>
        {children}
      </aside>
    </>
  )
}
