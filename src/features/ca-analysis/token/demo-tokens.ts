import { useStore } from 'zustand'
import { configStore } from '#src/platform/config/config-store.ts'

export type DemoToken = { readonly contract_address: string; readonly symbol: string }

const NO_TOKENS: readonly DemoToken[] = []

/** Returns the tokens of the demo market; empty except on a local network. */
export const useDemoTokens = (): readonly DemoToken[] => {
  const demo = useStore(configStore, (state) => state.config?.demo ?? null)
  return demo === null ? NO_TOKENS : (demo.tokens ?? [{ ...demo, symbol: 'a demo token' }])
}
