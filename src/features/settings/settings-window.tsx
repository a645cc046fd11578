import Info from 'lucide-react/icons/info'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Palette from 'lucide-react/icons/palette'
import UserRound from 'lucide-react/icons/user-round'
import { useId } from 'react'
import type { ReactNode, Ref } from 'react'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { AboutSection } from './about-section.tsx'
import { AccountSection } from '#src/features/settings/account/account-section.tsx'
import { AppearanceSection } from '#src/features/settings/appearance/appearance-section.tsx'
import { DesktopSection } from './desktop-section.tsx'
import { SECTIONS } from './sections.ts'
import type { Section } from './sections.ts'
import { texts } from './texts.ts'
import { useSections } from './use-sections.ts'
import { Button } from '#src/ui/form/button.tsx'

const ICONS = {
  appearance: Palette,
  account: UserRound,
  desktop: LayoutGrid,
  about: Info,
} as const satisfies Record<Section, unknown>

const CONTENTS: Readonly<Record<Section, ReactNode>> = {
  appearance: <AppearanceSection />,
  account: <AccountSection />,
  desktop: <DesktopSection />,
  about: <AboutSection />,
}

type PartProps = { section: Section; ref: Ref<HTMLElement> }

const Part = ({ section, ref }: PartProps) => {
  const id = useId()
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      className="grid min-w-0 scroll-mt-17 gap-3 focus:outline-none @min-[720px]/settings:scroll-mt-6 [&>section]:bg-surface-raised"
    >
      <h3 id={id} className="text-xl leading-7 font-semibold tracking-display">
        {texts.sections[section]}
      </h3>
      {CONTENTS[section]}
    </section>
  )
}

/** One page of sections with their list beside it, above it where it is narrow; `?section=` in the path opens at one. */
export const SettingsWindow = ({ path = '' }: Partial<AppBodyProps>) => {
  const { rootRef, hold, current, goTo } = useSections(path)
  return (
    <div ref={rootRef} className="@container/settings">
      <div className="flex flex-col @min-[720px]:mx-auto @min-[720px]:max-w-[960px] @min-[720px]:flex-row @min-[720px]:gap-8 @min-[720px]:p-6">
        <nav
          aria-label={texts.sections.label}
          className="sticky top-0 z-2 flex gap-0.5 overflow-x-auto border-b bg-surface px-3 py-2 [scrollbar-width:none] @min-[720px]:top-6 @min-[720px]:w-44 @min-[720px]:flex-none @min-[720px]:flex-col @min-[720px]:self-start @min-[720px]:border-0 @min-[720px]:bg-transparent @min-[720px]:p-0"
        >
          {SECTIONS.map((section) => {
            const Icon = ICONS[section]
            return (
              <Button
                key={section}
                variant="plain"
                aria-current={section === current ? 'true' : undefined}
                className="inline-flex h-9 flex-none items-center gap-2 rounded-md px-3 font-medium text-ink-muted hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent-ink @max-[480px]:flex-1 @max-[480px]:justify-center @max-[480px]:px-1.5 @min-[720px]:w-full pointer-coarse:h-11 pointer-coarse:min-w-11"
                onClick={() => goTo(section)}
              >
                <Icon size={16} aria-hidden="true" className="@max-[480px]:hidden" />
                {texts.sections[section]}
              </Button>
            )
          })}
        </nav>
        <div className="@container @min-[720px]:min-w-0 @min-[720px]:flex-1">
          <div className="grid gap-8 px-4 pt-5 pb-8 @min-[720px]/settings:gap-10 @min-[720px]/settings:px-0 @min-[720px]/settings:pt-0 @min-[720px]/settings:pb-6">
            {SECTIONS.map((section) => (
              <Part key={section} section={section} ref={hold(section)} />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}
