import { useStore } from 'zustand'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { cn } from '#src/lib/cn.ts'
import { appRegistry } from '#src/platform/apps/app-registry-store.ts'
import { openOnDesktop } from '#src/platform/windows/open-app.ts'
import { Button } from '#src/ui/form/button.tsx'
import { MENU_CLASS } from '#src/ui/overlay/menu-items.tsx'

/** Replaces the list after `@` if the user has no app or agent. Renders nothing until the lists have loaded. */
export const NoAppsHint = () => {
  const isKnown = useStore(appRegistry, ({ listStatus }) => listStatus === 'loaded')
  if (!isKnown) return null
  return (
    <div
      role="status"
      className={cn(
        MENU_CLASS,
        'absolute bottom-full left-0 mb-1.5 flex max-w-full flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pr-1.5 pl-3',
      )}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      <p className="text-ink-muted">No apps yet. Get one to ask it here.</p>
      <Button size="sm" onClick={() => openOnDesktop(PRODUCT_APPS.appStore.path)}>
        Open App Store
      </Button>
    </div>
  )
}
