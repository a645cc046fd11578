/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Of two colors such as `#5548e0`, from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The six-digit colors among the custom properties of the block that follows a selector. */
export const tokensOf = (css: string, selector: string): Record<string, string> => {
  const at = css.indexOf(`${selector} {`)
  const block = at < 0 ? '' : css.slice(at, css.indexOf('}', at))
  return Object.fromEntries(
    Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), ([, name, hex]) => [name, hex]),
  ) as Record<string, string>
}
