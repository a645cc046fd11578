import { describe, expect, it } from 'vitest'
import { measureChecker } from '#bench/research/checked-sentences.ts'
import { createClaimCheck } from '#server/modules/research/claims/entailment.ts'
import { checkProse } from '#server/modules/research/digest/check-prose.ts'

describe('the check of a sentence against its source', () => {
  it.each(['seen', 'held out'] as const)('keeps true and refuses false sentences, %s', (part) => {
    const { acceptedTrue, acceptedFalse, mistakes } = measureChecker(part)
    expect(acceptedTrue, mistakes.join('\n')).toBeGreaterThanOrEqual(0.8)
    expect(acceptedFalse, mistakes.join('\n')).toBeLessThanOrEqual(0.05)
  })

  it.each([
    'unseen',
    'paraphrases',
    'unseen paraphrases',
    'later paraphrases',
    'unseen topics',
    'reworded',
    'other words',
    'other words, held out',
    'adversarial',
  ] as const)('refuses false sentences, %s', (part) => {
    const { acceptedFalse, mistakes } = measureChecker(part)
    expect(acceptedFalse, mistakes.join('\n')).toBeLessThanOrEqual(0.05)
  })

  it.each([
    ['Hackers stole 9,000 SOL from Loopscale.', 'Loopscale lost 9,000 SOL to hackers.'],
    [
      'Anza said it will stop issuing tokens on 1 July.',
      'Anza will end the issuance of tokens on July 1.',
    ],
    ['The fine of €2 million was paid by Nexo.', 'Nexo paid a 2,000,000 euros fine.'],
    ['Two million users left.', '2 million users left.'],
    ['Mango DAO’s treasury sold coins.', 'Coins were sold by the treasury of Mango DAO.'],
    ['Storms closed two of its ports.', 'Two ports were closed by storms.'],
    ['The port closed for a day.', 'The port was closed for a day.'],
    [
      'Kenya’s parliament rejected a bill that would have taxed transfers at 3%.',
      'A bill to tax transfers at 3 percent was turned down by Kenya’s parliament.',
    ],
    ['Shell paid $5 million to farmers.', 'Shell paid farmers $5 million.'],
    ['Users withdrew funds after two days.', 'Two days later, users withdrew funds.'],
    ['Fees rose by 5% in May.', 'In May, fees increased 5%.'],
    ['Because of the war, exports fell.', 'Exports dropped because of the war.'],
    ['Police in Spain seized its servers.', 'Servers were seized by Spanish police.'],
    ['Kuvera paid a dozen developers.', 'Kuvera paid 12 developers.'],
    ['Kuvera paid developers half a million dollars.', 'Kuvera paid developers $500,000.'],
    ['The fee was $0.42.', 'The fee was 42 cents.'],
    ['The route is 40 kilometers long.', 'The route is 40 km long.'],
    ['Fees fell by a quarter in May.', 'Fees fell 25% in May.'],
    ['On 2026-03-14 Kuvera closed its bridge.', 'Kuvera closed its bridge on March 14, 2026.'],
    ['Kuvera organised a vote.', 'Kuvera organized a vote.'],
    ['Kuvera does not charge fees.', 'Kuvera doesn’t charge fees.'],
    ['The city of Porto opened three tram lines.', 'Porto opened three tram lines.'],
    ['Thieves broke into the vault.', 'Thieves were able to break into the vault.'],
    ['Kuvera’s chief executive, Dana Whitlock, resigned.', 'Dana Whitlock is Kuvera’s CEO.'],
    ['The board named Omar Reyes as CEO.', 'Omar Reyes was named CEO by the board.'],
    [
      'The treasury of Mango sold 5 USDC for SOL last week.',
      'Last week, 5 USDC were sold for SOL by Mango’s treasury.',
    ],
    [
      'Nordfelt will close a plant and dismiss 420 of its 1,900 workers.',
      'Nordfelt plans to shut a plant.',
    ],
    ['Nordfelt will dismiss 420 workers.', 'Nordfelt is going to lay off 420 workers.'],
    [
      'The bank established a fund and closed an office.',
      'The bank set up a fund and shut down an office.',
    ],
    ['Frost damaged a fifth of the harvest.', 'Frost damaged one fifth of the harvest.'],
    ['Squads moved its treasury of $640 million in May.', 'In May, Squads moved $640 million.'],
    ['Norsk Air cancelled 120 flights.', '120 Norsk Air flights were cancelled.'],
    [
      'Drift halted withdrawals for three hours.',
      'Withdrawals at Drift were suspended for 3 hours.',
    ],
    ['Two bridges remain closed.', 'Two bridges are still closed.'],
    ['The flaw lets attackers read memory.', 'The flaw allows attackers to read memory.'],
    ['Rescuers evacuated 250 residents.', '250 residents were evacuated by rescue teams.'],
    [
      'Helius raised $21 million from Haun Ventures.',
      'Haun Ventures invested $21 million in Helius.',
    ],
    ['The other half went to buying back MPLX.', 'The other half was used to buy back MPLX.'],
    ['Orca said it would close its bridge.', 'Orca will close its bridge.'],
  ])('of %j keeps %j', (source, claim) => {
    expect(createClaimCheck([[source]])(claim)).toBe(true)
  })

  it.each([
    ['No funds were lost, the team said.', 'Funds were lost, the team said.'],
    ['The fee was €0.42.', 'The fee was 42 cents.'],
    ['Fees fell by a quarter in May.', 'Fees fell by half in May.'],
    ['The thieves did not break into the vault.', 'The thieves were able to break into the vault.'],
    ['Thieves may break into the vault.', 'Thieves can break into the vault.'],
    ['Kuvera’s former CEO Dana Whitlock resigned.', 'Kuvera’s CEO resigned.'],
    ['Kuvera’s CEO Dana Whitlock resigned.', 'Kuvera resigned.'],
    ['The mayor of the city of Porto resigned.', 'Porto resigned.'],
    ['The board named Omar Reyes as CEO.', 'The board was named CEO by Omar Reyes.'],
    ['Orca funded nodes outside Europe.', 'Orca funded nodes in Europe.'],
    ['A court asked whether its rules harm rivals.', 'Its rules harm rivals.'],
    ['Kamino lent 5 SOL to Drift.', 'Drift lent 5 SOL to Kamino.'],
    ['Raydium rose 5% and Orca fell 3%.', 'Raydium fell 3%.'],
    ['Fees fell to 5%.', 'Fees fell 5%.'],
    ['Analysts doubt that SOL will reach $300.', 'SOL will reach $300.'],
    ['The Solana Foundation sold tokens.', 'Solana sold tokens.'],
    ['Kamino, Drift and Orca hold 3, 2 and 1 SOL respectively.', 'Drift holds 3 SOL.'],
    ['Volume fell last week.', 'Volume fell this week.'],
    ['Galaxy sold 5 SOL to Drift.', 'Galaxy bought 5 SOL from Drift.'],
    ['Two of the nine members opposed it.', 'Nine members opposed it.'],
    ['Fees were $4 in May, up from $3 in April.', 'Fees were $3 in May.'],
    ['Orca overtook Raydium by volume.', 'Raydium overtook Orca by volume.'],
    ['Former employees of Celsius sued it.', 'Employees of Celsius sued it.'],
    ['Holders voted against burning tokens.', 'Holders burned tokens.'],
    ['Neither Jupiter nor Raydium charges a fee.', 'Jupiter charges a fee.'],
    ['Nearly all of the nodes upgraded.', 'All of the nodes upgraded.'],
    ['The vaccine protects children instead of adults.', 'The vaccine protects adults.'],
    ['The treaty has yet to be signed.', 'The treaty has been signed.'],
    ['The treaty was nearly rejected.', 'The treaty was rejected.'],
    ['The mayor threatened to close the airport.', 'The mayor closed the airport.'],
    ['The mayor agreed to close the airport.', 'The mayor closed the airport.'],
    ['Anna, whose brother sold the house, moved to Rome.', 'Anna sold the house.'],
    [
      'The drug cut deaths by half in men and by a third in women.',
      'The drug cut deaths by half in women.',
    ],
    ['The fund gained 3% and the index 5%.', 'The fund gained 5%.'],
    ['Shares of Apple and Tesla rose 3% and 5%.', 'Apple shares rose 5%.'],
    ['Kamino no longer charges a fee.', 'Kamino charges a fee.'],
    ['Kamino stopped charging a fee.', 'Kamino charges a fee.'],
    ['Lena Falk and Omar Said won the race in 2021 and 2023.', 'Lena Falk won the race in 2023.'],
    [
      'The lake lost a third of its water between 1990 and 2010.',
      'The lake lost its water between 1990 and 2010.',
    ],
    ['The postman, whom the dog had bitten, sued the neighbor.', 'The dog sued the neighbor.'],
    ['The hospital treated 30 patients, two of whom died.', '30 patients died.'],
    [
      'The firm says its drug cured 9 patients; doctors say it cured 2.',
      'Doctors say the drug cured 9 patients.',
    ],
    ['Nobody except Ruiz voted for the budget.', 'Nobody voted for the budget.'],
    ['Orca plans to list BONK and raise fees.', 'Orca raised fees.'],
    ['Orca paid 4 SOL to Drift and 9 SOL to Kamino.', 'Orca paid 4 SOL to Kamino.'],
    ['The proposal got 63% in favor and 37% against.', 'The proposal got 37% in favor.'],
    ['The median fee on Solana was $0.01.', 'Solana was $0.01.'],
    ['Nordfelt will dismiss 420 of its 1,900 workers.', 'Nordfelt will dismiss its workers.'],
    ['Galaxy bought tokens from Drift.', 'Tokens of Galaxy were bought.'],
    ['Two bridges remain closed.', 'Two bridges reopened.'],
    ['Circle will burn 20 tokens.', 'Circle will burn 20.'],
    ['Orca offered to pay 5 SOL.', 'Orca paid 5 SOL.'],
    ['Sales rose 7 percent to 640 million kronor.', 'Sales rose 7 percent to 640 million.'],
    [
      'Haun Ventures raised $21 million from Helius.',
      'Haun Ventures invested $21 million in Helius.',
    ],
  ])('of %j refuses %j', (source, claim) => {
    expect(createClaimCheck([[source]])(claim)).toBe(false)
    expect(createClaimCheck([[source]])(source)).toBe(true)
  })
})

describe('the prose of a model', () => {
  const source = (n: number, text: string) => ({
    n,
    id: `${n}`,
    source_id: 's',
    source_name: 'S',
    kind: 'news' as const,
    title: 'Outage of Kamino',
    url: 'https://s.example',
    published_at: null,
    retrieved_at: '2026-11-20T00:00:00.000Z',
    text,
    is_demo: false,
  })

  it('is supported only by a source that it cites', () => {
    const evidence = [
      source(1, 'The oracle stopped for an hour.'),
      source(2, 'No funds were lost, according to the team.'),
    ]
    const text = [
      'No funds were lost according to the team [1].',
      'No funds were lost according to the team [2].',
      'Funds were lost according to the team [2].',
      'Funds of $9 million were lost according to the team [2].',
    ].join(' ')
    const { paragraphs, dropped, marked } = checkProse(text, evidence)
    expect(paragraphs.flat().map(({ is_supported: isSupported }) => isSupported)).toEqual([
      false,
      true,
      false,
    ])
    expect([dropped, marked]).toEqual([1, 2])
  })

  it.each([
    [['Everyone but Squads voted yes.'], 'Squads voted yes.'],
    [
      ['Sanctum repaid all but $2 million of the $9 million.'],
      'Sanctum repaid $2 million of the $9 million.',
    ],
    [['Had Solend sold, the price would have fallen.'], 'Solend sold.'],
    [
      ['Fees are twice as high on Orca as on Raydium.'],
      'Fees are twice as high on Raydium as on Orca.',
    ],
    [['Critics say that Pump.fun harms users.'], 'Pump.fun harms users.'],
    [
      ['Rumors that Phantom will launch a token are false, the company said.'],
      'Phantom will launch a token.',
    ],
    [['“Kamino is bankrupt.”', 'This claim is false, the team said.'], 'Kamino is bankrupt.'],
    [
      ['Myth: Solana goes down every week.', 'Fact: it ran for a year.'],
      'Solana goes down every week.',
    ],
    [
      ['Correction: an earlier version said that Drift lost $3 million.', 'It lost nothing.'],
      'Drift lost $3 million.',
    ],
    [['Is Orca insolvent?', 'No.'], 'Orca is insolvent.'],
    [
      ['Only three of the ten largest validators run Firedancer.'],
      'The ten largest validators run Firedancer.',
    ],
    [
      ['Only three of the ten largest validators run Firedancer.'],
      'Ten validators run Firedancer.',
    ],
  ])('does not take %j for a source of “%s”', (source, claim) => {
    expect(createClaimCheck([source])(claim)).toBe(false)
  })

  it('takes a name with an s at its end for one thing', () => {
    const source = ['The airline bought 20 jets from Airbus Industries.', 'Its shares fell 7%.']
    expect(
      createClaimCheck([['Airbus delivered 61 jets.', 'Its shares fell 7%.']])(
        'Shares of Airbus fell 7%.',
      ),
    ).toBe(true)
    expect(createClaimCheck([source])('Shares of jets fell 7%.')).toBe(false)
  })

  it.each([
    [['Critics say that Pump.fun harms users.'], 'Critics say that Pump.fun harms users.'],
    [['Everyone but Squads voted yes.'], 'Everyone but Squads voted yes.'],
    [
      ['Three of the ten largest validators run Firedancer.'],
      'Three of the ten largest validators run Firedancer.',
    ],
  ])('takes %j for a source of “%s”', (source, claim) => {
    expect(createClaimCheck([source])(claim)).toBe(true)
  })
})
