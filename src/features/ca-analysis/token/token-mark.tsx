import { cn } from '#src/lib/cn.ts'
import { getTokenStyle } from './token-style.ts'

type TokenMarkProps = {
  mint: string
  symbol: string | null
  size?: 'sm' | 'md'
  className?: string
}

/** Draws a token's letters on a color of its own. Loads no picture. */
export const TokenMark = ({ mint, symbol, size = 'md', className }: TokenMarkProps) => {
  const { letters, from, to } = getTokenStyle(mint, symbol)
  return (
    <span
      aria-hidden="true"
      className={cn(
        'flex shrink-0 items-center justify-center rounded-full font-semibold text-white',
        size === 'md' ? 'size-10 text-ui' : 'size-7 text-2xs',
        className,
      )}
      style={{ background: `linear-gradient(145deg, ${from}, ${to})` }}
    >
      {letters}
    </span>
  )
}
