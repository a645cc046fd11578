import { cn } from '#src/lib/cn.ts'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Header } from './header.tsx'
import { usePageTitle } from './page-title.ts'
import { Sidebar } from './sidebar.tsx'

/** The router's key for the page that a visit began with. */
const FIRST_KEY = 'default'

type PageProps = {
  title: string
  /** Stands in the sidebar below the places; given, the page has a sidebar and the header its toggle. */
  sidebar?: ReactNode
  /** As high as the screen: the content scrolls inside itself. */
  isFilled?: boolean
  children: ReactNode
}

/** The frame of every signed-in screen but the desktop: skip link, header, sidebar, content. */
export const Page = ({ title, sidebar, isFilled = false, children }: PageProps) => {
  usePageTitle(title)
  const hasSidebar = sidebar !== undefined
  return (
    <div className={cn('flex flex-col', isFilled ? 'h-dvh' : 'min-h-dvh')}>
      <a
        href="#content"
        className="sr-only z-30 rounded-md bg-accent px-4 py-2 font-medium text-accent-on focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Header hasSidebar={hasSidebar} />
      <div className="flex min-h-0 flex-1">
        {hasSidebar && <Sidebar>{sidebar}</Sidebar>}
        <Content>{children}</Content>
      </div>
    </div>
  )
}

/** Takes the focus when the person comes from another screen, so that reading goes on at its beginning. */
const Content = ({ children }: { children: ReactNode }) => {
  const main = useRef<HTMLElement>(null)
  const { key } = useLocation()
  // Later addresses of the same page leave the focus where it is.
  const [isFirstPage] = useState(key === FIRST_KEY)
  useEffect(() => {
    if (!isFirstPage) main.current?.focus({ preventScroll: true })
  }, [isFirstPage])
  return (
    <main ref={main} id="content" tabIndex={-1} className="min-h-0 min-w-0 flex-1 outline-none">
      {children}
    </main>
  )
}
