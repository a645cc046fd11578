import ExternalLink from 'lucide-react/icons/external-link'
import type { ReactNode } from 'react'
import { readUserId, useAuth } from '#src/platform/auth/auth-store.ts'
import { useConfig } from '#src/platform/config/config-store.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { Address } from '#src/ui/address.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { SettingRows } from './setting-row.tsx'
import { texts } from './texts.ts'

const LINKS = [
  ['/api/docs', texts.about.docs],
  ['/api/openapi.json', texts.about.openApi],
  ['/readyz', texts.about.status],
] as const

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0">
    <dt className="text-ink-muted">{name}</dt>
    <dd className="min-w-0 text-right font-medium wrap-anywhere">{children}</dd>
  </div>
)

const ServerFacts = () => {
  const config = useConfig()
  if (config === null) {
    return (
      <div role="status" aria-label={texts.about.waiting} className="grid gap-3 py-3">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-2/3" />
      </div>
    )
  }
  const { network, receiver, product_token: token, model } = config
  return (
    <>
      <Fact name={texts.about.network}>
        <Badge tone={network === 'mainnet-beta' ? 'positive' : 'accent'}>{network}</Badge>
      </Fact>
      <Fact name={texts.about.receiver}>
        <ChainAddress address={receiver} />
      </Fact>
      {token !== null && (
        <Fact name={texts.about.token}>
          {token.symbol} <ChainAddress address={token.mint} />
        </Fact>
      )}
      <Fact name={texts.about.model}>{model ?? texts.about.noModel}</Fact>
    </>
  )
}

export const DeveloperSection = () => {
  const userId = useAuth(readUserId)
  return (
    <>
      <SettingRows>
        <dl className="divide-y">
          <ServerFacts />
          {userId !== null && (
            <Fact name={texts.about.userId}>
              <Address address={userId} />
            </Fact>
          )}
        </dl>
      </SettingRows>
      <nav aria-label={texts.about.links} className="flex flex-wrap gap-x-5 gap-y-1">
        {LINKS.map(([href, label]) => (
          <a
            key={href}
            href={href}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1.5 rounded-sm font-medium text-accent-ink underline-offset-2 hover:underline pointer-coarse:min-h-11"
          >
            {label}
            <ExternalLink size={14} />
            <span className="sr-only">{texts.about.newTab}</span>
          </a>
        ))}
      </nav>
    </>
  )
}
