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
import './settings.css'

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
    <section ref={ref} tabIndex={-1} aria-labelledby={id} className="settings-part">
      <h3 id={id} className="settings-title">
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
    <div ref={rootRef} className="settings">
      <div className="settings-frame">
        <nav aria-label={texts.sections.label} className="settings-rail">
          {SECTIONS.map((section) => {
            const Icon = ICONS[section]
            return (
              <Button
                key={section}
                variant="plain"
                aria-current={section === current ? 'true' : undefined}
                className="settings-link"
                onClick={() => goTo(section)}
              >
                <Icon size={16} aria-hidden="true" />
                {texts.sections[section]}
              </Button>
            )
          })}
        </nav>
        <div className="settings-column settings-pages">
          {SECTIONS.map((section) => (
            <Part key={section} section={section} ref={hold(section)} />
          ))}
        </div>
      </div>
    </div>
  )
}
