import { clsx, type ClassValue } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({
  extend: { theme: { text: ['2xs', 'ui', 'lead', 'display'], tracking: ['snug', 'display'] } },
})

/** Joins class names. Of two utilities for the same property, the later one wins, so a caller can override a part. */
export const cn = (...classes: ClassValue[]): string => merge(clsx(classes))
