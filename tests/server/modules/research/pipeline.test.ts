import { describe, expect, it } from 'vitest'
import { buildDigest } from '#server/modules/research/digest/digest.ts'
import { planResearch } from '#server/modules/research/question/plan.ts'
import { clusterTexts } from '#server/modules/research/ranking/cluster.ts'
import { prepareTitle, isSameReport } from '#server/modules/research/ranking/dedupe.ts'
import { canonicalUrl } from '#server/modules/research/text/canonical-url.ts'
import { decodeText } from '#server/modules/research/text/decode-text.ts'
import { htmlToText } from '#server/modules/research/text/plain-text.ts'
import { readArticle } from '#server/modules/research/text/read-page.ts'
import { splitSentences } from '#server/modules/research/text/sentences.ts'
import { stem, extractTerms } from '#server/lib/text/words.ts'
import { from } from './found.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const DAY_MS = 86_400_000

describe('a question', () => {
  it.each([
    ['What moved $JUP today?', ['Jupiter'], 'the last 24 hours'],
    ['SOL and Bitcoin in the last 3 days', ['Solana', 'Bitcoin'], 'the last 3 days'],
    ['Which planet is jupiter near?', [], 'the last 7 days'],
    ['News of $FLURB this week', ['FLURB'], 'the last week'],
    ['JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', ['Jupiter'], 'the last 7 days'],
    ['Solana outages since 2026-11-01', ['Solana'], 'since 2026-11-01'],
    ['Solana in October 2026', ['Solana'], 'October 2026'],
    ['SOL news 2019', ['Solana'], '2019'],
    ['What broke Solana in 2022 again?', ['Solana'], '2022'],
    ['Is SOL at 2050 USDC this week?', ['Solana', 'USD Coin'], 'the last week'],
  ])('%j is about %j in %s', (query, names, window) => {
    const plan = planResearch(query, NOW)
    expect(plan.subjects.map(({ name }) => name)).toEqual(names)
    expect(plan.window.label).toBe(window)
  })
})

describe('addresses', () => {
  it.each([
    ['https://www.News.example/a/?utm_source=x&b=2&a=1#top', 'https://news.example/a?a=1&b=2'],
    ['http://news.example:80/a/', 'https://news.example/a'],
    ['https://m.news.example/story/amp/', 'https://news.example/story'],
    ['javascript:alert(1)', null],
    ['https://user:pw@news.example/', null],
    ['not an address', null],
  ])('%j is %j', (given, canonical) => {
    expect(canonicalUrl(given)).toBe(canonical)
  })
})

describe('text', () => {
  it('loses markup, hidden characters and footnote marks', () => {
    expect(
      htmlToText(
        '<p>Fees&nbsp;fell <b>12&#37;</b>.[3]</p><script>x</script>\u202e\u200bDone &lt;b&gt;',
      ),
    ).toBe('Fees fell 12%. Done <b>')
  })

  it.each([
    ['AT&amp;T &eacute; &#150; &copy 2026', 'AT&T é – © 2026'],
    ['buy if x<y and I <3 it', 'buy if x<y and I <3 it'],
    ['a\u{e000}b\u{e0041}c', 'abc'],
    ['<td>1</td><td>2</td><svg><text>x</text></svg>', '1 2'],
  ])('of %j reads %j', (html, text) => {
    expect(htmlToText(html)).toBe(text)
  })

  it('is cut into sentences that stand in it letter by letter', () => {
    const text =
      'Mt. Gox moved $1.2 million to U.S. wallets on Monday. Nobody said why it did so at night.'
    expect(splitSentences(text)).toEqual([
      'Mt. Gox moved $1.2 million to U.S. wallets on Monday.',
      'Nobody said why it did so at night.',
    ])
  })

  it('is compared by stems', () => {
    expect(['reported', 'reporting', 'reports', 'relational', 'happy'].map(stem)).toEqual([
      'report',
      'report',
      'report',
      'relat',
      'happi',
    ])
    expect(extractTerms('The upgrades of the validators')).toEqual(['upgrad', 'valid'])
  })

  it.each([
    ['UTF-8 that claims to be Latin-1', Buffer.from('café'), 'text/xml; charset=iso-8859-1'],
    ['Latin-1 that claims to be UTF-8', Buffer.from('café', 'latin1'), 'text/xml; charset=utf-8'],
    ['UTF-16 without a word', Buffer.from('\ufeffcafé', 'utf16le'), null],
  ])('is read from %s', (_, bytes, type) => {
    expect(decodeText(bytes, type, { maxBytes: 100 })).toBe('café')
  })
})

describe('a page', () => {
  it('returns its article', () => {
    const paragraph =
      '<p>The upgrade lowers fees for most transactions, and its makers measured that for a week.</p>'
    const html = `<html><body><nav>menu menu</nav><article><h1>T</h1>${paragraph.repeat(6)}</article></body></html>`
    expect(readArticle(html)?.text).toContain('The upgrade lowers fees')
  })

  it.each([
    ['deep nesting', '<div>'.repeat(50_000)],
    ['a million elements', '<i></i>'.repeat(200_000)],
    ['megabytes', 'x'.repeat(3_000_000)],
  ])('of %s is given up at once', (_, html) => {
    expect(readArticle(html)).toBeNull()
  })
})

describe('repetitions', () => {
  const same = (a: string, b: string, apartMs = 0) =>
    isSameReport(prepareTitle(a, NOW), prepareTitle(b, NOW - apartMs))

  it('are titles that nearly agree, on one day', () => {
    const [a, b] = [
      'Solana upgrade lowers fees for swaps',
      'Solana upgrade lowers fees for most swaps',
    ]
    expect(same(a, b)).toBe(true)
    expect(same(a, b, 3 * DAY_MS)).toBe(false)
  })

  it.each([
    [
      'Analysts cut target of Alpha Corp to $40 a share',
      'Analysts cut target of Beta Corp to $40 a share',
    ],
    ['Bridge loses 40 million in attack by night', 'Bridge loses 90 million in attack by night'],
    ['Stocks fall on weak data from Asia', 'Stocks fall on weak data from Asia again'],
  ])('are not %j and %j', (a, b) => {
    expect(same(a, b)).toBe(false)
  })
})

describe('stories', () => {
  const grouped = (titles: readonly string[], daysApart = 0) =>
    clusterTexts(
      titles.map((title, nth) => {
        const words = extractTerms(title)
        return { words, marks: words, timeMs: NOW - nth * daysApart * DAY_MS }
      }),
    )
  const TITLES = [
    'Validators confirm blocks faster after vote change',
    'Token holders vote on smaller swap fee',
    'Vote change lets validators confirm blocks faster',
    'Smaller swap fee goes to token holders',
  ]

  it('are reports of one event', () => {
    expect(grouped(TITLES)).toEqual([0, 1, 0, 1])
  })

  it.each([
    [['Bonk rallies', 'Bonk listing']],
    [['Staked SOL that can be traded', 'Exchanges see record trading of tokens']],
    [['Jito tips reach record', 'Jito airdrop farmers sue exchange', 'Record heat in Madrid']],
    [
      [
        'Phantom wallet outage',
        'Wallet maker raises money',
        'Outage of trains',
        'Money for trains',
      ],
    ],
  ])('are not joined by one word in common: %j', (titles) => {
    expect(grouped(titles)).toEqual(titles.map((_, place) => place))
  })

  it('of few and short titles are joined by two', () => {
    expect(grouped(['Jupiter outage today', 'Cake prize', 'Outage at Jupiter'])).toEqual([0, 1, 0])
  })

  it('end where the event does', () => {
    expect(new Set(grouped(TITLES, 6)).size).toBe(4)
  })
})

describe('a digest', () => {
  const plan = planResearch('What is new on Solana?', NOW)
  const yields = [
    'Solana validators confirm blocks faster',
    'Blocks confirmed faster by Solana validators',
    'Cake recipe wins a prize',
  ].map((title, place) =>
    from('abc'[place] ?? '', title, 'It was measured for a whole week by many people.'),
  )

  it('is the same for the same input', () => {
    const gathered = { plan, yields, reports: [] }
    expect(JSON.stringify(buildDigest(gathered))).toBe(JSON.stringify(buildDigest(gathered)))
  })

  it('holds what speaks of the subject and nothing else', () => {
    const { evidence, stories } = buildDigest({ plan, yields, reports: [] })
    expect(evidence.map(({ source_id: id }) => id).toSorted()).toEqual(['a', 'b'])
    expect(stories.map(({ agreement }) => agreement)).toEqual(['Reported by 2 sources'])
  })
})
