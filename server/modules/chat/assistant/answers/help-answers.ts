import { ACCENTS, WALLPAPERS } from '#contract/look.ts'
import { answer, type CannedAnswer } from './short-answer.ts'

/** How the product works. */
export const HELP_ANSWERS: readonly CannedAnswer[] = [
  answer(
    'digests',
    'Research keeps your digests, the latest first. Opening one again is free.',
    ['digests', 'research', 'abilities'],
    `
what did i research last / what did i research / my last digest / my latest digest / open my latest digest / latest digest / what have i researched / my last research /
show my last research / my research history / my digests / show my digests / open my last digest`,
  ),
  answer(
    'refund',
    'I can’t refund by hand. A query that fails or that you cancel before its result is refunded by itself: see My spending. Recharges stay on your balance and can’t be paid out.',
    ['spending', 'payments', 'balance'],
    `
give me my ticker back / i want my money back / money back / give me my money back / give me my points back / refund /
refund me / refund please / i want a refund / can i get a refund / how do i get a refund / why was i refund / why did i get a refund /
refund my last query / refund my points / refund the analysis / my points are gone give them back /
i was charged twice / you charged me wrongly / you stole my money /
the analysis failed i want my point back / reverse the charge / i want to cancel my payment /
return my money / i want my points back`,
  ),
  answer(
    'reports',
    'CA Analysis lists your reports under Recent reports, and Research lists its digests. One that failed says why there, and its POINT was returned.',
    ['analysis', 'spending', 'balance'],
    `
why did my analysis fail / why did my report fail / my analysis failed / my research failed /
show my recent analyses / show my reports / my reports / my recent analyses / list my analyses / where are my reports /
where is my report / where is my analysis`,
  ),
  answer(
    'share',
    'Each report of CA Analysis and each digest of Research has Share in its menu. It creates a link that opens without an account.',
    ['analysis', 'digests', 'abilities'],
    `
share / share my report / how do i share my report / share my last report with a friend / share my digest / share the last research / can i share a report / how do i share /
link to my report / send my report to a friend / share this / can others see my report`,
  ),
  answer(
    'look',
    `I can’t see your desktop, but I can change it. Theme shows what is set. Wallpapers are ${WALLPAPERS.join(', ')}; accent colors are ${ACCENTS.join(', ')}.`,
    ['theme', 'settings', 'abilities'],
    `
is dark theme on / is light theme on / is the dark theme on / is it dark / why is it dark / why is the screen dark /
which theme do i have / what theme is this / am i in light theme / i have dark theme /
is the wallpaper plain / what wallpaper is this / which wallpaper do i have / what wallpaper are there /
are my windows in a grid / are the windows in a grid / what is my accent color / which accent do i have /
what color are there / what color is my accent / where can i change the wallpaper`,
  ),
  answer(
    'own_wallet',
    'Settings shows the wallets that are linked to your account. Paste an address here to see what it holds.',
    ['settings', 'wallet', 'balance'],
    `
how much sol is in my wallet / what is in my wallet / which token are in my wallet / balance of my wallet / what is my wallet address / what is my address / my wallet address / my address / show my wallet address /
show me my wallet address / which wallet am i using / what is my public key / what is the address of my wallet`,
  ),
  answer(
    'log_out',
    'To log out, use the menu with your name at the top right. To end other sessions, open Settings.',
    ['settings', 'balance', 'abilities'],
    `
log out / log me out / sign me out / how do i log out / end my session`,
  ),
  answer(
    'delete_account',
    'I can’t delete or change your account from the chat. In Settings, Account changes your sign-in, exports your data and deletes the account.',
    ['settings', 'payments', 'balance'],
    `
delete my account / remove my account please / close my account / remove my account / delete my data / delete all my data /
change my username / change my name`,
  ),
  answer(
    'safety',
    'SolDesk can’t move anything out of your wallet: you approve each payment there. Tools charge your balance only when you start or schedule them, and My spending lists each charge.',
    ['spending', 'payments', 'abilities'],
    `
is my data safe / is my account safe / are my points safe /
is my money safe / is my money safe here / are my funds safe / is my wallet safe here / is my sol safe /
is it safe to connect my wallet / is this site safe / can i trust this site / can i trust you / are you safe`,
  ),
  answer(
    'score',
    'A score from 0 to 100 rates how well a wallet traded a token. It weighs its own profit (25 %), profit per cost (15 %), share of winning sales (20 %), cheap purchases (20 %) and well-timed sales (20 %). With fewer than six trades the evidence is thin, and the score falls to as little as 40 % of that. Open a wallet in a report of [CA Analysis](/ios-desktop?open=/ca-analysis) to see each part with its transactions.',
    ['analysis', 'wallet', 'abilities'],
    `
how does the score work / how does the scoring work / how is the score calculated / what is the score /
how do you calculate the score / how do you calculate the score of a wallet / how is a wallet scored /
what does score amount mean / what does the score mean / what does a score of amount mean /
what is a good score / is a score of amount good / how are wallets ranked / how do you rank wallets /
how does the ranking work / what goes into the score / how is the wallet score computed / explain the score /
how do you know if a wallet is smart / how do you decide which wallets are smart / what makes a wallet smart /
why does this wallet have such a high score / why is the score so low / why is the score low /
what is the score of a wallet / what is copyability / score / how work score`,
  ),
  answer(
    'cost',
    'Each CA Analysis, Wallet Finder or Research query costs 1 POINT, which is 0.01 SOL. Look-ups, windows, calendar and this answer are free. A query that fails is refunded.',
    ['balance', 'recharge', 'spending'],
    `
is this thing free / is it really free / do i have to pay /
what is the price of research / what does research price / price of research / price of wallet finder / how much for an analysis /
how much does it cost / how much does an analysis cost / how much does a query cost /
how much does research cost / what does it cost / what does an analysis cost /
what does a query cost / price of a query / price per query / cheap query / cheap analyze / which query is cheap / price of an analysis /
what is the price of an analysis / how much is a point / how much is one point /
how many points is amount sol / how many points for amount ticker / how many points does an analysis cost /
how many queries can i do with amount sol / is it free / is this free / is research free /
what are the fees / do you charge / what are your prices / what is the price of a point / pricing /
points to sol / how much is a query`,
  ),
  answer(
    'recharge_cost',
    'Every recharge has one price: 1 POINT is 0.01 SOL, without fees or discounts. Recharge starts at 0.1 SOL, and your wallet adds the fee of the network, about 0.000005 SOL.',
    ['recharge', 'balance', 'payments'],
    `
cheap way to top up / how can i top up cheap / is it cheap to top up more / what is the minimum top up / minimum top up / minimum amount to top up /
what does a top up price / what price the top up / price of a top up / how much does it price to top up / fee to top up / top up fee / what is the fee for a top up /
discount / is there a discount for top up / discount if i top up more / how much do i have to top up / what is the minimum i have to top up /
how much should i top up minimum / can i top up less than amount ticker / minimum points`,
  ),
  answer(
    'agent_schedule',
    'An agent runs on a schedule that you set when you edit it in Agent Builder. It then asks its question by itself, within a monthly limit of POINTS.',
    ['agents', 'abilities'],
    `
run my agent all morning / run my agent date / run my agent all day at time / run my agent all weekday at time / run an agent time / run agent all week / plan my agent for date / let my agent run all day / start my agent all morning /
can an agent run by itself / can my agent run all day / how do i plan an agent / agent plan / change when my agent run / when does my agent run / stop my agent from run`,
  ),
  answer(
    'cancel_run',
    'A query that runs has a Cancel button in its own window: CA Analysis, Wallet Finder or Research. Before there is a result, your POINT comes back.',
    ['analysis', 'spending', 'abilities'],
    `
delete the analyze that is run / delete my analyze / delete the analyze / stop the analyze / stop my research / delete the research / delete my query / stop the query /
how do i delete a query / can i delete a research that is run / stop the run / abort the analyze / abort / stop my analyze now`,
  ),
  answer(
    'one_window',
    'I can’t move a single window. The buttons at its top close, minimize and maximize it; I can arrange, minimize or close all of them.',
    ['abilities', 'settings'],
    `
close this window / close the settings window / close window calendar / close settings / close the calendar / close the chat / minimize this window / minimize the chat / minimize settings /
maximize this window / maximize the chat / maximize the window / full screen / make this window larger / make the window smaller / move this window / resize this window / move the window to the left`,
  ),
  answer(
    'chats',
    'The list of chats beside this one has New chat, and a menu to rename or delete each. I can’t do that for you.',
    ['abilities', 'balance', 'research'],
    `
new chat / start a new chat / open a new chat / delete this chat / delete all my chats / delete the chat / clear this chat / clear the chat history / rename this chat /
my chats / show my chats / show my old chats / find an old chat / where are my chats / chat history / close this chat / delete chat`,
  ),
  answer(
    'notifications',
    'Settings has Notifications: there you choose which ones you get, and set quiet hours. The bell lists those you have.',
    ['settings', 'abilities'],
    `
where is the bell / notify when my analyze is done / notify me when my report is done / what is the bell / what does the bell do /
notifications / turn off notifications / turn on notifications / change notifications /  stop notifications / stop send me notifications /
close notifications / where do i change notifications / notifications change / no notifications / my notifications / notifications settings`,
  ),
  answer(
    'languages',
    'I understand English, German, Spanish, French, Portuguese and Chinese. I answer in English.',
    ['abilities', 'settings'],
    `
which language do you speak / what language do you understand / do you speak english / do you speak language / can you speak language /
language / my language / change the language / change language / what language are support / can you answer in language / english can / you speak language / speak you language`,
  ),
  answer(
    'api_key',
    'You need no API key here: your account is enough. Only an AI model of your own may need one, in Settings under Model, where this site offers that.',
    ['settings', 'abilities'],
    `
do i need a api key / api key / my api key / where is the api key / i want to api key / have i to have a api key / where do i get a api key`,
  ),
]
