import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { config } from '#contract/system.ts'
import type { PublicConfig } from '#contract/system.ts'
import { isTemporary } from '#src/lib/api/api-error.ts'
import type { ApiClient } from '#src/lib/api/client.ts'
import { systemClock } from '#src/lib/clock.ts'

/** Shown until the server has told its name. */
const DEFAULT_NAME = 'SolDesk'
const RETRY_DELAY_MS = 3_000

/** What the server says of itself; null until it has answered. */
export const configStore = createStore<{ config: PublicConfig | null }>(() => ({ config: null }))

export const useConfig = (): PublicConfig | null => useStore(configStore, (state) => state.config)

export const useProductName = (): string =>
  useStore(configStore, (state) => state.config?.name ?? DEFAULT_NAME)

/** Asks until the server answers; a server that answers otherwise leaves the page without what config offers. */
export const loadConfig = async (api: ApiClient, clock = systemClock): Promise<void> => {
  for (;;) {
    try {
      configStore.setState({ config: await api.call(config) })
      return
    } catch (error) {
      if (!isTemporary(error)) return
      await clock.sleep(RETRY_DELAY_MS)
    }
  }
}
