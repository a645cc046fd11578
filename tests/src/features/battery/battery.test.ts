import { describe, expect, it } from 'vitest'
import {
  getBatteryMotion,
  getBatteryTone,
  describeDuration,
  simulateLevel,
  simulateBattery,
} from '#src/features/battery/battery.ts'

const charging = (levelPercent: number) => ({ ...simulateBattery(levelPercent), isCharging: true })

describe('the battery’s colour', () => {
  it.each([
    [0, 'low'],
    [20, 'low'],
    [21, 'middle'],
    [50, 'middle'],
    [51, 'default'],
    [100, 'default'],
  ] as const)('at %i percent is %s', (level, tone) => {
    expect(getBatteryTone(simulateBattery(level))).toBe(tone)
  })

  it('is that of charging at any level', () => {
    expect(getBatteryTone(charging(5))).toBe('charging')
  })
})

describe('the battery’s motion', () => {
  it.each([
    [10, 'blink'],
    [11, 'none'],
  ] as const)('at %i percent is %s', (level, motion) => {
    expect(getBatteryMotion(simulateBattery(level))).toBe(motion)
  })

  it('is a pulse while charging, also when low', () => {
    expect(getBatteryMotion(charging(5))).toBe('pulse')
  })
})

describe('a time', () => {
  it.each([
    [0, 'Unknown'],
    [-60, 'Unknown'],
    [Number.POSITIVE_INFINITY, 'Unknown'],
    [Number.NaN, 'Unknown'],
    [20, '0 h 01 min'],
    [300, '0 h 05 min'],
    [3600, '1 h 00 min'],
    [7500, '2 h 05 min'],
  ])('of %d seconds reads %s', (seconds, text) => {
    expect(describeDuration(seconds)).toBe(text)
  })
})

describe('the simulated level', () => {
  it('falls by one and starts again at 85 below 5', () => {
    const tenMinutes = 10 * 60 * 1000
    expect(simulateLevel(0)).toBe(85)
    expect(simulateLevel(tenMinutes - 1)).toBe(85)
    expect(simulateLevel(tenMinutes)).toBe(84)
    expect(simulateLevel(80 * tenMinutes)).toBe(5)
    expect(simulateLevel(81 * tenMinutes)).toBe(85)
  })
})
