import { TOPICS } from './certain-answers.ts'
import { answer, type CannedAnswer } from './short-answer.ts'

/** How analyses and research work, and what their results say. */
export const REPORT_ANSWERS: readonly CannedAnswer[] = [
  answer(
    'digests',
    'Research keeps your digests, the latest first. Opening one again is free.',
    ['digests', 'research', 'abilities'],
    `
what did i research last / what did i research / my last digest / my latest digest / open my latest digest /
latest digest / what have i researched / my last research / show my last research / my research history / my digests /
show my digests / open my last digest`,
  ),
  answer(
    'reports',
    'CA Analysis lists your reports under Recent reports, and Research lists its digests. One that failed says why there, and its POINT was returned.',
    ['analysis', 'spending', 'balance'],
    `
why did my analysis fail / why did my report fail / my analysis failed / my research failed /
where is my report / where is my analysis`,
  ),
  answer(
    'score',
    'A score from 0 to 100 rates how well a wallet traded a token. It weighs its own profit (25 %), profit per cost (15 %), share of winning sales (20 %), cheap purchases (20 %) and well-timed sales (20 %). Fewer than six trades, or timing that chance explains, lower the sum, to as little as 27 % of it. Open a wallet in a report of [CA Analysis](/ios-desktop?open=/wallet-finder) to see each part and the transactions.',
    ['analysis', 'wallet', 'abilities'],
    `
how does the score work / how does the scoring work / how is the score calculated / what is the score /
how do you calculate the score / how do you calculate the score of a wallet / how is a wallet scored /
what does score amount mean / what does the score mean / what does a score of amount mean / what is a good score /
is a score of amount good / how are wallets ranked / how do you rank wallets / how does the ranking work /
what goes into the score / how is the wallet score computed / explain the score /
how do you know if a wallet is smart / how do you decide which wallets are smart / what makes a wallet smart /
why does this wallet have such a high score / why is the score so low / why is the score low /
what is the score of a wallet / score / how work score`,
  ),
  answer(
    'cancel_run',
    'A query that runs has a Cancel button in its own window: CA Analysis, Wallet Finder or Research. Before there is a result, your POINT comes back.',
    ['analysis', 'spending', 'abilities'],
    `
delete the analyze that is run / delete my analyze / delete the analyze / stop the analyze / stop my research /
delete the research / delete research / delete my query / stop the query / how do i delete a query /
can i delete a research that is run / stop the run / abort the analyze / abort / stop my analyze now`,
  ),
  answer(
    'coverage',
    'A report is complete when every balance follows from the one before, back to the creation of the token. If it says “Partial history”, transactions are missing: Coverage in the report lists each gap. Running the analysis again asks the node for them once more.',
    ['analysis', 'abilities'],
    `
why does the report say there is a gap / why is there a gap in my report / why does my report say partial history /
what does partial history mean / what does complete history mean / what does the gap mean /
what is a gap in a report / is my report complete / why is my report not complete / why is my report incomplete /
report incomplete / gap in the report / are all transactions in the report / how do i know that nothing is missing /
what does coverage mean / what is coverage in a report / transactions are missing in the report`,
  ),
  answer(
    'excluded',
    'Excluded lists wallets that are left out of the rank, each with its reason: pools, exchanges, the developer, snipers, bundles, wash traders, bots, or wallets of one person that are counted as one.',
    ['analysis', 'wallet', 'abilities'],
    `
why is this wallet excluded / why was my wallet excluded / why is a wallet not in the report /
why are wallets excluded / what does excluded mean / what are excluded wallets / why is my wallet not ranked /
why am i not in the report / why does my wallet have no rank / which wallets are excluded / what labels are there /
what do the labels mean / what does the label on a wallet mean`,
  ),
  answer(
    'copyability',
    'Copyability, from 0 to 100, is the part of a wallet’s profit that you keep if you copy each of its trades 15 seconds later, at the price and depth that the pool had then. 0 means that copying makes nothing, or that the depth is unknown.',
    ['analysis', 'wallet'],
    `
what is copyability / what does copyability mean / what does copyability amount mean / why is copyability 0 /
why is the copyability so low / how is copyability calculated / can i copy this wallet /
is it worth to copy a wallet / how much do i make if i copy a wallet / copy trading / what does a follower make`,
  ),
  answer(
    'evidence',
    'Select a wallet in the table of a report: Transactions lists its trades and transfers, and each opens in an explorer, so you can check the numbers yourself.',
    ['analysis', 'wallet'],
    `
how do i check a number in the report / how can i verify the numbers / can i verify a number / verify the report /
how can i check the numbers / can i check the numbers / where does the number come from / where are the numbers from /
where is the proof / how do i know that the numbers are right / are the numbers right /
show me the transactions behind a number / where do you get the data from / where is your data from`,
  ),
  answer(
    'profit',
    'Realized profit is what sales brought above their cost. Unrealized profit is what selling the rest at once would bring now, at the depth of the pool. The report has both at average cost, and a switch to first in, first out.',
    ['analysis', 'wallet'],
    `
what is the difference between realized and unrealized profit / what does realized mean / what does unrealized mean /
what does unrealized profit mean / what is realized profit / what is pnl / what does pnl mean /
how is the profit calculated / how do you calculate profit / what does roi mean / what does average cost mean /
what does fifo mean / what does win rate mean`,
  ),
  answer(
    'finder',
    'Wallet Finder compares 2 to 10 tokens. A wallet is found if it did well in most of them and luck would explain that in at most 5 % of such finds. For the others, it says how many more tokens would tell.',
    ['analysis', 'abilities'],
    `
how does the wallet finder work / what does found mean in wallet finder / what does it mean that a wallet is found /
what does luck mean in wallet finder / why did the wallet finder find nothing / why is no wallet found /
what is the q value / what does q value mean / what is a p value / how many token can i put in wallet finder /
what is a ring / what does ring mean in wallet finder / what does cannot tell from luck mean`,
  ),
  answer(
    'provisional',
    'While transactions are still being read, the report shows a first ranking, marked as provisional. It can change until all of them are read. How long that takes depends on the number of transactions and on the node: the window shows the progress.',
    ['analysis', 'abilities'],
    `
what does provisional mean / what does provisional ranking mean / why does the rank change while it is running /
why does the ranking change / how long does an analysis take / how long does a report take /
why is my analysis so slow / why does the analysis take so long / my report is still running /
how long do i have to wait for my report / how long does it take`,
  ),
  answer(
    'rerun',
    'Run again, in the head of a report, reads what is new, costs 1 POINT, and shows what changed in the ranks. Reports that you have stay as they are and are free to open.',
    ['analysis', 'spending'],
    `
is my report up to date / how old is my report / how do i update my report / does the report update by itself /
do i pay again to open my report / is it free to open a report again / how do i refresh my report /
what does run again do / does running it again cost a point`,
  ),
  answer(
    'no_answer',
    'Research answers only with sentences of its sources. If no source answers, it shows the closest sentence, and your POINT comes back. Add feeds and pages of your own under Your sources.',
    ['research', 'digests', 'spending'],
    `
why did research find nothing / why is there no answer / why did my research have no answer /
research found no answer / why did i get no answer / what if research finds nothing / do i pay if there is no answer /
where does research search / which sources does research use / what are the sources of research /
how do i add my own source to research / can i add my own feed / add a rss feed to research`,
  ),
  {
    ...TOPICS,
    examples: [
      'how do i get a briefing on a topic all day',
      'how do i get news all morning',
      'how do i repeat a research all day',
      'can research run by itself',
      'plan a research all week',
      'how do i watch a topic',
    ],
  },
  answer(
    'watch_help',
    'The star beside a wallet watches it: Watched in CA Analysis lists its newest trades, and the bell tells you when it buys or sells. Watching is free.',
    ['analysis', 'wallet'],
    `
how do i watch a wallet / how do i follow a wallet / what happens when i watch a wallet / what does the star do /
what does watch mean / how many wallets can i watch / is watching a wallet free`,
  ),
  answer(
    'background',
    'Close the window or the browser as you like: the server goes on, the result is kept, and the bell tells you when it is there. It is charged once.',
    ['analysis', 'digests', 'spending'],
    `
what happens when i close the window while it is analyzing / what happens when i close the window /
what happens when i close the browser / what if i close the tab while it is running /
does it go on when i close the window / does the analysis continue if i log out /
do i lose my report when i close the window / what if i lose the connection /
can i close the window while it is running`,
  ),
]
