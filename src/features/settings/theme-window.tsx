import { DarkSwitch } from './dark-switch.tsx'
import { DesktopLook } from './desktop-look.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import './theme-choice.css'

export const ThemeWindow = () => (
  <div className="mx-auto grid max-w-2xl gap-6 p-6 max-sm:p-4">
    <ThemeChoice />
    <div className="divide-y rounded-xl bg-surface-raised p-4 shadow-low ring-1 ring-line">
      <DarkSwitch />
      <DesktopLook />
    </div>
  </div>
)
