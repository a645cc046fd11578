import { cn } from '#src/lib/cn.ts'

type TokenMarkProps = {
  mint: string
  symbol: string | null
  size?: 'sm' | 'md'
  className?: string
}

const DEGREES = 360

/** Spreads addresses over the color circle, the same color for the same address. */
const pickHue = (mint: string): number => {
  let hash = 0
  for (const letter of mint) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return hash % DEGREES
}

/** The first letters of the symbol, which fit into the circle. */
const pickLetters = (mint: string, symbol: string | null): string => {
  const letters = (symbol ?? '').match(/[\p{L}\p{N}]/gu) ?? []
  return letters.length === 0 ? mint.slice(0, 1) : letters.slice(0, 2).join('').toUpperCase()
}

/** A drawn picture of a token: its letters on a color of its own. Nothing is loaded from anywhere. */
export const TokenMark = ({ mint, symbol, size = 'md', className }: TokenMarkProps) => {
  const hue = pickHue(mint)
  return (
    <span
      aria-hidden="true"
      className={cn(
        'flex shrink-0 items-center justify-center rounded-full font-semibold text-white',
        size === 'md' ? 'size-10 text-ui' : 'size-7 text-2xs',
        className,
      )}
      style={{
        background: `linear-gradient(145deg, oklch(0.6 0.15 ${hue}), oklch(0.42 0.13 ${(hue + 50) % DEGREES}))`,
      }}
    >
      {pickLetters(mint, symbol)}
    </span>
  )
}
