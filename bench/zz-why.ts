import { readFileSync } from 'node:fs'
import { createClaimCheck, RULES } from '#server/modules/research/claims/entailment.ts'
import { align } from '#server/modules/research/claims/align.ts'
import { readSentence } from '#server/modules/research/claims/read-sentence.ts'
import { splitAllSentences } from '#server/modules/research/text/sentences.ts'
for (const f of process.argv.slice(2))
  for (const item of JSON.parse(readFileSync(f, 'utf8'))) {
    const ss = item.evidence.map(splitAllSentences)
    const check = createClaimCheck(ss)
    for (const t of item.true) {
      if (check(t)) continue
      const out: string[] = []
      for (const s of ss)
        for (let i = 0; i < s.length; i++) {
          const before = i > 0 ? readSentence(s[i - 1]) : null
          const claim = readSentence(t),
            source = readSentence(s[i])
          const r = align(claim, source, before)
          if (r) {
            out.push(
              'RULES ' +
                RULES.filter((x) => !x.keeps(r))
                  .map((x) => x.name)
                  .join('+'),
            )
            continue
          }
          const missing = claim.tokens
            .filter(
              (tok) =>
                tok.kind !== 'pronoun' &&
                align({ ...claim, tokens: [tok] }, source, before) === null,
            )
            .map((x) => x.text)
          out.push('missing: ' + missing.join(', '))
        }
      console.log(
        'S: ' + item.evidence.join(' | ') + '\nC: ' + t + '\n   ' + out.join(' || ') + '\n',
      )
    }
  }
