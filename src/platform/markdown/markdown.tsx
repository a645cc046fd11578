import { formatCsv } from '#contract/csv.ts'
import { formatNumber } from '#contract/numbers.ts'
import { cn } from '#src/lib/cn.ts'
import { saveFile } from '#src/lib/save-file.ts'
import type { MarkedToken, Token, Tokens } from 'marked'
import { memo, useState, type ReactNode } from 'react'
import { Button } from '#src/ui/form/button.tsx'
import { CopyButton } from '#src/ui/form/copy-button.tsx'
import { AddressText, InsideLink, isAddress } from './address-text.tsx'
import { createMarkdownReader } from './lex-markdown.ts'
import { GuardedLink } from './link-guard.tsx'
import { MomentText } from './moment-text.tsx'
import { decodeReferences, readLink, removeInvisible } from './safe-link.ts'

/** Larger tables are cut, with a note. */
const MAX_COLUMNS = 30
const MAX_ROWS = 200
const MAX_BLOCKS = 2_000
const MAX_ITEMS = 1_000

/** Shows markdown without HTML and without fetching anything. */
export const Markdown = memo(({ text }: { text: string }) => {
  const [read] = useState(createMarkdownReader)
  const { blocks, omitted } = read(text)
  const left = blocks.length - MAX_BLOCKS
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 leading-6 wrap-anywhere">
      {blocks.slice(0, MAX_BLOCKS).map((block, index) => (
        <Block key={index} block={block} />
      ))}
      {(omitted > 0 || left > 0) && (
        <p className="text-ui text-ink-muted">
          The rest of this answer is too long to show. Copy it to read everything.
        </p>
      )}
    </div>
  )
})
Markdown.displayName = 'Markdown'

const Block = memo(({ block }: { block: MarkedToken }): ReactNode => {
  switch (block.type) {
    case 'heading':
      return (
        <h2 className={cn('font-semibold text-ink', block.depth < 3 && 'text-base')}>
          <Inline tokens={block.tokens} />
        </h2>
      )
    case 'paragraph':
      return (
        <p>
          <Inline tokens={block.tokens} />
        </p>
      )
    case 'text':
      return block.tokens === undefined ? (
        <MomentText text={cleanText(block.text)} />
      ) : (
        <Inline tokens={block.tokens} />
      )
    case 'blockquote':
      return (
        <blockquote className="grid gap-3 border-l-2 border-line-strong pl-3 text-ink-muted">
          <Blocks tokens={block.tokens} />
        </blockquote>
      )
    case 'list':
      return <List list={block} />
    case 'code':
      return <CodeBlock code={block.text} language={block.lang ?? ''} />
    case 'table':
      return <Table table={block} />
    case 'hr':
      return <hr />
    case 'html':
      return <p className="whitespace-pre-wrap">{disarmMarkup(block.text)}</p>
    case 'checkbox':
    case 'em':
    case 'strong':
    case 'del':
    case 'link':
    case 'image':
    case 'codespan':
    case 'escape':
    case 'br':
      return <InlinePart token={block} />
    case 'list_item':
      return <Blocks tokens={block.tokens} />
    case 'def':
    case 'space':
      return null
  }
})
Block.displayName = 'Block'

const Blocks = ({ tokens }: { tokens: readonly Token[] }) =>
  tokens.map((token, index) => <Block key={index} block={token as MarkedToken} />)

const List = ({ list }: { list: Tokens.List }) => {
  const items = list.items.slice(0, MAX_ITEMS).map((item, index) => (
    <li key={index} className={cn('pl-1', item.task && 'list-none')}>
      <Blocks tokens={item.tokens} />
    </li>
  ))
  return list.ordered ? (
    <ol start={list.start === '' ? 1 : list.start} className="ml-6 grid list-decimal gap-1">
      {items}
    </ol>
  ) : (
    <ul className="ml-5 grid list-disc gap-1">{items}</ul>
  )
}

const AMOUNT = /^[+−-]?\$?[\d.,]*\d\s?(?:%|[A-Za-z]{1,6})?$/

/** True when all non-empty cells of a column are amounts, which align right. */
const isAmountColumn = (rows: readonly Tokens.TableCell[][], column: number): boolean => {
  const texts = rows.map((row) => row[column]?.text.trim() ?? '')
  const filled = texts.filter((text) => text !== '' && text !== '—' && text !== '-')
  return filled.length > 0 && filled.every((text) => AMOUNT.test(text))
}

const LONG_NUMBER = /^[+−-]?(?:\d{5,40}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,40})?$/

/** True for a column of amounts with a long one. Four digits elsewhere may be a year. */
const hasLongNumber = (rows: readonly Tokens.TableCell[][], column: number): boolean =>
  rows.some((row) => LONG_NUMBER.test(row[column]?.text.trim() ?? ''))

/** Returns a plain number of at least this many digits with commas, unrounded; null for any other text. */
const groupDigits = (text: string, minDigits: number): string | null => {
  const [, sign = '', whole, fraction = ''] =
    /^([+−-]?)(\d{4,40})(\.\d{1,40})?$/.exec(text.trim()) ?? []
  return whole === undefined || whole.length < minDigits || whole.startsWith('0')
    ? null
    : `${sign}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}${fraction}`
}

const ALIGNED = { left: 'text-left', right: 'text-right', center: 'text-center' } as const

const Table = ({ table }: { table: Tokens.Table }) => {
  const cut = [
    formatOmitted(table.header.length - MAX_COLUMNS, 'column'),
    formatOmitted(table.rows.length - MAX_ROWS, 'row'),
  ].filter((note) => note !== null)
  const rows = table.rows.slice(0, MAX_ROWS)
  const header = table.header.slice(0, MAX_COLUMNS)
  const amounts = header.map((_, column) => isAmountColumn(rows, column))
  const minDigits = header.map((_, column) =>
    amounts[column] === true && hasLongNumber(rows, column) ? 4 : 5,
  )
  const cellClass = ({ align }: Tokens.TableCell, column: number) => {
    const isAmount = amounts[column] === true
    return cn(
      'border-b px-3 py-1.5 align-baseline max-sm:px-2',
      isAmount && 'whitespace-nowrap',
      ALIGNED[align ?? (isAmount ? 'right' : 'left')],
    )
  }
  const saveCsv = () => {
    const cells = [table.header, ...table.rows].map((row) => row.map(toCellText))
    saveFile(new Blob([formatCsv(cells)], { type: 'text/csv;charset=utf-8' }), 'table.csv')
  }
  return (
    <div>
      <div
        role="region"
        aria-label="Table"
        tabIndex={0}
        className="overflow-x-auto rounded-lg ring-1 ring-line ring-inset"
      >
        <table className="tabular min-w-full border-separate border-spacing-0 text-ui leading-5 wrap-normal">
          <thead className="bg-surface-sunken text-ink-muted">
            <tr>
              {header.map((cell, column) => (
                <th key={column} scope="col" className={cn(cellClass(cell, column), 'font-medium')}>
                  <Inline tokens={cell.tokens} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="[&>tr:last-child>td]:border-b-0">
            {rows.map((row, index) => (
              <tr key={index}>
                {row.slice(0, MAX_COLUMNS).map((cell, column) => (
                  <td key={column} className={cellClass(cell, column)}>
                    {groupDigits(cell.text, minDigits[column] ?? 5) ?? (
                      <Inline tokens={cell.tokens} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-1 flex items-center justify-between gap-2">
        <p className="text-2xs text-ink-muted">{cut.length > 0 && `${cut.join(', ')} not shown`}</p>
        <Button variant="ghost" size="sm" aria-label="Download table as CSV" onClick={saveCsv}>
          CSV
        </Button>
      </div>
    </div>
  )
}

/** Returns a cell without its markdown. */
const toCellText = ({ tokens }: Tokens.TableCell): string => tokens.map(toPlainText).join('')

function toPlainText(token: Token): string {
  if ('tokens' in token && token.tokens !== undefined) return token.tokens.map(toPlainText).join('')
  if (token.type === 'br') return ' '
  return cleanText('text' in token && typeof token.text === 'string' ? token.text : token.raw)
}

const formatOmitted = (count: number, thing: string): string | null =>
  count > 0 ? `${formatNumber(count)} ${thing}${count === 1 ? '' : 's'}` : null

const CodeBlock = ({ code, language }: { code: string; language: string }) => {
  const name = removeInvisible(language).slice(0, 24)
  return (
    <div className="overflow-hidden rounded-lg bg-surface-sunken ring-1 ring-line ring-inset">
      <div className="flex h-9 items-center justify-between border-b pr-1 pl-3 text-2xs text-ink-muted">
        {name === '' ? 'Text' : name}
        <CopyButton text={code} label="Copy code" />
      </div>
      <pre
        role="region"
        aria-label={name === '' ? 'Code' : `Code, ${name}`}
        tabIndex={0}
        className="max-h-96 overflow-auto p-3 font-mono text-ui leading-5 wrap-normal"
      >
        <code>{code}</code>
      </pre>
    </div>
  )
}

const Inline = ({ tokens }: { tokens: readonly Token[] }): ReactNode =>
  tokens.map((token, index) => <InlinePart key={index} token={token as MarkedToken} />)

const InlinePart = ({ token }: { token: MarkedToken }): ReactNode => {
  switch (token.type) {
    case 'strong':
      return (
        <strong className="font-semibold text-ink">
          <Inline tokens={token.tokens} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      )
    case 'del':
      return (
        <del>
          <Inline tokens={token.tokens} />
        </del>
      )
    case 'codespan':
      return isAddress(token.text) ? (
        <AddressText text={token.text} />
      ) : (
        <code className="rounded-sm bg-hover px-1 py-0.5 font-mono text-[0.92em]">
          <AddressText text={token.text} />
        </code>
      )
    case 'br':
      return <br />
    case 'link':
      return <MessageLink link={token} />
    case 'image':
      return describeImage(token.text)
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw) ? <br /> : disarmMarkup(token.raw)
    case 'checkbox':
      return (
        <input
          type="checkbox"
          checked={token.checked}
          disabled
          aria-label={token.checked ? 'Done' : 'Not done'}
          className="mr-2 -ml-5 align-middle"
        />
      )
    case 'escape':
      return token.text
    case 'text':
      return token.tokens === undefined ? (
        <MomentText text={cleanText(token.text)} />
      ) : (
        <Inline tokens={token.tokens} />
      )
    case 'blockquote':
    case 'code':
    case 'heading':
    case 'hr':
    case 'list':
    case 'list_item':
    case 'paragraph':
    case 'table':
      return token.raw
    case 'def':
    case 'space':
      return null
  }
}

const cleanText = (text: string): string => removeInvisible(decodeReferences(text))

const describeImage = (alt: string): string =>
  `[image: ${cleanText(alt).trim() || 'no description'}]`

/** Returns markup as plain text. Pictures are named and not loaded. */
const disarmMarkup = (markup: string): string =>
  markup.replaceAll(/<(?:img|picture|source|image)\b[^>]*>?/gi, (tag) =>
    describeImage(/\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)?.slice(1).find(Boolean) ?? ''),
  )

const MessageLink = ({ link }: { link: Tokens.Link }) => {
  const target = readLink(decodeReferences(link.href))
  const text = (
    <InsideLink value={target !== null}>
      <Inline tokens={link.tokens} />
    </InsideLink>
  )
  if (target === null) return text
  const label = removeInvisible(link.text)
  const namesHost = label === target.host || readLink(label)?.host === target.host
  return (
    <GuardedLink target={target}>
      {text}
      {!namesHost && (
        <bdi className="ml-1 text-[0.85em] font-normal text-ink-muted">({target.host})</bdi>
      )}
    </GuardedLink>
  )
}
