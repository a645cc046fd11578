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
  {
    slug: 'faster-votes',
    hoursAgo: 3,
    reports: [
      {
        publisher: 'harbor-wire',
        title: 'DEMO: Solana test network confirms blocks in 150 milliseconds after vote change',
        lead: 'Validators of the Solana test network confirmed blocks in about 150 milliseconds after a change of the vote path.',
        text: 'Validators of the Solana test network confirmed blocks in about 150 milliseconds after a change of the vote path. The trial ran for six hours and covered 61% of the stake. Operators reported no missed leader slots during the trial. A date for the main network was not given.',
      },
      {
        publisher: 'ledger-post',
        title:
          'DEMO: Vote change brings Solana test network block confirmation to 160 milliseconds',
        lead: 'A changed vote path brought block confirmation on the Solana test network down to about 160 milliseconds.',
        text: 'A changed vote path brought block confirmation on the Solana test network down to about 160 milliseconds. The trial covered 58% of the stake according to its organizers. Two validators had to restart with more memory. The main network is not affected.',
      },
      {
        publisher: 'validator-weekly',
        title: 'DEMO: What the six hour vote trial on the Solana test network showed',
        lead: 'Six hours of the new vote path on the Solana test network ended without missed leader slots.',
        text: 'Six hours of the new vote path on the Solana test network ended without missed leader slots. Confirmation of blocks took between 140 and 170 milliseconds. The organizers want a second trial with more stake before anything changes for users.',
      },
    ],
  },
  {
    slug: 'dex-volume',
    hoursAgo: 9,
    reports: [
      {
        publisher: 'ledger-post',
        title: 'DEMO: Trading on Solana exchanges reaches $4.2 billion in a day',
        lead: 'Trading volume on decentralized exchanges of Solana reached $4.2 billion within 24 hours.',
        text: 'Trading volume on decentralized exchanges of Solana reached $4.2 billion within 24 hours. Raydium and Orca carried more than half of it. Fees paid by traders rose by 18% against the week before.',
      },
      {
        publisher: 'chain-courier',
        title: 'DEMO: Solana exchanges see $4.5 billion of trading in one day',
        lead: 'Decentralized exchanges of Solana saw trading volume of $4.5 billion within 24 hours.',
        text: 'Decentralized exchanges of Solana saw trading volume of $4.5 billion within 24 hours. The count includes orders that aggregators split over several pools. Raydium stood first and Orca second.',
      },
    ],
  },
  {
    slug: 'jupiter-vote',
    hoursAgo: 20,
    reports: [
      {
        publisher: 'harbor-wire',
        title: 'DEMO: Jupiter holders vote on a smaller swap fee',
        lead: 'Holders of the Jupiter token vote until Friday on lowering the swap fee for stable pairs.',
        text: 'Holders of the Jupiter token vote until Friday on lowering the swap fee for stable pairs. The proposal names a fee of 0.05% instead of 0.10%. About 220 million tokens had voted by this morning. The result binds the team for one quarter.',
      },
      {
        publisher: 'chain-courier',
        title: 'DEMO: Smaller swap fee goes to a vote of Jupiter holders',
        lead: 'Jupiter asks its token holders whether stable pairs should cost 0.05% to swap.',
        text: 'Jupiter asks its token holders whether stable pairs should cost 0.05% to swap. Voting ends on Friday. A similar proposal failed in spring by a narrow margin.',
      },
    ],
  },
  {
    slug: 'degraded-rpc',
    hoursAgo: 30,
    reports: [
      {
        publisher: 'validator-weekly',
        title: 'DEMO: Public Solana endpoints slow for 40 minutes, blocks not affected',
        lead: 'Public endpoints of the Solana network answered slowly for 40 minutes while blocks were made as usual.',
        text: 'Public endpoints of the Solana network answered slowly for 40 minutes while blocks were made as usual. A faulty cache rule was named as the cause. Wallets that use other endpoints were not affected.',
      },
      {
        publisher: 'harbor-wire',
        title: 'DEMO: Slow public endpoints on Solana traced to a cache rule',
        lead: 'A cache rule slowed public endpoints of Solana for about 40 minutes on the day before.',
        text: 'A cache rule slowed public endpoints of Solana for about 40 minutes on the day before. Block production went on without a gap. The operators published a short report and an alarm for the next time.',
      },
    ],
  },
  {
    slug: 'bonk-treasury',
    hoursAgo: 44,
    reports: [
      {
        publisher: 'chain-courier',
        title: 'DEMO: Bonk community moves part of its treasury into staked SOL',
        lead: 'The Bonk community decided to hold part of its treasury as staked SOL.',
        text: 'The Bonk community decided to hold part of its treasury as staked SOL. The first step is worth $1.2 million. Rewards are meant to pay for audits and events.',
      },
    ],
  },
  {
    slug: 'wallet-standard',
    hoursAgo: 70,
    reports: [
      {
        publisher: 'ledger-post',
        title: 'DEMO: Solana wallets agree on one way to show what a transaction will do',
        lead: 'Makers of Solana wallets agreed on a common format for showing the effects of a transaction before it is signed.',
        text: 'Makers of Solana wallets agreed on a common format for showing the effects of a transaction before it is signed. Phantom and two others want to show it this year. The format names every account that loses tokens.',
      },
    ],
  },
]
