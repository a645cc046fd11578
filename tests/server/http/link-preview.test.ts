import Fastify, { type FastifyRequest } from 'fastify'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Digest } from '#contract/research/digest.ts'
import { createLinkPreviews } from '#server/http/link-preview.ts'
import { openTools, testAnalysis } from '#tests/support/paid-tools.ts'
import { demoReport, keepFinderRun, keepRun } from '#tests/support/reports.ts'
import { testServer } from '#tests/support/server.ts'

const PAGE = '<!doctype html><title>Desk</title><meta nonce="__STYLE_NONCE__">'

const site = mkdtempSync(path.join(tmpdir(), 'soldesk-test-site-'))
writeFileSync(path.join(site, 'index.html'), PAGE)
const server = await testServer({
  siteRoot: site,
  modules: (parts) => [openTools([testAnalysis(parts)], parts).routes],
})
afterAll(async () => {
  await server.close()
  rmSync(site, { recursive: true, force: true })
})

const getPage = async (target: string) =>
  (await fetch(`${server.url}${target}`, { headers: { accept: 'text/html' } })).text()

it('names the token of a shared report for messengers, until its link ends', async () => {
  const owner = await server.signIn()
  const head = { name: null, symbol: 'COMET' } as const
  const report = { ...demoReport(), token: { ...demoReport().token, ...head } }
  const { transferId } = await server.grant(owner.userId, 10_000_000n)
  const body = JSON.stringify(report)
  const id = await keepRun(server.db, { userId: owner.userId, transferId, mint: report.mint, body })
  const link = `/analysis/reports/${id}/link`
  const made = await owner.call<{ data: { token: string } }>('POST', link, { body: {} })
  const target = `/shared/report/${made.body.data.token}`
  expect(await getPage(target)).toContain(
    '<meta property="og:title" content="COMET · CA Analysis" />',
  )
  expect(await getPage(`${target}?utm_source=x`)).toContain('og:description')
  await owner.call('DELETE', link)
  expect(await getPage(target)).toContain('<title>Desk</title><meta nonce')
})

it('names the tokens of a shared search for wallets', async () => {
  const owner = await server.signIn()
  const { userId } = owner
  const { transferId } = await server.grant(userId, 10_000_000n)
  const id = await keepFinderRun(server.db, { userId, transferId })
  const link = `/analysis/reports/${id}/link`
  const made = await owner.call<{ data: { token: string } }>('POST', link, { body: {} })
  expect(await getPage(`/shared/finder/${made.body.data.token}`)).toContain(
    '<meta property="og:title" content="COMET, GcsA…AT5V · Wallet Finder" />',
  )
})

it.each(['/', '/login', '/shared/report/unknown', '/shared/constructor/x', '/shared/agent/x'])(
  'leaves the head of %s as it is',
  async (target) => {
    const page = await getPage(target)
    expect(page).toContain('<title>Desk</title><meta nonce')
    expect(page).not.toContain('og:')
  },
)

it('shows markup of a question as text, and cuts a long answer', async () => {
  const app = Fastify()
  const text = 'Jupiter "rose" <b>'.repeat(30)
  const digest: Digest = {
    query: '"><script>alert(1)</script>\u202e $& it',
    label: 'Quotes only (no AI summary)',
    engine: 'extractive',
    is_demo: false,
    made_at: '2026-11-20T10:00:00Z',
    plan: { subjects: [], terms: [], from: null, to: '2026-11-20T10:00:00Z', window: '' },
    answer: {
      kind: 'quotes',
      note: null,
      sentences: [{ text, cite: 1, is_quote: true }],
      comparison: null,
      source_count: 1,
    },
    found: [],
    not_found: [],
    figures: [],
    series: [],
    stories: [],
    disagreements: [],
    timeline: [],
    prose: null,
    sources: [],
    evidence: [],
    follow_ups: [],
    since: null,
    checks: {
      citations: { checked: 0, failed: 0 },
      sentences: { checked: 0, failed: 0 },
      figures: { checked: 0, failed: 0 },
    },
  }
  app.get('/api/research/shared/:token', () => ({ status: 'success', data: digest, error: null }))
  const makeHead = createLinkPreviews(app, 'Desk')
  const request = { url: '/shared/research/token', ip: '127.0.0.1', headers: {} } as FastifyRequest
  const head = (await makeHead(request)) ?? ''
  expect(head).not.toMatch(/<script|<b>/)
  expect(head).toContain('&lt;script&gt;alert(1)&lt;/script&gt; $&amp; it')
  expect(/og:description" content="([^"]*)"/.exec(head)?.[1]).toMatch(/…$/)
  await app.close()
})
