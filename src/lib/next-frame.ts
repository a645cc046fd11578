/** Work for the next frame, or for soon where no frames are drawn; gives what calls it off. */
export const onNextFrame = (work: () => void): (() => void) => {
  if (document.hidden) {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const frame = requestAnimationFrame(work)
  return () => cancelAnimationFrame(frame)
}

/** Work for when the frame that is being made has been painted; gives what calls it off. */
export const afterPaint = (work: () => void): (() => void) => {
  let stop = onNextFrame(() => {
    stop = onNextFrame(work)
  })
  return () => stop()
}
