import { hierarchy, pack, type HierarchyCircularNode } from 'd3-hierarchy'
import { formatRatio } from '#src/features/ca-analysis/report/report-format.ts'
import { cn } from '#src/lib/cn.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { tip } from '#src/ui/overlay/tip.ts'
import { listGroups, type Holder, type HolderKind } from './holders.ts'

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
type Group = { children: readonly (Leaf | Group)[] }

/** Places the holders, with linked wallets inside a circle of their own. */
const placeBubbles = (holders: readonly Holder[]) => {
  const groups = listGroups(holders)
  const grouped = new Set(groups.flatMap(({ members }) => members))
  const toLeaf = (holder: Holder): Leaf => ({ holder })
  const tree: Group = {
    children: [
      ...groups.map(({ members }) => ({ children: members.map(toLeaf) })),
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
  selected: string | null
  onSelect: (address: string) => void
}

/** Bubbles as large as what each holder has. The list beside it says the same to everyone. */
export const HolderMap = ({ holders, selected, onSelect }: HolderMapProps) => {
  const root = placeBubbles(holders)
  const groups = root.descendants().filter((node) => node.depth > 0 && node.children !== undefined)
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true" className="size-full max-h-full">
      {groups.map((node) => (
        <circle
          key={node.x}
          cx={node.x}
          cy={node.y}
          r={node.r}
          className="fill-warning-soft stroke-warning"
          strokeDasharray="4 3"
        />
      ))}
      {root.leaves().map((node) => (
        <Bubble key={node.x + node.y} node={node} selected={selected} onSelect={onSelect} />
      ))}
    </svg>
  )
}

type BubbleProps = Pick<HolderMapProps, 'selected' | 'onSelect'> & {
  node: HierarchyCircularNode<Leaf | Group>
}

const Bubble = ({ node: { data, x, y, r }, selected, onSelect }: BubbleProps) => {
  if (!('holder' in data)) return null
  const { address, share, kind } = data.holder
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
        strokeWidth={address === selected ? 4 : 1}
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
