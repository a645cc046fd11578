import { expect, it } from 'vitest'
import { moveToOwnWindow, keepInSameWindow, getWindowKey } from '#src/platform/apps/app-path.ts'

it('is the app for every path without a window of its own', () => {
  expect(getWindowKey('/wallet-finder?report=1')).toBe('/wallet-finder')
  expect(getWindowKey('wallet-finder/')).toBe('/wallet-finder')
  expect(getWindowKey('/chat?own=')).toBe('/chat')
  expect(getWindowKey('/chat#?own=x')).toBe('/chat')
})

it('names a window beside it, whatever that window shows', () => {
  const path = moveToOwnWindow('/wallet-finder?report=1', 'b')
  expect(getWindowKey(path)).toBe('/wallet-finder?own=b')
  expect(new URLSearchParams(path.split('?')[1]).get('report')).toBe('1')
  expect(getWindowKey(keepInSameWindow('/wallet-finder?report=2', path))).toBe(
    '/wallet-finder?own=b',
  )
  expect(getWindowKey(keepInSameWindow('/wallet-finder', path))).toBe('/wallet-finder?own=b')
})

it('does not take over the name of another app, or of a path that has one', () => {
  const path = moveToOwnWindow('/chat', 'b')
  expect(keepInSameWindow('/research?id=1', path)).toBe('/research?id=1')
  expect(keepInSameWindow('/chat?own=c', path)).toBe('/chat?own=c')
  expect(keepInSameWindow('/chat?id=1', '/chat')).toBe('/chat?id=1')
})
