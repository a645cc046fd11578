/** Dropdown menus and context menus share one look. */
export const MENU_CLASS =
  'animate-rise-in z-90 min-w-44 rounded-lg bg-surface-raised p-1 text-ui text-ink shadow-high ring-1 ring-line select-none'

export const MENU_ITEM_CLASS =
  'flex h-8 cursor-default items-center gap-2.5 rounded-sm px-2.5 outline-none data-disabled:opacity-50 data-highlighted:bg-hover pointer-coarse:min-h-11'

export const MENU_DANGER_CLASS = 'text-danger data-highlighted:bg-danger-soft'
