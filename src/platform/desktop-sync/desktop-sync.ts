import type { StoreApi } from 'zustand/vanilla'
import { forgetDesktop, getDesktop, saveDesktop, type DesktopParts } from '#contract/desktop.ts'
import { HttpError } from '#src/lib/api/api-error.ts'
import type { ApiClient } from '#src/lib/api/client.ts'
import { isSame } from '#src/lib/sync/is-same.ts'
import { createSyncLoop } from '#src/lib/sync/sync-loop.ts'
import type { DesktopPartsAccess } from './desktop-parts.ts'
import { mergeParts, type Parts } from './merge-parts.ts'
import { SYNC_OFF, type SyncState } from './sync-store.ts'

const SAVE_DELAY_MS = 1_500
/** Another browser may save between each of our reads and saves. */
const MAX_ATTEMPTS = 4

type SyncOptions = {
  api: Pick<ApiClient, 'call' | 'callForData'>
  store: StoreApi<SyncState>
  parts: DesktopPartsAccess
  /** Windows are replaced only while none is shown, because the user may be typing in one. */
  areWindowsShown: () => boolean
  saveDelayMs?: number
}

const pick = (parts: Parts, isIncluded: (name: string) => boolean): Parts =>
  Object.fromEntries(Object.entries(parts).filter(([name]) => isIncluded(name)))

type ExchangeOptions = Omit<SyncOptions, 'saveDelayMs'> & {
  /** Aborted when the user changes; later responses are dropped. */
  ended: AbortSignal
}

/** Exchanges the desktop of this browser with that of the account, part by part. */
const createExchange = ({ api, store, parts, areWindowsShown, ended }: ExchangeOptions) => {
  /** Returns false if another browser saved first. */
  const save = async (changed: Parts): Promise<boolean> => {
    const body = { version: store.getState().version, parts: changed as DesktopParts }
    const data = await api.callForData(saveDesktop, { body })
    if (ended.aborted) return true
    if (!data.is_saved) return false
    const { agreed } = store.getState()
    store.setState({ version: data.version, agreed: { ...agreed, ...changed }, problem: null })
    return true
  }

  /** Applies the account's changes to this desktop. Returns the parts to save. */
  const adopt = (remote: Parts): Parts => {
    const local = parts.read()
    // A browser that joins adopts the account's desktop.
    const agreed = store.getState().isOn ? store.getState().agreed : local
    const merged = mergeParts({ agreed, local, remote })
    const isSkipped = (name: string) => name === 'windows' && areWindowsShown()
    parts.write(pick(merged.adopt, (name) => !isSkipped(name)))
    // A value that this browser does not know now reads as a default, which must not be sent back.
    const asRead = pick(parts.read(), (name) => name in merged.adopt && !isSkipped(name))
    const seen = pick(remote, (name) => !(isSkipped(name) && name in merged.adopt))
    store.setState({ isOn: true, agreed: { ...agreed, ...seen, ...asRead } })
    return merged.send
  }

  /** Reads the account's desktop, applies it here and saves local changes. */
  const merge = async (attempt = 1): Promise<void> => {
    const data = await api.callForData(getDesktop)
    if (ended.aborted) return
    if (data.parts === null) {
      store.setState({ ...SYNC_OFF, version: data.version })
      return
    }
    const send = adopt(data.parts)
    store.setState({ version: data.version, isAwaited: false, problem: null })
    if (Object.keys(send).length === 0) return
    if (!(await save(send)) && attempt < MAX_ATTEMPTS) await merge(attempt + 1)
  }

  const saveChanges = async (): Promise<void> => {
    const { isOn, agreed } = store.getState()
    const local = parts.read()
    const changed = pick(local, (name) => !isSame(local[name], agreed[name]))
    if (!isOn || Object.keys(changed).length === 0) return
    if (!(await save(changed))) await merge()
  }

  /** Adopts the desktop of the account, or saves this one as the account's first. */
  const join = async (): Promise<void> => {
    await merge()
    const { isOn, version } = store.getState()
    if (isOn) return
    store.setState({ ...SYNC_OFF, isOn: true, version })
    try {
      if (!(await save(parts.read()))) await merge()
    } catch (error) {
      store.setState(SYNC_OFF)
      throw error
    }
  }

  /** Stops the sync in every browser, and deletes the desktop on the server. */
  const leave = async (): Promise<void> => {
    await api.call(forgetDesktop)
    store.setState(SYNC_OFF)
  }

  return { merge, saveChanges, join, leave }
}

export const createDesktopSync = ({ saveDelayMs = SAVE_DELAY_MS, ...options }: SyncOptions) => {
  const { store, parts } = options
  const loop = createSyncLoop({
    merge: () => exchange.merge(),
    send: () => exchange.saveChanges(),
    onFailure: (error) => {
      const isTooLarge = error instanceof HttpError && error.code === 'PAYLOAD_TOO_LARGE'
      store.setState({ problem: isTooLarge ? 'tooLarge' : 'failed' })
    },
    isOn: () => store.getState().isOn,
    sendDelayMs: saveDelayMs,
  })
  const exchange = createExchange({ ...options, ended: loop.ended })

  return {
    /** Saves the changes of this browser and reads those of others. Returns the function that stops it. */
    follow: () => loop.follow(parts.watch),
    /** Drops running exchanges when the user changes. */
    end: loop.end,
    merge: loop.merge,
    turnOn: () => loop.enqueue(exchange.join),
    turnOff: () => loop.enqueue(exchange.leave),
  }
}

export type DesktopSync = ReturnType<typeof createDesktopSync>
