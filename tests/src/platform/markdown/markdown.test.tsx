import { fireEvent, render, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createMarkdownReader } from '#src/platform/markdown/lex-markdown.ts'
import { LinkGuard } from '#src/platform/markdown/link-guard.tsx'
import { Markdown } from '#src/platform/markdown/markdown.tsx'
import { toSpokenText } from '#src/features/chat/thread/spoken-text.ts'
import { formatDate } from '#src/lib/dates.ts'
import { rawConfig } from '#src/platform/config/raw-config.ts'

const show = (text: string) =>
  render(
    <LinkGuard>
      <Markdown text={text} />
    </LinkGuard>,
  ).container

describe('an address in an answer', () => {
  const MINT = 'So11111111111111111111111111111111111111112'

  it('is short, exact on the clipboard and linked, in prose, tables and code', () => {
    rawConfig.setState({ answer: { network: 'mainnet-beta' } })
    show(`Holder ${MINT}.\n\n| Owner |\n|-|\n| ${MINT} |\n\n\`${MINT}\``)
    const links = screen.getAllByRole('link', { name: 'So11…1112' })
    expect(links).toHaveLength(3)
    for (const link of links) {
      expect(link).toHaveAccessibleDescription(MINT)
      expect(link).toHaveAttribute('href', `https://explorer.solana.com/address/${MINT}`)
    }
    expect(screen.getAllByRole('button', { name: 'Copy address' })).toHaveLength(3)
    expect(links.every((link) => link.closest('code') === null)).toBe(true)
  })

  it.each([
    ['a signature', `${MINT}${MINT}`],
    ['a word of base58 that is not 32 bytes', '1'.repeat(40)],
    ['a part of an address on the web', `https://example.org/${MINT}`],
  ])('is not seen in %s', (_, text) => {
    show(text)
    expect(screen.queryByRole('button', { name: 'Copy address' })).toBeNull()
  })
})

describe('a moment in an answer', () => {
  it.each(['2026-11-20T12:00:00.000Z', '2026-11-20T12:00Z', '2026-11-20 12:00:00 UTC'])(
    'is shown by the clock of the user: %s',
    (text) => {
      const page = show(`Read at ${text}.\n\n| Time |\n|-|\n| ${text} |`)
      const [first, ...more] = page.querySelectorAll('time')
      expect(more).toHaveLength(1)
      expect(first).toHaveAccessibleDescription(text)
      expect(first).toHaveTextContent(formatDate('2026-11-20T12:00:00Z', 'date and clock'))
      expect(page).not.toHaveTextContent('UTC')
    },
  )

  it.each([
    '2026-13-40T12:00:00Z',
    '2026-11-20',
    '`2026-11-20T12:00:00Z`',
    'v2026-11-20 12:00 UTC',
  ])('is not seen in %s', (text) => {
    expect(show(text).querySelector('time')).toBeNull()
  })
})

describe('the spoken form of an answer', () => {
  it('has the words without the marks, and tables cell by cell', () => {
    const text =
      '**Balance**: `0.1` SOL\n\n| Field | Value |\n| --- | --- |\n| Slot | 7 |\n\n- [one](https://a.io)\n- two'
    expect(toSpokenText(text)).toBe('Balance: 0.1 SOL\nField: Slot, Value: 7\none\ntwo')
  })
})

/** Everything by which a page could ask for something or run something. */
const ACTIVE =
  'img,picture,source,video,audio,iframe,object,embed,script,style,link,base,meta,form,svg,[src],[srcset],[poster],[style],[onload],[onerror],[onclick]'

describe('an answer in markdown', () => {
  it('shows headings, lists, tables, code and emphasis as elements', () => {
    const page = show(
      '# Title\n\nSome **bold** and _soft_ `code`.\n\n- one\n- two\n  1. deep\n\n| a | b |\n|:-|-:|\n| 1 | 2 |\n\n```js\nlet x = 1\n```\n\n> said\n\n---\n\n- [x] done\n- [ ] open',
    )
    expect(screen.getByRole('heading', { name: 'Title' })).toBeVisible()
    expect(page.querySelector('strong')).toHaveTextContent('bold')
    expect(page.querySelector('ul > li > ol > li')).toHaveTextContent('deep')
    expect(screen.getByRole('columnheader', { name: 'b' })).toHaveClass('text-right')
    expect(screen.getByRole('region', { name: 'Code, js' })).toHaveTextContent('let x = 1')
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeVisible()
    expect(page.querySelector('blockquote')).toHaveTextContent('said')
    expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual(
      [true, false],
    )
  })

  it('groups the thousands of a column alike, and leaves years alone', () => {
    show('| Pool | Volume | Year |\n|-|-|-|\n| a | 9999 | 2025 |\n| b | 19998 | 2026 |')
    expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      'a',
      '9,999',
      '2025',
      'b',
      '19,998',
      '2026',
    ])
  })

  it('sets amounts under each other, and text to the left', () => {
    show(
      '| Owner | Amount | Share | Note |\n|-|-|-|-|\n| a | 1,250.5 | 37.57 % | 7 |\n| b | −3 | — | none |',
    )
    const sides = screen
      .getAllByRole('columnheader')
      .map((header) => (header.classList.contains('text-right') ? 'right' : 'left'))
    expect(sides).toEqual(['left', 'right', 'right', 'left'])
    expect(screen.getByRole('cell', { name: '37.57 %' })).toHaveClass('whitespace-nowrap')
  })

  it('writes character references as the characters they are', () => {
    expect(show('a &amp; b &#60;c&#x3e; &nope;')).toHaveTextContent('a & b <c> &nope;')
  })
})

describe('row 25: pictures and other things to fetch', () => {
  it.each([
    ['![cat](https://evil.example/?q=1)', '[image: cat]'],
    ['![](https://evil.example/a.png)', '[image: no description]'],
    ['![ref][r]\n\n[r]: https://evil.example/b.png', '[image: ref]'],
    ['a <img src="https://evil.example/c" alt="dog"> b', 'a [image: dog] b'],
    ['<picture><source srcset="https://evil.example/d 1x"></picture>', '[image: no description]'],
    ['<div style="background:url(https://evil.example/e)">x</div>', 'x'],
    ['<svg><image href="https://evil.example/f"/></svg>', '[image: no description]'],
    ['<video poster="https://evil.example/g"></video>', '<video'],
    ['<link rel="prefetch" href="https://evil.example/h">', '<link'],
    ['[![inner](https://evil.example/i)](https://evil.example)', '[image: inner]'],
  ])('%s asks for nothing', (text, seen) => {
    const page = show(text)
    expect(page.querySelectorAll(ACTIVE)).toHaveLength(0)
    expect(page).toHaveTextContent(seen)
  })
})

describe('row 26: markup and scripts', () => {
  it.each([
    '<script>alert(1)</script>',
    '<b onclick="alert(1)">x</b>',
    '<iframe src="https://evil.example"></iframe>',
    '<base href="https://evil.example"><form action="/x"><input></form>',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  ])('%s is text', (text) => {
    const page = show(text)
    expect(page.querySelectorAll(ACTIVE)).toHaveLength(0)
    expect(page.querySelectorAll('b, input')).toHaveLength(0)
    expect(page.textContent).toContain(text.slice(0, 5))
  })

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java&#115;cript:alert(1))',
    '[x](java&#9;script:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:msgbox)',
    '[x](file:///etc/passwd)',
    '[x](//evil.example)',
    '[x](/login)',
    '[x](https://good.example@evil.example/)',
    '<javascript:alert(1)>',
    '[x][r]\n\n[r]: javascript:alert(1)',
  ])('%s is no link', (text) => {
    expect(show(text).querySelectorAll('a')).toHaveLength(0)
  })
})

describe('row 27: links that carry something away', () => {
  it('show their host and pass nothing on', () => {
    show('[ok](https://evil.example/?q=secret)')
    const link = screen.getByRole('link')
    expect(link).toHaveTextContent('ok(evil.example)')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    expect(link).toHaveAttribute('target', '_blank')
  })

  it.each([
    ['[https://good.example](https://evil.example/x)', 'evil.example'],
    ['[not-evil.example](https://evil.example/x)', '(evil.example)'],
    ['[p\u202Egpj.evil](https://xn--80ak6aa92e.example)', 'xn--80ak6aa92e.example'],
  ])('%s shows %s', (text, host) => {
    show(text)
    expect(screen.getByRole('link')).toHaveTextContent(host)
  })

  it('do not repeat a host that is the text', () => {
    show('https://docs.example/page')
    expect(screen.getByRole('link').textContent).toBe('https://docs.example/page')
  })

  it('are followed after a question that shows the full address and names a long query', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const address = `https://evil.example/?q=${'s'.repeat(200)}`
    show(`[ok](${address})`)
    fireEvent.click(screen.getByRole('link'))
    const dialog = await screen.findByRole('dialog', { name: 'Open evil.example?' })
    expect(dialog).toHaveTextContent(address)
    expect(dialog).toHaveTextContent('carries a lot of data')
    expect(open).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Open link' }))
    expect(open).toHaveBeenCalledWith(address, '_blank', 'noopener,noreferrer')
  })

  it('go to the explorer without a question', () => {
    show('[tx](https://explorer.solana.com/tx/abc)')
    const click = new MouseEvent('click', { bubbles: true, cancelable: true })
    // The test page cannot navigate; whether the link lets it happen is what counts.
    document.addEventListener('click', (event) => event.preventDefault(), { once: true })
    let wasStopped = true
    const link = screen.getByRole('link')
    link.parentElement?.addEventListener('click', (event) => (wasStopped = event.defaultPrevented))
    fireEvent(link, click)
    expect(wasStopped).toBe(false)
  })
})

describe('row 28: too much of it', () => {
  const nested = (depth: number) => `${'> '.repeat(depth)}deep`

  it('limits 2,000 nested quotes to a depth that a page can render', () => {
    const page = show(nested(2_000))
    const quotes = page.querySelectorAll('blockquote').length
    expect(quotes).toBeGreaterThan(8)
    expect(quotes).toBeLessThanOrEqual(32)
    expect(page).toHaveTextContent('deep')
  })

  it.each([
    ['lists', '- '.repeat(2_000)],
    ['quotes and lists', '> - '.repeat(2_000)],
    ['brackets', '['.repeat(100_000)],
    ['links', '[a]('.repeat(25_000)],
    ['emphasis', '*a '.repeat(33_000)],
    ['strong emphasis', '**'.repeat(50_000)],
    ['ticks', '`a '.repeat(33_000)],
    ['tags', '<a '.repeat(33_000)],
  ])('reads 100 kB of %s without an error', (_, text) => {
    expect(() => createMarkdownReader()(text)).not.toThrow()
  })

  it('cuts a table of 3,000 columns, with a note', () => {
    const row = (cell: string) => `|${`${cell}|`.repeat(3_000)}\n`
    const page = show(row('h') + row('-') + row('c'))
    expect(page.querySelectorAll('th')).toHaveLength(30)
    expect(page).toHaveTextContent('2,970 columns not shown')
  })

  it('shows the first 100,000 characters, with a note', () => {
    const page = show(`${'word '.repeat(20_000)}${'x'.repeat(10)}`)
    expect(page.textContent).not.toContain('xxx')
    expect(page).toHaveTextContent('too long to show')
  })
})

describe('an answer that grows', () => {
  const Piece = fc.constantFrom(
    'A sentence. ',
    '**bold** ',
    '\n\n',
    '\n',
    '- item\n',
    '1. item\n',
    '```\ncode\n```\n',
    '```\n',
    '> quote\n',
    '# Title\n',
    '| a | b |\n|-|-|\n| 1 | 2 |\n',
    '---\n',
    '===\n',
    '    indented\n',
    '  continued\n',
  )

  it('reads the same blocks piece by piece as at once', () => {
    fc.assert(
      fc.property(fc.array(Piece, { maxLength: 40 }), (pieces) => {
        const read = createMarkdownReader()
        let text = ''
        let grown = read('')
        for (const piece of pieces) {
          text += piece
          grown = read(text)
        }
        const whole = createMarkdownReader()(text)
        const kinds = (blocks: typeof whole.blocks) => blocks.map(({ type, raw }) => [type, raw])
        expect(kinds(grown.blocks)).toEqual(kinds(whole.blocks))
      }),
    )
  })

  it('keeps the objects of the blocks before the last one', () => {
    const read = createMarkdownReader()
    const before = read('one\n\ntwo\n\nthr').blocks
    const after = read('one\n\ntwo\n\nthree').blocks
    expect(after.slice(0, 4)).toEqual(before.slice(0, 4))
    after.slice(0, 4).forEach((block, index) => expect(block).toBe(before[index]))
    expect(after[4]?.raw).toBe('three')
  })
})
