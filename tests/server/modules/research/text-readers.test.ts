import { beforeAll, expect, it } from 'vitest'
import { gather } from '#server/modules/research/pipeline/gather.ts'
import { createTextReaders } from '#server/modules/research/pipeline/text-readers.ts'
import { planResearch } from '#server/modules/research/question/plan.ts'
import { createOwnSource } from '#server/modules/research/sources/own-source.ts'
import { readFeed } from '#server/modules/research/sources/read-feed.ts'
import { UnreadableAnswer } from '#server/modules/research/sources/source.ts'
import { readArticle } from '#server/modules/research/text/read-page.ts'

const stays = new AbortController().signal

const ARTICLE = `<article>${'<p>Fees fell by a tenth, and the makers of the upgrade measured that.</p>'.repeat(100)}</article>`
const createFeed = (items: string): string =>
  `<rss version="2.0"><channel><title>a</title>${items}</channel></rss>`
const ITEM = '<item><title>Fees</title><link>https://a.example/1</link></item>'
const ATTRIBUTES = Array.from({ length: 150_000 }, (_, nth) => `a${nth}="b"`).join(' ')
/** Takes about a second. */
const SLOW_FEED = createFeed(`${ITEM}<item>${'<a/>'.repeat(470_000)}</item>`)

const openReaders = createTextReaders({ maxMs: 60_000 })
const createReaders = openReaders()
const readers = createReaders(stays)
// The start of a thread takes some processor time of this one.
beforeAll(async () => {
  await readers.article(`<body>${ARTICLE}</body>`)
})

/** Returns the result, and the processor time of this thread, which answers all other requests. */
async function measure<Result>(work: () => Result | Promise<Result>) {
  const before = process.threadCpuUsage()
  const result = await work()
  const { user, system } = process.threadCpuUsage(before)
  return { result, cpuMs: (user + system) / 1_000 }
}

it.each([
  ['ampersands', `<body>${ARTICLE}<p>${'&amp;'.repeat(115_000)}</p></body>`],
  ['parts in lines of text', `<body>${'<div>a <b>b</b> c <i>d</i></div>'.repeat(6_600)}</body>`],
])('leaves this thread to others while it reads a page of %s', async (_, html) => {
  const away = await measure(() => readers.article(html))
  const here = await measure(() => readArticle(html))
  expect(away.result).toEqual(here.result)
  expect(away.cpuMs).toBeLessThan(here.cpuMs / 2)
})

it.each([
  ['tags', SLOW_FEED],
  ['attributes', createFeed(`${ITEM}<item ${ATTRIBUTES}></item>`)],
])('leaves this thread to others while it reads a feed of %s', async (_, text) => {
  const away = await measure(() => readers.feed(text))
  const here = await measure(() => readFeed(text))
  expect(away.result).toEqual(here.result)
  expect(away.cpuMs).toBeLessThan(here.cpuMs / 2)
})

it('says why a long answer is no feed', async () => {
  const page = `<!doctype html><html><body>${ARTICLE}</body></html>`
  const reading = readers.feed(page)
  await expect(reading).rejects.toThrow(new UnreadableAnswer('sent an unexpected response'))
})

it('stops a reading in the middle, and reads the next text', async () => {
  const reading = createReaders(AbortSignal.timeout(50)).feed(SLOW_FEED)
  await expect(reading).rejects.toThrow(new UnreadableAnswer('could not be read in time'))
  expect((await readers.article(`<body>${ARTICLE}</body>`))?.text).toContain('Fees fell')
})

it('reports a source that takes too long to read as failed, beside the others', async () => {
  const slow = createOwnSource({ id: '1', name: 'Slow', url: 'https://slow.example/feed' })
  const good = createOwnSource({ id: '2', name: 'Good', url: 'https://good.example/feed' })
  const { reports } = await gather(planResearch('What is new on Solana?', Date.now()), {
    sources: [slow, good],
    fetchAnswer: async ({ name }) => ({
      text: name === 'Slow' ? SLOW_FEED : createFeed(ITEM),
      fetchedAtMs: Date.now(),
    }),
    createReaders: createTextReaders({ maxMs: 50 })(),
    now: Date.now,
    isDemo: false,
    sourceMs: 60_000,
    signal: stays,
    onReport: () => undefined,
  })
  expect(reports.map(({ name, state, reason }) => [name, state, reason])).toEqual([
    ['Slow', 'failed', 'takes too long to read'],
    ['Good', 'answered', null],
  ])
})

it('reads the feed of one research while another waits for many long ones', async () => {
  const open = createTextReaders({ maxMs: 8_000 })
  const leaving = new AbortController()
  const greedy = open()(leaving.signal)
  const done: string[] = []
  const long = Array.from({ length: 20 }, () =>
    greedy.feed(SLOW_FEED).then(() => done.push('long')),
  )
  const ordinary = createFeed(ITEM.repeat(200))
  await open()(stays).feed(ordinary)
  expect(done.length).toBeLessThan(4)
  leaving.abort()
  const ends = await Promise.allSettled(long)
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.message] : []))
  expect(new Set(reasons)).toEqual(new Set(['could not be read in time']))
})

it('does not count the wait for the texts of others as the time of a text', async () => {
  const { feed } = createTextReaders({ maxMs: 2_500 })()(stays)
  const endless = createFeed(`${ITEM}<item>${'<a/>'.repeat(3_000_000)}</item>`)
  const [one, two, ordinary] = await Promise.allSettled([
    feed(endless),
    feed(endless),
    feed(createFeed(ITEM.repeat(200))),
  ])
  const tooLong = new UnreadableAnswer('takes too long to read')
  expect([one, two]).toMatchObject([{ reason: tooLong }, { reason: tooLong }])
  expect(ordinary.status).toBe('fulfilled')
}, 30_000)
