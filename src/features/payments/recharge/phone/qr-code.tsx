import { encode } from 'uqr'

/** Width in modules of the white margin that cameras need. */
const QUIET = 3

/** A QR code in black on white, in either theme. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-60 rounded-lg bg-white text-black"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
