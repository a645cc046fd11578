import { describe, expect, it } from 'vitest'
import { nameOf, NOW, understanding } from './product-understanding.ts'

const read = (phrase: string) => understanding.read(phrase, NOW)

describe('an entry of the calendar gets another time', () => {
  it.each([
    ['move lunch with anna to 1pm', { title: 'lunch with anna', starts_at: '13:00' }],
    ['move lunch to 1', { title: 'lunch', starts_at: '13:00' }],
    ['move my 3pm call to 4pm', { title: 'call', starts_at: '16:00' }],
    ['push the standup back to 9:30', { title: 'standup', starts_at: '09:30' }],
    ['reschedule dentist to friday', { title: 'dentist', starts_at: '2026-11-27' }],
    ['please move the talk to Bob to Friday', { title: 'talk to Bob', starts_at: '2026-11-27' }],
    [
      'reschedule the call with Bob for friday at 3',
      { title: 'call with Bob', starts_at: '2026-11-20T15:00' },
    ],
    ['reschedule a call for friday', { title: 'call', starts_at: '2026-11-27' }],
    ['mueve la cena a las 9', { title: 'cena', starts_at: '09:00' }],
    ['postpone the review until next monday', { title: 'review', starts_at: '2026-11-23' }],
    [
      'move the dentist from friday to monday at 10',
      {
        title: 'dentist',
        starts_at: '2026-11-23T10:00',
        from: '2026-11-27',
        to: '2026-11-27',
      },
    ],
    ['verschieb mein Treffen auf 16 Uhr', { title: 'Treffen', starts_at: '16:00' }],
    [
      'verlege den Termin mit Anna von Montag auf Dienstag',
      {
        title: 'Termin mit Anna',
        starts_at: '2026-11-24',
        from: '2026-11-23',
        to: '2026-11-23',
      },
    ],
    [
      'mueve la cita con el dentista al viernes a las 10',
      { title: 'cita con el dentista', starts_at: '2026-11-27T10:00' },
    ],
    [
      'déplace le rdv dentiste à mardi 15h',
      { title: 'rdv dentiste', starts_at: '2026-11-24T15:00' },
    ],
    ['mova a reunião para sexta', { title: 'reunião', starts_at: '2026-11-27' }],
    [
      'move tomorrow’s call to friday',
      { title: 'call', starts_at: '2026-11-27', from: '2026-11-21', to: '2026-11-21' },
    ],
    ['把看牙医改到明天下午三点', { title: '看牙医', starts_at: '2026-11-21T15:00' }],
  ])('%s', (phrase, args) => {
    const meant = read(phrase)
    expect(nameOf(meant)).toBe('move_event')
    expect(meant).toHaveProperty('args', args)
  })

  it('asks for what is not said', () => {
    expect(nameOf(read('reschedule the dentist'))).toBe('ask move_event')
    expect(nameOf(read('move lunch to 12/5'))).toBe('day December 5 or May 12')
  })

  it.each([
    'move 2 sol to my wallet',
    'move all windows to the left',
    'move my icons to the right',
    'move my agent to 8am',
    'what did I move to friday',
    'add a move to berlin on friday',
    'moving house on friday at 9',
    '把明天的会议删掉',
    '请把周五的会议取消',
    '将来明天价格会怎样',
  ])('but not by %s', (phrase) => expect(nameOf(read(phrase))).not.toContain('move_event'))
})

describe('an entry of the calendar is canceled', () => {
  it.each([
    ['cancel lunch with anna', { title: 'lunch with anna' }],
    ['cancel my lunch', { title: 'lunch' }],
    ['call off the meeting with bob', { title: 'bob' }],
    ['cancel the standup tomorrow', { title: 'standup', from: '2026-11-21', to: '2026-11-21' }],
    ['storniere das Abendessen mit Anna', { title: 'Abendessen mit Anna' }],
  ])('%s', (phrase, args) => {
    const meant = read(phrase)
    expect(nameOf(meant)).toBe('delete_event')
    expect(meant).toHaveProperty('args', args)
  })

  it.each([
    'cancel the analysis',
    'cancel my price alert',
    'cancel my recharge',
    'cancel the transaction',
    'cancel the download',
    'cancel notifications',
  ])('but not by %s', (phrase) => expect(nameOf(read(phrase))).not.toBe('delete_event'))
})

describe('a short name of a day', () => {
  it.each([
    ['dinner tue 19:00', '2026-11-24T19:00'],
    ['dentist on thu at 4', '2026-11-26T16:00'],
    ['put lunch on sat', '2026-11-21'],
  ])('is read in %s', (phrase, startsAt) =>
    expect(read(phrase)).toMatchObject({
      tool: { name: 'add_event' },
      args: { starts_at: startsAt },
    }),
  )

  it('is no word that only looks like it', () => {
    expect(understanding.readPhrase('he sat at the sun', NOW).entities.dates).toEqual([])
    expect(understanding.readPhrase('news on sun', NOW).entities.dates).toEqual([])
  })
})
