/** Work for the next frame, or for soon where no frames are drawn; gives what calls it off. */
export const onNextFrame = (work: () => void): (() => void) => {
  if (document.hidden) {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const frame = requestAnimationFrame(work)
  return () => cancelAnimationFrame(frame)
}
