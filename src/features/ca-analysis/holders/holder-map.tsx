import { hierarchy, pack } from 'd3-hierarchy'
import { formatRatio } from '#src/features/ca-analysis/report/report-format.ts'
import { cn } from '#src/lib/cn.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { tip } from '#src/ui/overlay/tip.ts'
import type { Holder, HolderGroup, HolderKind } from './holders.ts'

const SIZE = 600
const GAP = 4
/** Smaller bubbles have no room for their address. */
const MIN_NAMED_RADIUS = 26
/** The address fits into the bubble. */
const TEXT_SHARE = 0.3

const COLORS: Readonly<Record<HolderKind, string>> = {
  profit: 'fill-positive-soft stroke-positive',
  loss: 'fill-danger-soft stroke-danger',
  other: 'fill-surface-sunken stroke-line-strong',
}

type Leaf = { holder: Holder }
type Group = { id: string; children: readonly (Leaf | Group)[] }

/** Places the holders, with linked wallets inside a circle of their own. */
const placeBubbles = (holders: readonly Holder[], groups: readonly HolderGroup[]) => {
  const grouped = new Set(groups.flatMap(({ members }) => members))
  const toLeaf = (holder: Holder): Leaf => ({ holder })
  const tree: Group = {
    id: 'all',
    children: [
      ...groups.map(({ id, members }) => ({ id, children: members.map(toLeaf) })),
      ...holders.filter((holder) => !grouped.has(holder)).map(toLeaf),
    ],
  }
  const root = hierarchy<Leaf | Group>(tree, (node) =>
    'children' in node ? node.children : null,
  ).sum((node) => ('holder' in node ? Number(node.holder.held) : 0))
  return pack<Leaf | Group>().size([SIZE, SIZE]).padding(GAP)(root)
}

type HolderMapProps = {
  holders: readonly Holder[]
  groups: readonly HolderGroup[]
  selected: string | null
  onSelect: (address: string) => void
}

/** Draws each holder as a bubble by share. The list beside it has the same facts for screen readers. */
export const HolderMap = ({ holders, groups, selected, onSelect }: HolderMapProps) => {
  const nodes = placeBubbles(holders, groups).descendants()
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true" className="size-full max-h-full">
      {nodes.map(({ data, depth, x, y, r }) => {
        if ('holder' in data) {
          const { holder } = data
          return (
            <Bubble
              key={holder.address}
              holder={holder}
              circle={{ x, y, r }}
              isSelected={holder.address === selected}
              onSelect={onSelect}
            />
          )
        }
        return depth === 0 ? null : (
          <circle
            key={data.id}
            cx={x}
            cy={y}
            r={r}
            className="fill-warning-soft stroke-warning"
            strokeDasharray="4 3"
          />
        )
      })}
    </svg>
  )
}

type BubbleProps = {
  holder: Holder
  circle: { x: number; y: number; r: number }
  isSelected: boolean
  onSelect: (address: string) => void
}

const Bubble = ({ holder, circle: { x, y, r }, isSelected, onSelect }: BubbleProps) => {
  const { address, share, kind } = holder
  const name = shortenAddress(address)
  return (
    <g
      transform={`translate(${x} ${y})`}
      className="cursor-pointer"
      onClick={() => onSelect(address)}
      {...tip(`${name}: ${formatRatio(share)} of the supply`)}
    >
      <circle
        r={r}
        className={cn(COLORS[kind], 'hover:opacity-80')}
        strokeWidth={isSelected ? 4 : 1}
      />
      {r >= MIN_NAMED_RADIUS && (
        <text
          textAnchor="middle"
          fontSize={r * TEXT_SHARE}
          className="pointer-events-none fill-ink"
        >
          <tspan x={0} dy="-0.1em" className="font-mono">
            {name}
          </tspan>
          <tspan x={0} dy="1.3em" className="font-semibold">
            {formatRatio(share)}
          </tspan>
        </text>
      )}
    </g>
  )
}
