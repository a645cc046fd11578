import { CHAT_PATH } from '#contract/paths.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

type Asked = { question: string | null; nth: number }

const asked = createStore<Asked>(() => ({ question: null, nth: 0 }))

/** Asks in a new chat of the chat window. The question is not in the address: any link could ask in the user's name. */
export const askInWindow = (question: string): void => {
  const open = windows.findByPath(CHAT_PATH)
  if (open !== undefined) windows.setPath(open.id, CHAT_PATH)
  asked.setState(({ nth }) => ({ question, nth: nth + 1 }))
  openApp(CHAT_PATH)
}

/** Returns the question that waits for the chat window; null after the first call. */
export const takeQuestion = (): string | null => {
  const { question } = asked.getState()
  asked.setState({ question: null })
  return question
}

/** Counts the questions, so that each begins a chat. */
export const useAskedCount = (): number => useStore(asked, ({ nth }) => nth)
