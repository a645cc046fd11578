import { loadable } from '#src/ui/feedback/loadable.tsx'

const SignDrawing = loadable(async () => (await import('./emoji-drawings.tsx')).SignDrawing)

/**
 * An emoji or a letter as decoration. Emoji that we know are drawn by us: every system has another picture of them, and
 * some have none.
 */
export const Sign = ({ sign }: { sign: string }) =>
  /^\p{Extended_Pictographic}/u.test(sign) ? <SignDrawing sign={sign} /> : sign
