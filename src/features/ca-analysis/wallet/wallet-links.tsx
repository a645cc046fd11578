import type { WalletDetail } from '#contract/analysis/report-parts.ts'
import { formatLabel } from '#src/features/ca-analysis/report/report-format.ts'
import { cn } from '#src/lib/cn.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { shortenAddress } from '#src/ui/address.tsx'
import { Button } from '#src/ui/form/button.tsx'

type LinksProps = { wallet: WalletDetail; onOpen: (address: string) => void }

const MAX_MEMBERS = 12
const ROW_PX = 28
/** Ends of the lines, in percent of the width. */
const [FROM, TO] = [36, 58]

export const Links = ({ wallet, onOpen }: LinksProps) => {
  const { address, funder, cluster } = wallet
  if (funder === null && cluster === null) return null
  const source = cluster?.funder ?? funder?.address ?? null
  const others = (cluster?.members ?? []).filter((member) => member !== address)
  const shown = [address, ...others.slice(0, MAX_MEMBERS)]
  const rest = others.length + 1 - shown.length
  const heightPx = shown.length * ROW_PX
  return (
    <section className="border-t border-line p-4">
      <h4 className="mb-1 text-ui font-semibold">Where its SOL came from, and linked wallets</h4>
      <p className="mb-2 text-ui text-ink-muted">
        {cluster === null
          ? 'First SOL'
          : `${formatLabel(cluster.kind)}: ${others.length + 1} wallets count as one`}
        {funder !== null && funder.sig !== null && (
          <>
            {' · '}
            <ChainAddress kind="tx" address={funder.sig} hasCopy={false} />
          </>
        )}
      </p>
      <div className="relative" style={{ height: heightPx }}>
        <Lines members={shown} />
        <span
          className="absolute left-0 flex -translate-y-1/2 justify-center rounded-md bg-surface-raised px-2 py-0.5 ring-1 ring-line-strong"
          style={{ top: heightPx / 2, width: `${FROM}%` }}
        >
          {source === null ? (
            <span className="text-ui text-ink-muted">Handed over</span>
          ) : (
            <ChainAddress address={source} hasCopy={false} />
          )}
        </span>
        <Members members={shown} onOpen={onOpen} />
      </div>
      {rest > 0 && <p className="mt-1 text-ui text-ink-muted">and {rest} more</p>}
    </section>
  )
}

const Lines = ({ members }: { members: readonly string[] }) => {
  const heightPx = members.length * ROW_PX
  const middle = heightPx / 2
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-0 size-full text-line-strong"
      viewBox={`0 0 100 ${heightPx}`}
      preserveAspectRatio="none"
    >
      {members.map((member, row) => {
        const y = (row + 0.5) * ROW_PX
        return (
          <path
            key={member}
            d={`M${FROM} ${middle} C ${(FROM + TO) / 2} ${middle}, ${(FROM + TO) / 2} ${y}, ${TO} ${y}`}
            fill="none"
            stroke="currentColor"
            strokeWidth={row === 0 ? 2 : 1}
            vectorEffect="non-scaling-stroke"
            className={row === 0 ? 'text-accent' : undefined}
          />
        )
      })}
    </svg>
  )
}

type MembersProps = Pick<LinksProps, 'onOpen'> & { members: readonly string[] }

const Members = ({ members, onOpen }: MembersProps) => (
  <ul className="absolute inset-y-0 right-0" style={{ left: `${TO}%` }}>
    {members.map((member, row) => (
      <li key={member} className="flex items-center" style={{ height: ROW_PX }}>
        {row === 0 ? (
          <span className="rounded-md bg-accent-soft px-2 font-mono text-ui text-accent-ink">
            {shortenAddress(member)}
          </span>
        ) : (
          <Button
            variant="plain"
            className={cn(
              'rounded-md px-2 font-mono text-ui text-accent-ink ring-1 ring-line',
              'hover:bg-hover pointer-coarse:min-h-11',
            )}
            onClick={() => onOpen(member)}
          >
            {shortenAddress(member)}
          </Button>
        )}
      </li>
    ))}
  </ul>
)
