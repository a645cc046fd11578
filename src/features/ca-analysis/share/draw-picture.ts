import type { PictureFacts } from './picture-facts.ts'

/** The size that messengers and social networks show without cropping. */
export const PICTURE = { width: 1200, height: 630 }

const MARGIN = 64
const WIDTH = PICTURE.width - 2 * MARGIN
const MAX_COLUMNS = 6
const COLUMN_GAP = 24
const ROW_PX = 78
const FOOT_Y = PICTURE.height - 48

type Style = { size: number; weight?: number; color: string; isMono?: boolean }

/** Names of the page's CSS variables for colors and fonts. */
type Name = 'ink' | 'ink-muted' | 'surface-raised' | 'line' | 'positive' | 'danger' | 'sans'
type Tone = 'warning' | 'warning-soft' | 'mono'
type ReadStyle = (name: Name | Tone) => string

type Pen = {
  context: CanvasRenderingContext2D
  read: ReadStyle
  /** Writes a text, smaller or cut where it is wider than `room`. Returns its width. */
  write: (text: string, x: number, y: number, room: number, style: Style) => number
}

const MIN_SCALE = 0.6

const createPen = (context: CanvasRenderingContext2D, read: ReadStyle): Pen => {
  const measure = (text: string, { size, weight = 400, isMono = false }: Style, scale = 1) => {
    context.font = `${weight} ${size * scale}px ${read(isMono ? 'mono' : 'sans')}`
    return context.measureText(text).width
  }
  const cut = (text: string, room: number): string => {
    const letters = Array.from(text)
    while (letters.length > 1 && context.measureText(`${letters.join('')}…`).width > room)
      letters.pop()
    return `${letters.join('').trimEnd()}…`
  }
  return {
    context,
    read,
    write: (text, x, y, room, style) => {
      const scale = Math.min(1, Math.max(MIN_SCALE, room / measure(text, style)))
      const width = measure(text, style, scale)
      const shown = width > room + 1 ? cut(text, room) : text
      context.fillStyle = style.color
      context.fillText(shown, x, y)
      return context.measureText(shown).width
    },
  }
}

const fillRounded = (
  { context }: Pen,
  [x, y, width, height, radius]: readonly [number, number, number, number, number],
  fill: string | CanvasGradient,
) => {
  context.fillStyle = fill
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
  context.fill()
}

const drawToken = (pen: Pen, { look: { letters, from, to } }: PictureFacts) => {
  const size = 96
  const fill = pen.context.createLinearGradient(MARGIN, MARGIN, MARGIN + size, MARGIN + size)
  fill.addColorStop(0, from)
  fill.addColorStop(1, to)
  fillRounded(pen, [MARGIN, MARGIN, size, size, size / 2], fill)
  pen.context.textAlign = 'center'
  pen.write(letters, MARGIN + size / 2, MARGIN + 60, size, {
    size: 36,
    weight: 600,
    color: '#ffffff',
  })
  pen.context.textAlign = 'left'
}

/** Draws the marks from the right edge. Returns the room that they take. */
const drawMarks = (pen: Pen, marks: readonly string[]): number => {
  let right = PICTURE.width - MARGIN
  for (const mark of marks.toReversed()) {
    pen.context.font = `500 24px ${pen.read('sans')}`
    const width = pen.context.measureText(mark).width + 32
    right -= width
    fillRounded(pen, [right, MARGIN + 4, width, 44, 10], pen.read('warning-soft'))
    const color = pen.read('warning')
    pen.write(mark, right + 16, MARGIN + 35, width, { size: 24, weight: 500, color })
    right -= 12
  }
  return PICTURE.width - MARGIN - right
}

const drawHead = (pen: Pen, { title, tokenName, marks, kind, address }: PictureFacts) => {
  const x = MARGIN + 124
  const muted = pen.read('ink-muted')
  const room = WIDTH - 124 - drawMarks(pen, marks)
  const titleStyle = { size: 48, weight: 650, color: pen.read('ink') }
  const width = pen.write(title, x, MARGIN + 44, Math.min(room, 420), titleStyle)
  const left = room - width - 18
  if (tokenName !== null && left > 80) {
    pen.write(tokenName, x + width + 18, MARGIN + 44, left, { size: 30, color: muted })
  }
  const kindWidth = pen.write(`${kind} `, x, MARGIN + 90, 200, { size: 28, color: muted })
  const style = { size: 27, color: muted, isMono: true }
  pen.write(address, x + kindWidth, MARGIN + 90, 500, style)
}

const drawMain = (pen: Pen, { main }: PictureFacts) => {
  const muted = pen.read('ink-muted')
  const color = pen.read(main.sign > 0 ? 'positive' : main.sign < 0 ? 'danger' : 'ink')
  pen.write(main.name, MARGIN, 232, WIDTH, { size: 28, color: muted })
  const style = { size: 96, weight: 650, color }
  const width = pen.write(main.value, MARGIN, 330, 780, style)
  pen.write(main.detail, MARGIN + width + 32, 330, WIDTH - width - 32, {
    size: 44,
    weight: 500,
    color: pen.read('ink'),
  })
}

const drawFacts = (pen: Pen, { facts }: PictureFacts) => {
  const columns = Math.min(MAX_COLUMNS, facts.length)
  const step = (WIDTH + COLUMN_GAP) / columns
  for (const [index, { name, value }] of facts.entries()) {
    const x = MARGIN + (index % columns) * step
    const y = 390 + Math.floor(index / columns) * ROW_PX
    const room = step - COLUMN_GAP
    pen.write(name, x, y, room, { size: 22, color: pen.read('ink-muted') })
    pen.write(value, x, y + 34, room, { size: 28, weight: 600, color: pen.read('ink') })
  }
}

/** The shapes of public/icon.svg. */
const drawLogo = (pen: Pen, x: number, y: number) => {
  const fill = pen.context.createLinearGradient(x, y, x + 40, y + 40)
  fill.addColorStop(0, '#7d74ff')
  fill.addColorStop(1, '#4338ca')
  fillRounded(pen, [x, y, 40, 40, 11], fill)
  fillRounded(pen, [x + 8, y + 11, 17, 13, 3], '#ffffff73')
  fillRounded(pen, [x + 15, y + 16, 17, 13, 3], '#ffffff')
}

/** Draws a picture of 1200 × 630 pixels in the style of the page. */
export const drawPicture = (
  canvas: HTMLCanvasElement,
  facts: PictureFacts,
  productName: string,
): void => {
  const context = canvas.getContext('2d')
  if (context === null) return
  const style = getComputedStyle(canvas)
  const pen = createPen(context, (name) => style.getPropertyValue(`--${name}`))
  // Without ligatures, which in Inter turn the x of 5x5 into a multiplication sign.
  context.textRendering = 'optimizeSpeed'
  context.fillStyle = pen.read('surface-raised')
  context.fillRect(0, 0, PICTURE.width, PICTURE.height)
  drawToken(pen, facts)
  drawHead(pen, facts)
  drawMain(pen, facts)
  drawFacts(pen, facts)
  context.fillStyle = pen.read('line')
  context.fillRect(0, PICTURE.height - 96, PICTURE.width, 2)
  drawLogo(pen, MARGIN, FOOT_Y - 20)
  const color = pen.read('ink')
  pen.write(productName, MARGIN + 54, FOOT_Y + 9, 500, { size: 26, weight: 600, color })
  context.textAlign = 'right'
  const muted = pen.read('ink-muted')
  pen.write(facts.tool, PICTURE.width - MARGIN, FOOT_Y + 9, 400, { size: 26, color: muted })
  context.textAlign = 'left'
}
