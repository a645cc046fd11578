import { expect, it } from 'vitest'
import { createPlainEnglish } from '#server/intents/plain-english.ts'
import { findAlertRequest, readAlert } from '#server/intents/alert-phrases.ts'
import { readPhrase } from '#server/modules/chat/assistant/phrase.ts'
import { addressOf } from '#tests/support/token-fixtures.ts'

const COMET = addressOf('comet')
const plain = createPlainEnglish([])
const read = (text: string) =>
  readPhrase(text.replace('COMET', COMET), Date.UTC(2026, 10, 26), plain)

const comet = { token: COMET, price: 0.00001, unit: 'SOL' }
const sol = { token: 'SOL', price: 150 }

it.each([
  ['alert me when COMET is above 0.00001 SOL', { ...comet, direction: 'above' }],
  ['Tell me if COMET drops below 0.00001 sol please', { ...comet, direction: 'below' }],
  ['let me know when COMET > 0.00001', { token: COMET, price: 0.00001, direction: 'above' }],
  ['notify me when COMET reaches 1e-5 SOL', comet],
  ['set a price alert for COMET at 0.00001 SOL', comet],
  ['tell me when SOL falls below $150', { ...sol, unit: 'USD', direction: 'below' }],
  ['ping me when solana is over 150 dollars', { ...sol, unit: 'USD', direction: 'above' }],
  ['alert me when SOL hits 1,500', { token: 'SOL', price: 1_500 }],
  ['alert me when SOL rises to 0.15k usd', { ...sol, unit: 'USD', direction: 'above' }],
  ['alert me when 1 SOL is above 150 EUR', { ...sol, unit: 'other', direction: 'above' }],
  ['alert me when COMET rises 20%', { token: COMET, percent: 20, direction: 'above' }],
  ['alert me when COMET drops by 5 %', { token: COMET, percent: -5, direction: 'below' }],
  ['alert me if COMET doubles', { token: COMET, percent: 100, direction: 'above' }],
  ['tell me when COMET triples', { token: COMET, percent: 200, direction: 'above' }],
  ['ping me once COMET is up 5x', { token: COMET, percent: 400, direction: 'above' }],
  ['warn me if COMET falls by half', { token: COMET, percent: -50, direction: 'below' }],
  ['warn me if COMET drops to half', { token: COMET, percent: -50, direction: 'below' }],
  [
    'warn me if COMET falls to half of its price',
    { token: COMET, percent: -50, direction: 'below' },
  ],
  ['warn me if COMET loses half its value', { token: COMET, percent: -50, direction: 'below' }],
  ['let me know when COMET is down 30 percent', { token: COMET, percent: -30, direction: 'below' }],
  ['set up an alert when SOL falls below 150', { ...sol, direction: 'below' }],
  ['set up an alert when SOL falls 20%', { token: 'SOL', percent: -20, direction: 'below' }],
  ['shut down the alarm and alert me if SOL rises to 150', { ...sol, direction: 'above' }],
  ['alert me when COMET goes up by 5 %', { token: COMET, percent: 5, direction: 'above' }],
  ['alert me when SOL is 20% down', { token: 'SOL', percent: -20, direction: 'below' }],
  ['alert me: SOL down $150', { ...sol, unit: 'USD', direction: 'below' }],
  ['alert me: SOL up - 20%', { token: 'SOL', percent: 20, direction: 'above' }],
  ['alert me when SOL is up -20%', { token: 'SOL', percent: 20, direction: 'above' }],
  ['alert me when SOL falls +20%', { token: 'SOL', percent: -20, direction: 'below' }],
  ['alert me at -20% for COMET', { token: COMET, percent: -20 }],
  ['sag mir, wenn sich COMET verdoppelt', { token: COMET, percent: 100, direction: 'above' }],
  ['avísame cuando COMET baje a la mitad', { token: COMET, percent: -50, direction: 'below' }],
  ['préviens-moi si COMET double', { token: COMET, percent: 100, direction: 'above' }],
  ['me avisa se o COMET dobrar', { token: COMET, percent: 100, direction: 'above' }],
  ['COMET涨3倍通知我', { token: COMET, percent: 300, direction: 'above' }],
  ['COMET跌一半的时候通知我', { token: COMET, percent: -50, direction: 'below' }],
  ['remind me when it is above 150', { price: 150, direction: 'above' }],
  ['remind me if it’s below 150', { price: 150, direction: 'below' }],
  ['remind me when the price drops below 150', { price: 150, direction: 'below' }],
  ['remind me when SOL is above 150', { ...sol, direction: 'above' }],
  ['Preisalarm für COMET', { token: COMET }],
  ['sag mir Bescheid, wenn COMET über 0,00001 SOL steigt', { ...comet, direction: 'above' }],
  ['Benachrichtige mich, falls SOL unter 150 $ fällt', { ...sol, unit: 'USD', direction: 'below' }],
  ['avísame cuando COMET suba por encima de 0,00001 SOL', { ...comet, direction: 'above' }],
  ['avisame si SOL baja de 150 dólares', { ...sol, unit: 'USD', direction: 'below' }],
  ['préviens-moi quand COMET dépasse 0,00001 SOL', { ...comet, direction: 'above' }],
  ['alerte-moi si SOL tombe sous 150 $', { ...sol, unit: 'USD', direction: 'below' }],
  ['avise-me quando COMET passar de 0,00001 SOL', { ...comet, direction: 'above' }],
  ['me avise se SOL cair abaixo de 150 dólares', { ...sol, unit: 'USD', direction: 'below' }],
  ['lemme know if SOL goes past 150 dollars', { ...sol, unit: 'USD', direction: 'above' }],
  [
    'ping me once SOL drops under 150 cents',
    { token: 'SOL', price: 1.5, unit: 'USD', direction: 'below' },
  ],
  ['let me know when SOL is past $150', { ...sol, unit: 'USD', direction: 'above' }],
  ['提醒我SOL超过150美元', { ...sol, unit: 'USD', direction: 'above' }],
  ['SOL跌破150美元提醒我', { ...sol, unit: 'USD', direction: 'below' }],
  ['SOL涨到150美元时通知我', { ...sol, unit: 'USD', direction: 'above' }],
])('reads “%s”', (text, wanted) => {
  expect(findAlertRequest(read(text))).toBe('set_price_alert')
  expect(readAlert(read(text))).toEqual(wanted)
})

it.each([
  ['my alerts', 'price_alerts'],
  ['Show my price alerts', 'price_alerts'],
  ['which alerts do I have?', 'price_alerts'],
  ['zeig meine Preisalarme', 'price_alerts'],
  ['mis alertas', 'price_alerts'],
  ['montre mes alertes de prix', 'price_alerts'],
  ['meus alertas', 'price_alerts'],
  ['delete the COMET alert', 'delete_price_alert'],
  ['get rid of the JUP alert', 'delete_price_alert'],
  ['turn off my SOL alert', 'delete_price_alert'],
  ['明天下午三点提醒我开会', null],
  ['lösche den Alarm für COMET', null],
  ['lösche den Preisalarm für COMET', 'delete_price_alert'],
  ['borra la alerta de COMET', 'delete_price_alert'],
  ['supprime l’alerte de COMET', 'delete_price_alert'],
  ['apague o alerta de COMET', 'delete_price_alert'],
])('takes “%s” for %s', (text, tool) => {
  expect(findAlertRequest(read(text))).toBe(tool)
})

it.each([
  'tell me about SOL',
  'tell me a joke about 2 dogs',
  'how much is 10 SOL in USD',
  'notify me when COMET buys over 100 SOL',
  'do not alert me when SOL is above 200',
  'remind me tomorrow at 9 to call mum',
  'remind me to back up my seed when I get 100 SOL',
  'remind me to weigh in if I am over 80 kg',
  'remind me when I have more than 10 emails',
  'will SOL rise above 200?',
  'what is the price of SOL',
  'alert me at 9 tomorrow',
  'alert me about COMET',
])('leaves “%s” to others', (text) => {
  expect(findAlertRequest(read(text))).toBeNull()
})

it('takes no percentage without a direction', () => {
  expect(readAlert(read('alert me at 20% for COMET'))).toEqual({ token: COMET })
  expect(readAlert(read('alert me: COMET - 20%'))).toEqual({ token: COMET })
})

it.each([
  'notify me when SOL drops below half a dollar',
  'notify me when SOL falls to half a dollar',
  'notify me when SOL goes under half',
  'notify me when SOL falls by half an euro',
])('takes no half of another thing for a change: %s', (text) => {
  expect(readAlert(read(text))).toEqual({ token: 'SOL', direction: 'below' })
})

it('does not take a price for a time of day', () => {
  expect(findAlertRequest(read('change mon alerte SOL à 150'))).toBe('set_price_alert')
})

it('does not take the currency of a price for the token', () => {
  expect(readAlert(read('alert me when it is above 0.001 SOL'))).toEqual({
    price: 0.001,
    direction: 'above',
    unit: 'SOL',
  })
  expect(readAlert(read('delete the BONK alert'))).toEqual({ token: 'BONK' })
  expect(readAlert(read('delete my alert for FOO at 0.5 SOL'))).toMatchObject({
    token: 'FOO',
    price: 0.5,
  })
})
