import { createStore } from 'zustand/vanilla'

/** `cached`: the server has the code, but the browser caches the failed import until the page reloads. */
export type LoadFailureCause = 'release' | 'network' | 'cached' | 'fault'

type ReleaseState = {
  isReplaced: boolean
  /** Put off until more code fails to load. */
  isPutOff: boolean
}

export const releaseStore = createStore<ReleaseState>(() => ({
  isReplaced: false,
  isPutOff: false,
}))

export const isReloadOffered = ({ isReplaced, isPutOff }: ReleaseState): boolean =>
  isReplaced && !isPutOff

export const putOffReload = (): void => releaseStore.setState({ isPutOff: true })

const RELOAD_DELAY_MS = 2_000
let reloadTimer: ReturnType<typeof setTimeout> | undefined
/** The entry script of the last automatic reload, so that a page reloads once. */
const RELOADED_KEY = 'soldesk.reloaded-release'
/** Chromium, Firefox, Safari, and Vite's own. */
const LOAD_FAILURE =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

export const isLoadFailure = (error: unknown): error is Error =>
  error instanceof Error && LOAD_FAILURE.test(error.message)

/** Returns the address of the page's entry script, which changes with every release. */
const findEntry = (page: Document): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null

const isGone = async (error: Error): Promise<boolean> => {
  const url = /https?:\/\/\S+/.exec(error.message)?.[0]
  return (
    url !== undefined && (await fetch(url, { method: 'HEAD', cache: 'no-store' })).status === 404
  )
}

/** The messages of earlier failures, which name the code that did not load. */
const failedBefore = new Set<string>()

const diagnoseFailure = async (error: Error): Promise<LoadFailureCause> => {
  const isRepeated = failedBefore.has(error.message)
  failedBefore.add(error.message)
  const own = findEntry(document)
  if (own === null) return 'network'
  try {
    const response = await fetch('/', { cache: 'no-store' })
    if (!response.ok) return 'network'
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const served = findEntry(page)
    if (served === null) return 'network'
    if (served === own && !(await isGone(error))) return isRepeated ? 'cached' : 'network'
    const isFirst = !releaseStore.getState().isReplaced
    releaseStore.setState({ isReplaced: true, isPutOff: false })
    // Reloading does not help if the server sends the same page again.
    if (isFirst && served !== own) {
      reloadTimer = setTimeout(() => reloadWhenIdle(own), RELOAD_DELAY_MS)
    }
    return 'release'
  } catch {
    return 'network'
  }
}

/** Vite and the error boundary report the same failure. */
const causes = new WeakMap<Error, Promise<LoadFailureCause>>()

export const findLoadFailureCause = async (error: unknown): Promise<LoadFailureCause> => {
  if (!isLoadFailure(error)) return 'fault'
  const cause = causes.get(error) ?? diagnoseFailure(error)
  causes.set(error, cause)
  return cause
}

const isTextEntry = (target: EventTarget | null) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

const typedInto = new Set<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>()

const hasTypedText = () =>
  [...typedInto].some((field) => field.isConnected && field.value.trim() !== '')

/** A dialog waits for an answer, or a payment or analysis shows its progress. */
const isBusy = () => document.querySelector('[aria-modal="true"], [role="progressbar"]') !== null

const reloadWhenIdle = (ownEntry: string) => {
  if (hasTypedText() || isBusy()) return
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === ownEntry) return
    sessionStorage.setItem(RELOADED_KEY, ownEntry)
  } catch {
    // Without a record the page could reload forever.
    return
  }
  window.location.reload()
}

/** Offers a reload when code of a newer release fails to load. Returns a function that stops watching. */
export const watchReleases = (): (() => void) => {
  const watching = new AbortController()
  const { signal } = watching
  window.addEventListener(
    'vite:preloadError',
    ({ payload }) => void findLoadFailureCause(payload),
    { signal },
  )
  document.addEventListener(
    'input',
    ({ target }) => {
      for (const field of typedInto) if (!field.isConnected) typedInto.delete(field)
      if (isTextEntry(target)) typedInto.add(target)
    },
    { signal, capture: true },
  )
  return () => {
    watching.abort()
    clearTimeout(reloadTimer)
    typedInto.clear()
    failedBefore.clear()
    releaseStore.setState({ isReplaced: false, isPutOff: false })
  }
}
