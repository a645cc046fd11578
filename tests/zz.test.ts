import { it } from 'vitest'
import { writeClockTimes } from '#server/lib/phrases/clock-words.ts'
import { findDates, removeDates } from '#server/lib/phrases/date-phrases.ts'
it('x', () => {
  for (const [l, t] of [['en','put dentist on the 3rd of December at quarter to four pm'],['en','every Monday at half past eight: team call'],['en','lunch at one'],['en','call at nine am'],['en','look at one wallet'],['de','Erinnere mich übermorgen um halb neun an die Steuern'],['de','Termin am 5. Januar um viertel nach zehn: Zahnarzt'],['es','recuérdame pagar la luz el lunes a las nueve de la mañana'],['es','cena a las nueve y media de la noche'],['pt','me lembra amanhã às 7 da noite de ligar pro João'],['fr','rappelle-moi demain à neuf heures et demie du soir'],['fr','demain à 8 heures']] as const) {
    const w = writeClockTimes(t, l)
    const r = { nowMs: Date.UTC(2026,10,27,9), prefers: 'future', hasBareHours: true, language: l } as const
    console.log(w, '|', findDates(w, r).map(d => new Date(d.start.ms).toISOString().slice(0,16)+d.start.unit).join(), '|', removeDates(w, r))
  }
})
