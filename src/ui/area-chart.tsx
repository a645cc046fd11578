import { useId } from 'react'

type AreaChartProps = {
  /** Drawn in a box of this size, which is stretched to the available width. */
  path: { area: string; line: string }
  box: { width: number; height: number }
  label: string
  className: string
  /** The share of the width that is pointed at, 0 to 1. */
  place: number | null
  onPlace: (place: number | null) => void
}

export const AreaChart = ({ path, box, label, className, place, onPlace }: AreaChartProps) => {
  const gradientId = useId()
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      className={className}
      onPointerMove={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect()
        onPlace(width === 0 ? null : Math.min(1, Math.max(0, (event.clientX - left) / width)))
      }}
      onPointerLeave={() => onPlace(null)}
    >
      <linearGradient id={gradientId} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="currentColor" stopOpacity="0.22" />
        <stop offset="1" stopColor="currentColor" stopOpacity="0" />
      </linearGradient>
      <path d={path.area} fill={`url(#${gradientId})`} />
      <path
        d={path.line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      {place !== null && (
        <path
          d={`M${place * box.width} 0V${box.height}`}
          stroke="currentColor"
          strokeDasharray="2 2"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  )
}
