import { loadable } from '#src/ui/feedback/loadable.tsx'

const EmojiDrawing = loadable(async () => (await import('./emoji-drawings.tsx')).EmojiDrawing)

/** Draws known emoji, which systems draw differently or not at all. Other text is unchanged. */
export const Emoji = ({ text }: { text: string }) =>
  /^\p{Extended_Pictographic}/u.test(text) ? <EmojiDrawing emoji={text} /> : text
