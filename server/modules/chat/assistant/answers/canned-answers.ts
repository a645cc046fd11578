import { ACCENTS, WALLPAPERS } from '#contract/look.ts'

/** An answer without a tool: small talk, and requests that the product cannot do. */
export type CannedAnswer = {
  id: string
  text: string
  /** Follow-up buttons, in the order of `BUTTONS`. */
  offers: readonly (keyof typeof BUTTONS)[]
  examples: readonly string[]
}

/** An answer without the phrases that ask for it. */
export type ShortAnswer = Omit<CannedAnswer, 'examples'>

/** Follow-up buttons. A click sends `content` as a message. */
export const BUTTONS = {
  balance: { label: 'My balance', content: '/balance' },
  spending: { label: 'My spending', content: '/history' },
  payments: { label: 'My recharges', content: '/payments' },
  recharge: { label: 'Recharge', content: '/top_up' },
  analysis: { label: 'Analyze a token', content: '/ca_analysis' },
  wallet: { label: 'Look up a wallet', content: '/wallet' },
  token: { label: 'Look up a token', content: '/token' },
  research: { label: 'Latest Solana news', content: 'Latest news about Solana' },
  digests: { label: 'My digests', content: 'Open Research' },
  store: { label: 'App Store', content: 'Open the App Store' },
  settings: { label: 'Settings', content: 'Open settings' },
  theme: { label: 'Theme', content: 'Open the Theme app' },
  agents: { label: 'Agent Builder', content: 'Open Agent Builder' },
  calendar: { label: 'My calendar', content: 'What is in my calendar this week?' },
  abilities: { label: 'What can you do?', content: 'What can you do?' },
  network: { label: 'Network status', content: '/network' },
} as const

const answer = (
  id: string,
  text: string,
  offers: CannedAnswer['offers'],
  examples: string,
): CannedAnswer => ({
  id,
  text,
  offers,
  examples: examples.trim().split(/\s*\/\s+/),
})

export const ANSWERS: readonly CannedAnswer[] = [
  answer(
    'send',
    'I can’t send SOL or tokens: SolDesk never holds your keys. Use your own wallet, such as Phantom, and check the address before you sign. Your balance here can’t be paid out.',
    ['wallet', 'balance', 'recharge'],
    `
send amount ticker / send amount ticker to address / send sol to address / send sol to my friend /
how do i get my ticker out / get my money out / take my ticker out / can i get my balance out / send all my points / send all my points to my friend / send money to my friend / send tokens / send money / send amount / transfer amount sol to address /
transfer my balance / withdraw my balance / withdraw my points / withdraw my money /
withdraw amount sol / cash out / i want to withdraw / how do i withdraw / how can i send sol /
can i send sol to someone / can you send sol for me / move my sol to another wallet /
pay amount sol to address / pay my friend / send amount usdc /
change my points for ticker / change my points to ticker / change points to ticker / swap my points for ticker / swap points to ticker / points change ticker`,
  ),
  answer(
    'swap',
    'I can’t swap, buy or sell tokens. Use an exchange such as Jupiter with your own wallet. I can check a token before you do.',
    ['token', 'analysis', 'research'],
    `
swap amount ticker to ticker / change amount ticker for ticker / change amount ticker to ticker / swap amount ticker for ticker / swap ticker for ticker /
swap sol to usdc / swap / swap tokens / buy ticker / buy amount ticker / buy amount of ticker /
buy a token / buy some bonk / buy token address / buy amount sol of address / buy sol /
sell ticker / sell my ticker / sell amount ticker / sell all my tokens / sell my tokens /
trade ticker for ticker / exchange ticker to ticker / convert amount ticker to ticker /
place an order / limit order / how do i buy ticker / how can i buy tokens / where can i buy ticker /
can i swap here / snipe new tokens / can you buy ticker for me / set a stop loss / open a long position`,
  ),
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
    'stake',
    'I can’t stake, lend or borrow. Your own wallet can: in Phantom, open SOL and choose to stake it. I can research the risks first.',
    ['research', 'wallet', 'balance'],
    `
stake my sol / stake amount sol / stake / i want to stake / how do i stake sol / how can i stake /
unstake my sol / lend my usdc / borrow usdc / borrow against my sol / delegate to a validator /
earn yield on my sol / farm yield / earn interest`,
  ),
  answer(
    'create_token',
    'I can’t create tokens or NFTs. Your own wallet and a launch site can. I can analyze tokens that exist.',
    ['token', 'analysis', 'research'],
    `
create token / create token called / launch a token / create a memecoin for me / make my own coin / mint an nft /
create nft collection / deploy a smart contract / mint tokens for me / how do i create a token`,
  ),
  answer(
    'airdrop',
    'I can’t give out SOL or tokens. On the local test network, the Local Dev Wallet already holds play money.',
    ['recharge', 'balance', 'network'],
    `
airdrop / give me free sol / airdrop me amount sol / give me amount sol / i want free tokens /
free points / give me free points / faucet / send me test sol / claim airdrop / any airdrop for me /
can i get points for free / get free sol`,
  ),
  answer(
    'advice',
    'I can’t predict prices or give investment advice. I can show what the chain and the news say.',
    ['analysis', 'token', 'research'],
    `
will ticker rise / will ticker hit amount / will ticker reach amount / can ticker reach amount dollars / will ticker be at amount / will ticker fall / will ticker rise date / is ticker going to rise /
should i buy ticker / should i sell ticker / should i buy address / should i buy this token /
will ticker go up / will sol go up date / will ticker moon / is ticker a good investment /
what should i buy / which coin will pump / which token should i buy /
which token is the best to buy / tell me what to invest in / price prediction for ticker /
predict the price of sol / where will the price of ticker be next year / how high will ticker go /
is it a good time to buy ticker / how can i get rich / how do i make money with crypto /
best coin to buy / next 100x coin`,
  ),
  answer(
    'keys',
    'Never share a seed phrase or private key, with me or anyone else. SolDesk never needs it and can’t recover it: your wallet’s maker can help.',
    ['settings', 'wallet', 'abilities'],
    `
someone drained my wallet / drained /
my seed phrase / what is my seed phrase / i lost my seed phrase / i lost my private key /
show my private key / export my private key / recover my wallet / recover my seed phrase /
my wallet was hacked / my wallet was drained / someone stole my sol / i was scammed`,
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
    'support',
    'I’m a program, and there is no person in this chat. For a payment, My recharges shows what arrived; for anything else, contact the operator of this site.',
    ['payments', 'spending', 'abilities'],
    `
can i speak to someone / speak to someone / i want to speak to a person /
speak with someone / speak with an agent please / i want to speak with someone /
speak with an agent / it crashed again / it keeps crashing / i am angry /
support / talk to support / talk to a human / i want to talk to a human / speak to a real person /
contact support / customer service / i have a problem / i need support / something is broken /
it does not work / this is not working / i want to complain / report a bug`,
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
  answer(
    'greeting',
    'Hello! I can look up wallets and tokens, find smart traders, research news, and manage your desktop. What would you like to do?',
    ['balance', 'analysis', 'research'],
    `
hello / hello you / hello hello / hello friend / hello there how are you / how are you /
hello how are you / how are you today / nice to meet you / anyone there / are you there / start /
test`,
  ),
  answer(
    'thanks',
    'You’re welcome!',
    ['balance', 'analysis', 'research'],
    `
thanks so much / thanks very much indeed /
cool / nice / great / perfect / awesome / super / thanks you /
thanks / thanks very much / thanks a lot you are great / ok thanks / that helped thanks /
perfect thanks / ok / okay / yes / no / no thanks / good / i see / got it / never mind / forget it`,
  ),
  answer(
    'bye',
    'Goodbye! Your chats stay here for next time.',
    ['balance', 'research', 'calendar'],
    `
bye / bye bye / see you tomorrow / i am leaving / that is all`,
  ),
  answer(
    'who',
    'I’m SolDesk’s assistant. Without an AI model I match what you write to commands and tools, so every answer comes from the chain, your account or a cited source.',
    ['abilities', 'balance', 'research'],
    `
how old / how much old / what old have you / how much old have you /
how old are you / are you a program /
what are you / are you real / which ai are you / are you chatgpt / are you gpt / are you claude /
who are you / who made you / what is your name / are you an ai / are you a human / are you a bot /
which model are you / what model do you use / are you smart / tell me about yourself /
what is soldesk / who built soldesk`,
  ),
  answer(
    'abilities',
    'I can look up wallets and tokens, find a token’s smart traders, research news with sources, show your balance and spending, and manage calendar, windows, theme and apps. Type `/help` for every command.',
    ['balance', 'analysis', 'research'],
    `
how do i even start / how do i begin / where do i start / how do i get started / what are you capable of / what are you able to do / what else can you do /
what can you do / what can you do for me / help / help me / i need help / how does this work /
how does soldesk work / what can i do here / what can i ask you / show me what you can do /
what are your features / commands / tools / menu / how do i start / i am new here / what now /
what should i do first / give me an example / what tools do you have`,
  ),
]

export const OFF_TOPIC: readonly string[] = `
tell me a joke / what is the weather in paris / weather date / will it rain date /
who won the world cup / who won the match / football results / translate good morning into french /
translate this text / how do i bake bread / recipe for pizza / order a pizza / write a poem /
write a sonnet about the rain / sing a song / write an essay / write code in python /
write a story / what is the capital of france / who is the president / what is the meaning of life /
how old are you / do you love me / solve this equation / what is two plus two /
how tall is the tower / play music / call my mother / send an email / write an email to my boss /
send a message to my friend / book a flight to rome / book a hotel / book a table / order food /
turn on the lights in the kitchen / open the door / open a bottle of wine / close the door /
delete my photos / add salt to the soup / set an alarm on my phone / take a picture /
how do i lose weight / i am tired / i am sad / i feel sick / i have a headache / i have two dogs /
my cat is black / my balance on one leg / what is the best movie / recommend a book /
what time does the train leave / where is the nearest restaurant / how far is the moon /
how much does a car cost / how much is a house / how many people live in china /
show me pictures of cats / find me a girlfriend / find a restaurant / find a job /
who is taylor swift / history of rome / history of the world war / install windows on my computer /
install a new kitchen / change the oil of my car / change a tire / change my diet /
remind me who won / is it safe to eat fish / is paris safe / stock price of apple / price of gold /
price of a house / plan my wedding / plan a trip to spain / summarize this book /
summarize the bible / minimize my taxes / analyze this poem / analyze my handwriting /
close my eyes / dark chocolate / light beer / the window is dirty / clean the windows of my house /
agent in hollywood / holders for my phone / token of love / what is love /
what is the time in tokyo / asdf qwer zxcv / blah blah blah / lorem ipsum`
  .trim()
  .split(/\s*\/\s+/)
