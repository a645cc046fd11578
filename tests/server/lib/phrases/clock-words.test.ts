import { expect, it } from 'vitest'
import { writeClockTimes } from '#server/lib/phrases/clock-words.ts'
import { writeDayTimes } from '#server/lib/phrases/day-words.ts'

it.each([
  ['en', 'every Monday at half past eight: team call', 'every Monday at 8:30: team call'],
  ['en', 'dentist at quarter to four pm', 'dentist at 3:45 pm'],
  ['en', 'call at nine am', 'call at 9 am'],
  ['en', 'look at one wallet', 'look at one wallet'],
  ['en', 'give ten to five people', 'give ten to five people'],
  ['de', 'übermorgen um halb neun', 'übermorgen um 8:30'],
  ['de', 'um viertel nach zehn', 'um 10:15'],
  ['de', 'um viertel vor acht', 'um 7:45'],
  ['es', 'el lunes a las nueve de la mañana', 'el lunes a las 9:00'],
  ['es', 'a las nueve y media de la noche', 'a las 21:30'],
  ['es', 'a las 7 de la tarde', 'a las 19:00'],
  ['pt', 'amanhã às 7 da noite', 'amanhã às 19:00'],
  ['pt', 'às 8 e meia', 'às 8:30'],
  ['fr', 'à neuf heures et demie du soir', 'à 21:30'],
  ['fr', 'à 8 heures', 'à 8:00'],
] as const)('writes a time in digits, %s: %j', (language, text, written) => {
  expect(writeClockTimes(text, language)).toBe(written)
})

it.each([
  ['en', 'remind me tomorrow evening to claim', 'remind me tomorrow at 19:00 to claim'],
  ['en', 'call mum tonight', 'call mum today at 20:00'],
  ['en', 'dinner at 8 tonight', 'dinner at 20:00 today'],
  ['en', 'tomorrow morning at 6', 'tomorrow at 06:00'],
  ['en', 'tomorrow evening at 7pm', 'tomorrow evening at 7pm'],
  ['en', 'next week Monday at 9', 'Monday next week at 9'],
  ['en', 'good evening', 'good evening'],
  ['de', 'morgen Abend Training', 'morgen um 19:00 Training'],
  ['de', 'Freitagnachmittag Sport', 'Freitag um 15:00 Sport'],
  ['de', 'morgen früh um 7', 'morgen um 07:00'],
  ['de', 'nächste Woche Montag um 9', 'nächsten Montag um 9'],
  ['es', 'mañana por la tarde', 'mañana a las 16:00'],
  ['es', 'el viernes por la noche a las 9', 'el viernes a las 21:00'],
  ['es', 'lunes próximo a las 9', 'próximo lunes a las 9'],
  ['fr', 'demain matin', 'demain à 09:00'],
  ['fr', 'lundi de la semaine prochaine à 9h', 'lundi prochain à 9h'],
  ['pt', 'hoje à noite', 'hoje às 20:00'],
  ['pt', 'sexta-feira que vem às 9h', 'próximo sexta-feira às 9h'],
  ['zh', '明天晚上吃饭', '明天20:00吃饭'],
  ['zh', '今晚吃饭', '今天20:00吃饭'],
  ['zh', '明天晚上8点', '明天晚上8点'],
] as const)('writes a part of a day as a time, %s: %j', (language, text, written) => {
  expect(writeDayTimes(text, language)).toBe(written)
})
