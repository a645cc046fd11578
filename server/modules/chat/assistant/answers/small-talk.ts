import { answer, type CannedAnswer } from './short-answer.ts'

/** Small talk, and what the product cannot do. */
export const SMALL_TALK: readonly CannedAnswer[] = [
  answer(
    'send',
    'I can’t send SOL or tokens: SolDesk never holds your keys. Use your own wallet, such as Phantom, and check the address before you sign. Your balance here can’t be paid out.',
    ['wallet', 'balance', 'recharge'],
    `
send amount ticker / send amount ticker to address / send sol to address / send sol to my friend /
how do i get my ticker out / get my money out / how do i get my ticker back out / get my ticker back out / take my ticker out / can i get my balance out / send all my points / send all my points to my friend / send money to my friend / send tokens / send money / send amount / transfer amount sol to address /
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
    'support',
    'I’m a program, and there is no person in this chat. For a payment, My recharges shows what arrived; for anything else, contact the operator of this site.',
    ['payments', 'spending', 'abilities'],
    `
can i speak to someone / speak to someone / i want to speak to a person /
speak with someone / speak with an agent please / i want to speak with someone /
speak with an agent / it crashed again / it keeps crashing / i am angry /
support / talk to support / talk to a human / i want to talk to a human / speak to a real person /
contact support / customer service / i have a problem / i need support / something is broken /
it does not work / this is not working / i want to complain / report a bug / where can i leave feedback / i want to give feedback`,
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
