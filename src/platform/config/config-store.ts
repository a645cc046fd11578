import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { PublicConfig } from '#contract/system/config.ts'
import { serverFacts } from './server-facts.ts'

const read = () => ({ config: PublicConfig.safeParse(serverFacts.getState().answer).data ?? null })

export const configStore = createStore<{ config: PublicConfig | null }>(read)

serverFacts.subscribe(() => configStore.setState(read()))

export const useConfig = (): PublicConfig | null => useStore(configStore, (state) => state.config)
