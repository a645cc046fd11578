import { useEffect, useId, useRef, type Ref } from 'react'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { withOwnSections, type SettingsSection } from './settings-sections.tsx'
import { texts } from './texts.ts'
import { useSections, useViewHeight } from './use-sections.ts'
import { Button } from '#src/ui/form/button.tsx'

const OWN_SECTIONS = withOwnSections([])

/** Above and below the last section: its scroll margin and the padding of the page. */
const LAST_MARGIN_PX = 72

type PartProps = { section: SettingsSection; minHeight: number; ref: Ref<HTMLElement> }

const Part = ({ section: { title, Content }, minHeight, ref }: PartProps) => {
  const id = useId()
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      style={{ minHeight }}
      className="grid min-w-0 content-start scroll-mt-17 gap-3 focus:outline-none @min-[720px]/settings:scroll-mt-6 [&>section]:bg-surface-raised"
    >
      <h3 id={id} className="text-xl leading-7 font-semibold tracking-display">
        {title}
      </h3>
      <Content />
    </section>
  )
}

type SettingsWindowProps = Partial<AppBodyProps> & {
  /** In order. Must be the same array at every render. */
  sections?: readonly SettingsSection[]
}

/** A page of sections with their list beside it, or above it where it is narrow. `?section=` in the path opens at one. */
export const SettingsWindow = ({ path = '', sections = OWN_SECTIONS }: SettingsWindowProps) => {
  const { rootRef, hold, current, goTo } = useSections(path, sections)
  const viewHeight = useViewHeight(rootRef)
  const listRef = useRef<HTMLElement | null>(null)
  useEffect(() => {
    // Where the list is a row, the section being read stays in view.
    const list = listRef.current
    const entry = list?.querySelector<HTMLElement>('[aria-current]')
    if (list === null || entry === null || entry === undefined) return
    list.scrollLeft = entry.offsetLeft - (list.clientWidth - entry.offsetWidth) / 2
  }, [current])
  return (
    <div ref={rootRef} className="@container/settings">
      <div className="flex flex-col @min-[720px]:mx-auto @min-[720px]:max-w-[960px] @min-[720px]:flex-row @min-[720px]:gap-8 @min-[720px]:p-6">
        <nav
          ref={listRef}
          aria-label={texts.sections.label}
          className="sticky top-0 z-2 flex gap-0.5 overflow-x-auto border-b bg-surface px-3 py-2 [scrollbar-width:none] @min-[720px]:top-6 @min-[720px]:w-44 @min-[720px]:flex-none @min-[720px]:flex-col @min-[720px]:self-start @min-[720px]:border-0 @min-[720px]:bg-transparent @min-[720px]:p-0"
        >
          {sections.map(({ id, title, Icon }) => (
            <Button
              key={id}
              variant="plain"
              aria-current={id === current ? 'true' : undefined}
              className="inline-flex h-9 flex-none items-center gap-2 rounded-md px-3 font-medium text-ink-muted hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent-ink @max-[480px]:px-2.5 @min-[720px]:w-full pointer-coarse:h-11 pointer-coarse:min-w-11"
              onClick={() => goTo(id)}
            >
              <Icon size={16} className="@max-[480px]:hidden" />
              {title}
            </Button>
          ))}
        </nav>
        <div className="@container @min-[720px]:min-w-0 @min-[720px]:flex-1">
          <div className="grid gap-8 px-4 pt-5 pb-8 @min-[720px]/settings:gap-10 @min-[720px]/settings:px-0 @min-[720px]/settings:pt-0 @min-[720px]/settings:pb-6">
            {sections.map((section, index) => (
              <Part
                key={section.id}
                section={section}
                // So that the last section can come to the top.
                minHeight={
                  index === sections.length - 1 ? Math.max(0, viewHeight - LAST_MARGIN_PX) : 0
                }
                ref={hold(section.id)}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}
