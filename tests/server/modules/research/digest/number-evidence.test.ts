import { expect, it } from 'vitest'
import { ask, figure, from } from '#tests/server/modules/research/found.ts'

it('writes a change with its sign', () => {
  const changes = [4.5, -0.9, 0].map((value) => figure(`T${value}`, 'change_24h', value))
  const { figures } = ask('SOL price', [from('m', '', '', changes)])
  expect(figures.map(({ display }) => display).toSorted()).toEqual(['+4.5%', '0%', '−0.9%'])
})

it('numbers the sources of the answer from 1, and every citation alike', () => {
  const digest = ask('What did Jito tips do?', [
    from('m', '', '', [figure('SOL', 'price', 150)]),
    from('a', 'Solana conference opens', 'It is held in Lisbon.'),
    from('b', 'Jito tips fall', 'Tips paid through Jito fell by 22% in a month.'),
  ])
  const { answer, evidence, figures, stories } = digest
  expect(answer?.sentences[0]).toMatchObject({ cite: 1 })
  expect(evidence.map(({ n }) => n)).toEqual(evidence.map((_, place) => place + 1))
  const textOf = (n: number) => evidence.find((each) => each.n === n)?.text
  expect(textOf(1)).toContain(answer?.sentences[0]?.text)
  for (const { raw, cite } of figures) expect(textOf(cite)).toContain(raw)
  for (const { title, title_cite: cite } of stories) expect(textOf(cite)).toContain(title)
})
