import { useShownWidgets } from '#src/platform/apps/widgets-store.ts'
import { useIsPhone } from '#src/platform/windows/model/windows-store.ts'

/** Returns true if the desktop has a column of widgets, for which a phone has no room. */
export const useHasWidgets = (): boolean => {
  const isPhone = useIsPhone()
  return useShownWidgets().length > 0 && !isPhone
}
