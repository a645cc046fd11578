import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { PublicConfig } from '#contract/system/config.ts'
import { rawConfig } from './raw-config.ts'

const read = () => ({ config: PublicConfig.safeParse(rawConfig.getState().answer).data ?? null })

export const configStore = createStore<{ config: PublicConfig | null }>(read)

rawConfig.subscribe(() => configStore.setState(read()))

export const useConfig = (): PublicConfig | null => useStore(configStore, (state) => state.config)
