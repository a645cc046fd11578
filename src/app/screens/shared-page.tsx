import type { ComponentType } from 'react'
import { Link, useParams } from 'react-router-dom'
import { Brand } from '#src/app/layout/brand.tsx'
import { usePageTitle } from '#src/app/layout/page-title.ts'
import { useAuth } from '#src/platform/auth/auth-store.ts'
import { useProductName } from '#src/platform/config/raw-config.ts'
import { ThemeToggle } from '#src/platform/theme/theme-toggle.tsx'
import { buttonClass } from '#src/ui/form/button.tsx'
import { Tooltips } from '#src/ui/overlay/tooltips.tsx'

type SharedPageProps = { title: string; Content: ComponentType<{ token: string }> }

/** The page of a link, with or without an account. */
export const SharedPage = ({ title, Content }: SharedPageProps) => {
  usePageTitle(title)
  const product = useProductName()
  const { token = '' } = useParams()
  const isSignedIn = useAuth((state) => state.status === 'authenticated')
  return (
    <div className="flex h-dvh flex-col">
      <header className="flex items-center justify-between gap-3 border-b border-line px-6 py-3 max-sm:px-4">
        <Brand />
        <div className="flex items-center gap-2">
          <ThemeToggle />
          <Link to="/" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {isSignedIn ? `Open ${product}` : 'Sign in'}
          </Link>
        </div>
      </header>
      <main className="min-h-0 flex-1 overflow-auto">
        <Content key={token} token={token} />
      </main>
      <Tooltips />
    </div>
  )
}
