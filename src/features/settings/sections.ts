export const SECTIONS = ['appearance', 'account', 'desktop', 'about'] as const
export type Section = (typeof SECTIONS)[number]

/** The section that an address such as `/settings?section=account` names. */
export const sectionInPath = (path: string): Section | null => {
  const named = new URLSearchParams(path.split('?')[1] ?? '').get('section')
  return SECTIONS.find((section) => section === named) ?? null
}

/** How far below the top of the view the section begins that is being read. */
const READING_LINE_PX = 120

/**
 * The section being read: the last that began above the reading line; at the very end the last one, however short it
 * is. `tops` are distances from the top of the view.
 */
export const sectionInView = (
  tops: Readonly<Record<Section, number>>,
  isAtEnd: boolean,
): Section => {
  if (isAtEnd) return 'about'
  const begun = SECTIONS.filter((section) => tops[section] <= READING_LINE_PX)
  return begun.at(-1) ?? 'appearance'
}
