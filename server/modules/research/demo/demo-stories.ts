/** One invented event, reported by several invented publishers. Every title contains DEMO. */
export type DemoStory = {
  slug: string
  hoursAgo: number
  reports: readonly { publisher: DemoPublisher; title: string; lead: string; text: string }[]
}

export type DemoPublisher = 'harbor-wire' | 'ledger-post' | 'chain-courier' | 'validator-weekly'

export const DEMO_FEEDS = [
  { name: 'Harbor Wire (DEMO)', url: 'https://harbor-wire.example/feed.rss' },
  { name: 'Ledger Post (DEMO)', url: 'https://ledger-post.example/feed.atom' },
  { name: 'Chain Courier (DEMO)', url: 'https://chain-courier.example/feed.rss' },
  { name: 'Validator Weekly (DEMO)', url: 'https://validator-weekly.example/feed.atom' },
] as const

export const DEMO_STORIES: readonly DemoStory[] = [
  tell(
    'faster-votes',
    3,
    [
      'harbor-wire',
      'Solana test network confirms blocks in 150 milliseconds after vote change',
      'Validators of the Solana test network confirmed blocks in about 150 milliseconds after a change of the vote path. The trial ran for six hours and covered 61% of the stake. Operators reported no missed leader slots during the trial. A date for the main network was not given.',
    ],
    [
      'ledger-post',
      'Vote change brings Solana test network block confirmation to 160 milliseconds',
      'A changed vote path brought block confirmation on the Solana test network down to about 160 milliseconds. The trial covered 58% of the stake according to its organizers. Two validators had to restart with more memory. The main network is not affected.',
    ],
    [
      'validator-weekly',
      'What the six hour vote trial on the Solana test network showed',
      'Six hours of the new vote path on the Solana test network ended without missed leader slots. Confirmation of blocks took between 140 and 170 milliseconds. The organizers want a second trial with more stake before anything changes for users.',
    ],
  ),
  tell(
    'dex-volume',
    9,
    [
      'ledger-post',
      'Trading on Solana exchanges reaches $4.2 billion in a day',
      'Trading volume on decentralized exchanges of Solana reached $4.2 billion within 24 hours. Raydium and Orca carried more than half of it. Fees paid by traders rose by 18% against the week before.',
    ],
    [
      'chain-courier',
      'Solana exchanges see $4.5 billion of trading in one day',
      'Decentralized exchanges of Solana saw trading volume of $4.5 billion within 24 hours. The count includes orders that aggregators split over several pools. Raydium stood first and Orca second.',
    ],
  ),
  tell(
    'jupiter-vote',
    20,
    [
      'harbor-wire',
      'Jupiter holders vote on a smaller swap fee',
      'Holders of the Jupiter token vote until Friday on lowering the swap fee for stable pairs. The proposal names a fee of 0.05% instead of 0.10%. About 220 million tokens had voted by this morning. The result binds the team for one quarter.',
    ],
    [
      'chain-courier',
      'Smaller swap fee goes to a vote of Jupiter holders',
      'Jupiter asks its token holders whether stable pairs should cost 0.05% to swap. Voting ends on Friday. A similar proposal failed in spring by a narrow margin.',
    ],
  ),
  tell(
    'degraded-rpc',
    30,
    [
      'validator-weekly',
      'Public Solana endpoints slow for 40 minutes, blocks not affected',
      'Public endpoints of the Solana network answered slowly for 40 minutes while blocks were made as usual. A faulty cache rule was named as the cause. Wallets that use other endpoints were not affected.',
    ],
    [
      'harbor-wire',
      'Slow public endpoints on Solana traced to a cache rule',
      'A cache rule slowed public endpoints of Solana for about 40 minutes on the day before. Block production went on without a gap. The operators published a short report and an alarm for the next time.',
    ],
  ),
  tell('bonk-treasury', 44, [
    'chain-courier',
    'Bonk community moves part of its treasury into staked SOL',
    'The Bonk community decided to hold part of its treasury as staked SOL. The first step is worth $1.2 million. Rewards are meant to pay for audits and events.',
  ]),
  tell('wallet-standard', 70, [
    'ledger-post',
    'Solana wallets agree on one way to show what a transaction will do',
    'Makers of Solana wallets agreed on a common format for showing the effects of a transaction before it is signed. Phantom and two others want to show it this year. The format names every account that loses tokens.',
  ]),
  tell(
    'staking-yield',
    26,
    [
      'validator-weekly',
      'Staking SOL yields about 6.8% a year in this quarter',
      'Staking SOL yields about 6.8% a year before the commission of the validator. To stake, a wallet delegates SOL to a validator and waits until the next epoch begins. Rewards arrive at the end of every epoch, about every two days. Unstaking takes until the end of the current epoch.',
    ],
    [
      'ledger-post',
      'How to stake SOL: delegate, wait an epoch, collect rewards',
      'Holders stake SOL by delegating it to a validator from their wallet. Staking is the delegation of SOL to a validator that shares its rewards. The yield was 6.8% a year in this quarter. Delegated SOL stays in the account of its owner.',
    ],
  ),
  tell(
    'airdrops-2026',
    33,
    [
      'chain-courier',
      'Three Solana airdrops are planned for 2026',
      'Three Solana projects plan airdrops for 2026: an order book exchange, a lending market and a wallet. The lending market wants to give 8% of its tokens to early users. None of the three has published a snapshot date. Pages that ask for a seed phrase to claim an airdrop are scams.',
    ],
    [
      'harbor-wire',
      'Lending market plans to give 8% of its tokens in a 2026 airdrop',
      'A lending market on Solana plans an airdrop of 8% of its tokens in 2026. Accounts that borrowed or lent before July qualify.',
    ],
  ),
  tell(
    'firedancer',
    18,
    [
      'validator-weekly',
      'Firedancer validator client reaches 21% of the Solana stake',
      'Firedancer is a second validator client for Solana, written from scratch in the C language. It now runs on 21% of the stake. The full client has voted on the main network since the last quarter. A second client keeps the network running when one of them has a fault.',
    ],
    [
      'ledger-post',
      'A fifth of the Solana stake runs Firedancer',
      'Firedancer runs on 21% of the Solana stake, its makers said. They expect 30% by spring.',
    ],
  ),
  tell(
    'validator-releases',
    14,
    [
      'validator-weekly',
      'Agave 9.9 release cuts validator start-up memory by a third',
      'The release 9.9 of the Agave validator client cuts the memory of a start by a third. Operators should install it before the next epoch. The Firedancer release 1.4 of the same week fixes a rounding error in vote rewards.',
    ],
    [
      'chain-courier',
      'New releases for both Solana validator clients',
      'Both Solana validator clients had releases this week: Agave 9.9 and Firedancer 1.4. Neither changes the rules of the network.',
    ],
  ),
  tell(
    'lending-exploit',
    40,
    [
      'harbor-wire',
      'Exploit drains $2.3 million from a Solana lending pool',
      'An exploit drained $2.3 million from a small Solana lending pool in November. The attacker used a price feed that had not been updated for an hour. The team paused the pool and offered a bounty of 10%.',
    ],
    [
      'ledger-post',
      'Hackers take $2.3 million from Solana lending pool',
      'Hackers took $2.3 million from a Solana lending pool with a stale price feed. Other pools were not affected.',
    ],
  ),
  tell('liquid-staking', 52, [
    'chain-courier',
    'Liquid staking explained: staked SOL that can be traded',
    'Liquid staking gives holders a token for the SOL that they stake. The token grows in value with the rewards and can be sold or lent at any time. Its risk is a fault in the program of the stake pool, and a price below the staked SOL in a hurry. Jito and Marinade run the largest pools.',
  ]),
  tell('liquid-yields', 57, [
    'validator-weekly',
    'JitoSOL yields 7.1% a year, mSOL 6.9%',
    'JitoSOL yields 7.1% a year in this quarter and mSOL 6.9%. Tips make up a tenth of the rewards of Jito. Audits of both stake pools found no critical faults.',
  ]),
  tell('jup-risks', 29, [
    'ledger-post',
    'Risks of the JUP token: unlocks, low turnout and one product',
    'The main risk for holders of JUP is the monthly unlock of tokens for the team, which ends in 2027. Revenue of Jupiter depends on swaps for most of its income. Turnout of votes fell to 14%, so that few holders decide.',
  ]),
  tell('usdc-mint', 36, [
    'ledger-post',
    'Who controls the USDC mint on Solana',
    'The issuer of USDC keeps both the mint authority and the freeze authority of the USDC mint on Solana. It can create tokens and freeze accounts, which is usual for regulated stablecoins. The reserves are audited every month.',
  ]),
  tell(
    'sol-fund',
    22,
    [
      'harbor-wire',
      'Regulator approves a Solana fund with staking',
      'A regulator approved an exchange-traded fund that holds SOL and stakes 80% of it. The fund charges 0.25% a year. Trading starts on Monday.',
    ],
    [
      'chain-courier',
      'Solana ETF with staking gets approval',
      'An ETF that holds and stakes SOL was approved. It charges 0.25% a year.',
    ],
  ),
  tell('network-fees', 47, [
    'validator-weekly',
    'Median fee on Solana stays at $0.0012',
    'The median fee of a Solana transaction was $0.0012 this week. Priority fees made up two thirds of all fees. Validators receive all priority fees.',
  ]),
  tell('stablecoins', 58, [
    'chain-courier',
    'Stablecoins on Solana pass $14 billion',
    'The supply of stablecoins on Solana passed $14 billion. USDC has a share of 68%. Payments of companies grew fastest.',
  ]),
  tell('bonk-burn', 66, [
    'harbor-wire',
    'Bonk burns 1.5 trillion tokens after vote',
    'Bonk burned 1.5 trillion tokens after a vote of its community. That is 1.7% of the supply. The next vote on burning is planned for spring.',
  ]),
  tell('dex-compare', 31, [
    'ledger-post',
    'Raydium and Orca compared: volume, fees and pools',
    'Raydium had the larger volume with $1.4 billion a day, Orca the lower fees with 0.02% in its main pools. Both let anyone open a pool. Raydium lists new tokens faster.',
  ]),
  tell('alpenglow', 61, [
    'validator-weekly',
    'Alpenglow replaces proof of history with votes off the chain',
    'Alpenglow is a new consensus of Solana that confirms blocks in 150 milliseconds. Solana remains a proof of stake network: validators vote with the SOL delegated to them. The change passed a vote of validators with 98%.',
  ]),
  tell('jito-tips', 75, [
    'chain-courier',
    'Jito tips fall as fewer trades are sandwiched',
    'Tips paid through Jito fell by 22% in a month. Fewer trades were sandwiched after wallets hid the limits of orders. JitoSOL is the liquid staking token of Jito, whose holders receive a part of the tips.',
  ]),
  tell('marinade-fee', 84, [
    'ledger-post',
    'Marinade lowers its commission to 5%',
    'Marinade lowers its commission on rewards from 6% to 5%. Native staking is not affected.',
  ]),
  tell('pumpfun-revenue', 90, [
    'harbor-wire',
    'Pump.fun spends $30 million on buying back its token',
    'Pump.fun spent $30 million of its revenue on buying back its token this month. Nine of ten new tokens on it never reach an exchange. A court case on its fees is still open.',
  ]),
  tell('phantom-prompt', 95, [
    'chain-courier',
    'Phantom warns before signing risky transactions',
    'The Phantom wallet now warns before a user signs a transaction that empties the account. The check runs on the device of the user. Phantom has 16 million users a month.',
  ]),
  tell('kamino-audit', 101, [
    'ledger-post',
    'Kamino audit finds no critical faults',
    'An audit of the Kamino lending market found no critical faults and two of medium severity. Both were fixed before the update.',
  ]),
  tell('wormhole-limits', 108, [
    'harbor-wire',
    'Wormhole limits transfers between chains after drill',
    'Wormhole set limits for transfers between chains after a drill of its guardians. Transfers above $1 million wait for a day.',
  ]),
  tell('solana-basics', 118, [
    'validator-weekly',
    'Solana in three sentences',
    'Solana is a blockchain on which a transaction costs a fraction of a cent and is confirmed within a second. SOL is its token: it pays the fees, and holders stake it with validators. Exchanges, wallets, games and payments run on it as programs.',
  ]),
  tell('helium-subscribers', 115, [
    'chain-courier',
    'Helium Mobile passes 600,000 subscribers',
    'Helium Mobile passed 600,000 subscribers. Most of its traffic runs over hotspots of users. The network pays their owners in HNT.',
  ]),
]

/** Returns a story whose reports lead with the first sentence of their text. */
function tell(
  slug: string,
  hoursAgo: number,
  ...reports: [publisher: DemoPublisher, title: string, text: string][]
): DemoStory {
  return {
    slug,
    hoursAgo,
    reports: reports.map(([publisher, title, text]) => ({
      publisher,
      title: `DEMO: ${title}`,
      lead: text.split(/(?<=[.!?])\s/)[0] ?? text,
      text,
    })),
  }
}
