import { useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { removeInvisible } from './safe-link.ts'

type Loaded = { readonly render: ((text: string) => ReactNode) | null }

const loaded = createStore<Loaded>(() => ({ render: null }))

/** Loads the markdown parser, a third of a chat's code, with the first answer. */
export const fetchMarkdown = async (): Promise<void> => {
  if (loaded.getState().render !== null) return
  try {
    const { Markdown } = await import('./markdown.tsx')
    loaded.setState({ render: (text) => <Markdown text={text} /> })
  } catch {
    // Offline: the text stays unformatted, and the next answer tries again.
  }
}

/** Shows markdown, or plain text until the parser has loaded. */
export const MarkdownText = ({ text }: { text: string }) => {
  const render = useStore(loaded, (state) => state.render)
  useEffect(() => void fetchMarkdown(), [])
  return (
    render?.(text) ?? (
      <p className="leading-6 wrap-anywhere whitespace-pre-wrap">{removeInvisible(text)}</p>
    )
  )
}
