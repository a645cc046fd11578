import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createMetrics } from '#server/metrics.ts'
import { root } from './dockerfile.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const listed = new Set(
  [...read('docs/metrics.md').matchAll(/`((?:soldesk|http)_\w+)`/g)].map(([, name]) => name),
)
const known = new Set([
  ...createMetrics()
    .registry.getMetricsAsArray()
    .map(({ name }) => name),
  // Added for the database and for requests.
  'soldesk_jobs',
  'soldesk_oldest_due_job_seconds',
  'soldesk_unmatched_deposits',
  'soldesk_database_connections',
  'http_request_duration_seconds',
])
const namesIn = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:soldesk|http)_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  )

type Rule = { alert: string; expr: string; annotations: Record<string, string> }
const { groups } = parse(read('deploy/alerts.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(read('deploy/dashboard.json')) as {
  panels: { targets: { expr: string }[] }[]
}

describe('monitoring', () => {
  it.each([
    ['alerts', rules.map(({ expr }) => expr)],
    ['the dashboard', panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))],
  ])('uses only metrics that exist and are documented: %s', (_name, expressions) => {
    const used = expressions.flatMap(namesIn)
    expect(used.length).toBeGreaterThan(8)
    expect(used.filter((name) => !known.has(name) || !listed.has(name))).toEqual([])
  })

  it('says what happened and what to do in each alert', () => {
    expect(rules.filter(({ annotations: { summary, action } }) => !summary || !action)).toEqual([])
  })
})
