import { clsx } from 'clsx'

/** A grey stand-in of the size of what is being loaded. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={clsx('animate-shimmer block rounded-md', className)} />
)
