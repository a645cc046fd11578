/** `line` counts from 1. */
export type Block = {
  kind: 'VEVENT' | 'VTIMEZONE'
  line: number
  text: string
  isComplete: boolean
}

export type SplitFile = {
  blocks: Block[]
  /** To-dos, journals and free-busy lists. */
  others: number
  isCalendar: boolean
}

const MARK = /^(BEGIN|END):([A-Z-]+)\s*$/i
const NOT_SHOWN: ReadonlySet<string> = new Set(['VTODO', 'VJOURNAL', 'VFREEBUSY'])

const isBlockKind = (name: string): name is Block['kind'] =>
  name === 'VEVENT' || name === 'VTIMEZONE'

/**
 * Splits a file into components, so that an unreadable one does not affect others. A component without an end ends where
 * the next one starts.
 */
export const splitFile = (text: string): SplitFile => {
  const lines = text.replace(/^\u{FEFF}/u, '').split(/\r\n|\n|\r/)
  const blocks: Block[] = []
  let others = 0
  let isCalendar = false
  let open: { kind: Block['kind']; line: number; lines: string[] } | null = null
  const close = (isComplete: boolean) => {
    if (open === null) return
    const { kind, line, lines: own } = open
    blocks.push({ kind, line, text: own.join('\r\n'), isComplete })
    open = null
  }
  lines.forEach((content, index) => {
    const [, mark, rawName = ''] = MARK.exec(content) ?? []
    const name = rawName.toUpperCase()
    const isBegin = mark?.toUpperCase() === 'BEGIN'
    if (isBegin && name === 'VCALENDAR') isCalendar = true
    if (isBegin && NOT_SHOWN.has(name)) others += 1
    if (isBegin && isBlockKind(name)) {
      close(false)
      open = { kind: name, line: index + 1, lines: [] }
    }
    const isOutermostEnd = mark !== undefined && !isBegin && name === 'VCALENDAR'
    if (isOutermostEnd) close(false)
    open?.lines.push(content)
    if (mark !== undefined && !isBegin && name === open?.kind) close(true)
  })
  close(false)
  return { blocks, others, isCalendar }
}
