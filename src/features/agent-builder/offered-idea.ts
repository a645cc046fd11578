import { createStore } from 'zustand/vanilla'

/** An idea from a chat, which the form uses once; null without one. */
export const offeredIdea = createStore<{ idea: string | null }>(() => ({ idea: null }))

export const offerIdea = (idea: string): void => offeredIdea.setState({ idea })
