import { describe, expect, it } from 'vitest'
import { NOW, understanding } from './product-understanding.ts'

const read = (phrase: string) => understanding.read(phrase, NOW)

describe('alerts', () => {
  it.each([
    'delete all alerts but keep bonk',
    'remove every alert but sol',
    'lösche alle alarme außer sol',
    'borra todas mis alertas menos sol',
    '删除所有预警除了sol',
    'clear all email alerts',
    'delete all alerts and keep bonk',
    'delete all alerts, keep bonk',
  ])('does not offer to delete all of them: %s', (phrase) => {
    expect(read(phrase)).toMatchObject({
      kind: 'partly',
      call: { tool: { name: 'delete_price_alert' }, args: {} },
    })
    expect(JSON.stringify(read(phrase))).not.toContain('"token":"all"')
  })
})
