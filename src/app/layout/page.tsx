import { cn } from '#src/lib/cn.ts'
import { isModalOpen } from '#src/ui/overlay/open-modals.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Header } from './header.tsx'
import { usePageTitle } from './page-title.ts'
import { Sidebar } from './sidebar.tsx'

/** The router's key of the address with which the page was loaded. */
const FIRST_KEY = 'default'

type PageProps = {
  title: string
  /** Shown in the sidebar below the places. Without it the page has no sidebar. */
  sidebar?: ReactNode
  /** Fills the screen; the content scrolls inside. */
  isFilled?: boolean
  /** Shown in the header. */
  status?: ReactNode
  children: ReactNode
}

export const Page = ({ title, sidebar, isFilled = false, status, children }: PageProps) => {
  usePageTitle(title)
  const hasSidebar = sidebar !== undefined
  return (
    <div
      className={cn(
        'flex flex-col',
        isFilled ? 'h-[calc(100dvh-var(--keyboard,0px))]' : 'min-h-dvh',
      )}
    >
      <a
        href="#content"
        className="sr-only z-30 rounded-md bg-accent px-4 py-2 font-medium text-accent-on focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Header hasSidebar={hasSidebar} status={status} />
      <div className="flex min-h-0 flex-1">
        {hasSidebar && <Sidebar>{sidebar}</Sidebar>}
        <Content>{children}</Content>
      </div>
    </div>
  )
}

/** Takes the focus after navigation, so that screen readers start at the beginning. */
const Content = ({ children }: { children: ReactNode }) => {
  const main = useRef<HTMLElement>(null)
  const { key } = useLocation()
  // Later addresses of the same page leave the focus where it is.
  const [isFirstPage] = useState(key === FIRST_KEY)
  useEffect(() => {
    // A dialog that opened while the page loaded keeps the focus, so that typing is not interrupted.
    if (!isFirstPage && !isModalOpen()) main.current?.focus({ preventScroll: true })
  }, [isFirstPage])
  return (
    <main ref={main} id="content" tabIndex={-1} className="min-h-0 min-w-0 flex-1 outline-none">
      {children}
    </main>
  )
}
