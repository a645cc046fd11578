import { loadable } from '#src/ui/feedback/loadable.tsx'

const EmojiDrawing = loadable(async () => (await import('./emoji-drawings.tsx')).EmojiDrawing)

/** Draws the emoji we know, because systems draw them differently or not at all. Other text stays as it is. */
export const Emoji = ({ text }: { text: string }) =>
  /^\p{Extended_Pictographic}/u.test(text) ? <EmojiDrawing emoji={text} /> : text
