import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { CONFIG_PATH } from '#contract/system/config-path.ts'
import { systemClock } from '#src/lib/clock.ts'
import { readField } from '#src/lib/read-field.ts'

/** Shown until the server has answered. */
const DEFAULT_NAME = 'SolDesk'
const RETRY_DELAY_MS = 3_000

/** The server's unparsed configuration; undefined until it has answered. */
export const rawConfig = createStore<{ answer: unknown }>(() => ({ answer: undefined }))

/** Loads the configuration, and retries until the server answers. A refusal leaves the page without a configuration. */
export const loadRawConfig = async (base: string, clock = systemClock): Promise<void> => {
  for (;;) {
    const answer = await fetchOnce(`${base}${CONFIG_PATH}`)
    if (answer !== null) {
      rawConfig.setState({ answer })
      return
    }
    await clock.sleep(RETRY_DELAY_MS)
  }
}

/** Returns null while the server is unreachable or restarting. */
const fetchOnce = async (url: string): Promise<unknown> => {
  try {
    const response = await fetch(url, { headers: { Accept: 'application/json' } })
    return response.status >= 500 ? null : await response.json()
  } catch {
    return null
  }
}

/** Returns a text field of the configuration; null if it is missing or the server has not answered yet. */
export const readConfigText = (name: 'name' | 'network' | 'rpc' | 'local_rpc'): string | null => {
  const value = readField(rawConfig.getState().answer, name)
  return typeof value === 'string' ? value : null
}

export const useProductName = (): string =>
  useStore(rawConfig, () => readConfigText('name')) ?? DEFAULT_NAME

/** Returns the network's name; empty until the server has answered. */
export const useNetworkName = (): string =>
  useStore(rawConfig, () => readConfigText('network')) ?? ''
