import { cn } from '#src/lib/cn.ts'

/** A grey stand-in of the size of what is being loaded. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cn('animate-shimmer block rounded-md', className)} />
)
