import { cn } from '#src/lib/cn.ts'
import { findWindowIcon } from '#src/platform/apps/app-registry-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { useSwitching } from './switcher-store.ts'

export const Switcher = () => {
  const switching = useSwitching()
  if (switching === null) return null
  const { windows: open } = windows.store.getState()
  const chosen = open[switching.ids[switching.chosen] ?? '']
  return (
    <div className="animate-fade-in pointer-events-none fixed inset-0 z-50 grid place-items-center p-6">
      <div className="max-w-[min(92vw,760px)] rounded-2xl bg-surface-raised p-4 shadow-high ring-1 ring-line">
        <ul aria-hidden="true" className="flex flex-wrap justify-center gap-1">
          {switching.ids.map((id, index) => {
            const window = open[id]
            if (window === undefined) return null
            const isChosen = index === switching.chosen
            return (
              <li
                key={id}
                className={cn(
                  'grid size-20 place-items-center rounded-xl',
                  isChosen && 'bg-accent-soft ring-2 ring-accent-ink',
                  window.isMinimized && 'opacity-55',
                )}
              >
                <AppIcon icon={findWindowIcon(window)} sizePx={52} />
              </li>
            )
          })}
        </ul>
        <p
          role="status"
          dir="auto"
          className="mx-auto mt-3 max-w-80 truncate text-center text-ui font-medium"
        >
          {chosen?.title}
          {chosen?.isMinimized === true && <span className="text-ink-muted"> · Minimized</span>}
        </p>
      </div>
    </div>
  )
}
