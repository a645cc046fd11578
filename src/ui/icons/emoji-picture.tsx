import { loadable } from '#src/ui/feedback/loadable.tsx'

const SignDrawing = loadable(async () => (await import('./emoji-drawings.tsx')).SignDrawing)

/** Decoration. Systems draw emoji differently or not at all, so we draw the ones we know. */
export const Sign = ({ sign }: { sign: string }) =>
  /^\p{Extended_Pictographic}/u.test(sign) ? <SignDrawing sign={sign} /> : sign
