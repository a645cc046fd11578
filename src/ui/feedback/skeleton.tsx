import { cn } from '#src/lib/cn.ts'

export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cn('animate-shimmer block rounded-md', className)} />
)
