import { WindowFocus } from './window-focus.tsx'
import { WindowFrame } from './window-frame.tsx'
import { useWindowIds } from './windows-store.ts'

/** The windows themselves. With everything that draws and moves them it is fetched when the first one is wanted. */
export const WindowStack = () => (
  <>
    {useWindowIds().map((id) => (
      <WindowFrame key={id} id={id} />
    ))}
    <WindowFocus />
  </>
)
