import ExternalLink from 'lucide-react/icons/external-link'
import type { ReactNode } from 'react'
import { explorerUrl } from '#src/lib/explorer.ts'
import { useConfig } from '#src/platform/config/config-store.ts'
import { useProductName } from '#src/platform/config/server-facts.ts'
import { Address } from '#src/ui/address.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Logo } from '#src/ui/icons/logo.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { SettingRows } from './setting-row.tsx'
import { texts } from './texts.ts'

const LAMPORTS_PER_SOL = 1_000_000_000

/** Given by the build; absent where nothing was built. */
const version = (): string => {
  const given: unknown = import.meta.env['VITE_APP_VERSION']
  return typeof given === 'string' ? given : texts.about.unknown
}

const LINKS = [
  ['/api/docs', texts.about.docs],
  ['/api/openapi.json', texts.about.openApi],
  ['/readyz', texts.about.status],
] as const

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
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
  const { network, receiver, point_lamports: lamports, product_token: token, model } = config
  return (
    <>
      <Fact name={texts.about.network}>
        <Badge tone={network === 'mainnet-beta' ? 'positive' : 'accent'}>{network}</Badge>
      </Fact>
      <Fact name={texts.about.point}>
        {texts.about.sol(
          (lamports / LAMPORTS_PER_SOL).toLocaleString('en', { maximumFractionDigits: 9 }),
        )}
      </Fact>
      <Fact name={texts.about.receiver}>
        <Address address={receiver} href={explorerUrl('address', receiver, network)} keep={6} />
      </Fact>
      {token !== null && (
        <Fact name={texts.about.token}>
          {token.symbol}{' '}
          <Address
            address={token.mint}
            href={explorerUrl('address', token.mint, network)}
            keep={6}
          />
        </Fact>
      )}
      <Fact name={texts.about.model}>{model ?? texts.about.noModel}</Fact>
    </>
  )
}

export const AboutSection = () => {
  const name = useProductName()
  return (
    <>
      <SettingRows>
        <div className="flex items-center gap-4 pb-4">
          <Logo sizePx={48} />
          <div>
            <p className="text-base font-semibold">{name}</p>
            <p className="text-ui text-ink-muted">
              {texts.about.version} {version()}
            </p>
          </div>
        </div>
        <dl className="divide-y pt-3">
          <ServerFacts />
          <Fact name={texts.about.language}>{navigator.language}</Fact>
          <Fact name={texts.about.zone}>
            {new Intl.DateTimeFormat().resolvedOptions().timeZone}
          </Fact>
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
            <ExternalLink size={14} aria-hidden="true" />
            <span className="sr-only">{texts.about.newTab}</span>
          </a>
        ))}
      </nav>
    </>
  )
}
