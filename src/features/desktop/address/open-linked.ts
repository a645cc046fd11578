import { appRegistry, findApp, isAddedPath } from '#src/platform/apps/app-registry-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { showFailure } from '#src/ui/toast/toast-store.ts'

/** The longest wait for the server's lists of installed apps and agents. */
const LIST_LIMIT_MS = 8_000

const isListUnknown = (path: string) =>
  isAddedPath(path) && appRegistry.getState().listStatus !== 'loaded'

const showNotFound = (path: string) => {
  if (isListUnknown(path)) {
    showFailure('We couldn’t load your apps', 'We’ll open it as soon as your apps load.')
    return
  }
  const shown = path.length > 120 ? `${path.slice(0, 120)}…` : path
  showFailure('App not found', `Nothing opens at ${shown}`)
}

const openOrExplain = (path: string) => {
  const outcome = openApp(path)
  if (outcome.ok) return
  if (outcome.reason === 'unknown') showNotFound(path)
  else {
    showFailure(
      `${findApp(path)?.title ?? 'This app'} is switched off`,
      'It cannot be opened until it is approved again.',
    )
  }
}

/** Opens the paths of a link, the last one in front. Apps that may be in a list open once the lists have loaded. */
export const openAllLinked = (paths: readonly string[], left: AbortSignal): void => {
  for (const [place, path] of paths.entries()) {
    openLinked(path, left, () => openBehind(path, paths.slice(place + 1)))
  }
}

/** Opens the path of a late app behind the window of a later path, if there is one. */
const openBehind = (path: string, later: readonly string[]): void => {
  const { activeId } = windows.store.getState()
  openOrExplain(path)
  const isLater = later.some((each) => windows.findByPath(each)?.id === activeId)
  if (activeId !== null && isLater) windows.restore(activeId)
}

/** Opens a path, or shows that there is no such app. Calls `openLate` once the lists load if the app may be in one. */
const openLinked = (path: string, left: AbortSignal, openLate: () => void): void => {
  const isSettled = () =>
    findApp(path) !== undefined || appRegistry.getState().listStatus !== 'loading'
  if (!isAddedPath(path) || isSettled()) {
    openOrExplain(path)
    return
  }
  const stopWaiting = new AbortController()
  const finish = () => {
    stopWaiting.abort()
    if (!left.aborted) openLate()
  }
  const timer = setTimeout(finish, LIST_LIMIT_MS)
  const unsubscribe = appRegistry.subscribe(() => {
    if (isSettled()) finish()
  })
  stopWaiting.signal.addEventListener('abort', () => {
    clearTimeout(timer)
    unsubscribe()
  })
  left.addEventListener('abort', () => stopWaiting.abort(), { signal: stopWaiting.signal })
}
