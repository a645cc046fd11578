/** Phrases that ask for a tool, separated by slashes. `address`, `ticker`, `amount`, `date` and `time` are placeholders. */
const PHRASES = {
  balance: `
i have enough for amount analyze / enough for amount analyze / is there enough for amount query / afford how much analyze /
how many query can i run / how many more query can i run / how many analyze can i run / how much do i own here / how much i have here / what do i have left /
how much sol is on my account / how much is on my account / do i have points /
can i afford a query / can i afford amount query / can i afford amount analyze / is my balance enough for amount query / how many query can i afford / how many query can i do / check balance /
my balance / balance / what is my balance / what is my latest balance today / how much is my balance / how much is my balance in usd / my balance in dollars / my balance in eur / show my balance / how much do i have /
how much do i have left / how much money do i have / how much balance do i have /
how much balance i have / how much sol do i have / how many points do i have /
how many points do i have left / how many points left / my points / what is my account balance /
show my credit / balance of my account / account balance please / how much is left in my account /
how much money is in my account / do i have enough points / is there any money left /
what do i have in my account`,
  history: `
where is my points / where is my money / where is spend my points / points spend where is /
what did wallet finder price me date / how much did wallet finder price me / how much did research price me date / what did i use up / where are my points gone /
how often did i analyze / how many analyze did i run date / how many analyze i have run / how many report i have bought / how many report did i buy / how many research did i do date / how many query did i run date /
spend in date / spend over the last day / spend in october / spend since date / spend between date and date /
what did the last research price / what did my last query price /
how much did i spend on research date / how much did i spend on ca analysis / how much did i use up on research date / how much on research date / what did i pay for research last month / how much did i pay for query date /
what was my last charge / my last charge / show all charge / list all charge / show all my charge / how many points did i use up date / points used up date /
what did i get charged for / show me what i was charged for date /
what have you charged me / what was charged / total spend date / spend for last month / where did the money go / breakdown of my spend / how much did i use up /
my history / my spending / what did i spend points on / what did i spend money on /
where did my points go / where did my money go / show my consumption history /
list my recent charges / what was i charged for / how much have i spent / how much did i spend /
how much did i spend date / how much have i spent this week / how much did i spend last week /
how much did i spend this month / how much did i spend last month / my spending date /
my spending this month / spending this week / spending last month / show my spending /
show my expenses date / how many points did i spend / how much money i spend / i spend how much /
what did i use my points for / how many points went to research date / spending history / usage history`,
  payments: `
i pay but got no points / i pay and have no points / no points after my payments / points not arrive /
my deposit is missing / my payment is missing / where is my deposit / i sent ticker but my balance did not change / i sent sol but my balance is the same / my sol deposit is missing / did my payment go through /
did my payment go through / did it arrive / my pay arrive / top up arrive /
is my top up there / my top up is not showing up / my payment is not showing / my payment is not there / list all my payments / my payment has not arrived /
did you get my sol / did you get my payment / did you receive my payment / my payment did not arrive /
my payments / show my payments / payments history / my recharges / list my recharges /
my top up history / my top ups / show my deposits / how much have i topped up / how much did i pay /
did my payment arrive / did my recharge arrive / where is my payment / where is my deposit /
payment status / my payment is missing / when did i top up last / when was my last top up / did i top up`,
  wallet: `
what do address / what did address do / did holders address swap / what did address do date / what address do date /
has address bought anything / has address bought anything date / did address bought anything date / what did address bought / what has address bought date / when did address last swap / when did address last bought / how much ticker does address have /
how is address doing / how is address doing today / what is address up to / what is address doing /
what token are in address / which token are in address / is address rich / what is there in address /
wallet address / balance of wallet address / balance of address / how much does address have /
how much sol does address have / what does the address hold / what is in address /
holdings of address / how much sol is in address / show the holdings of address /
show the wallet address / recent transactions of address / last transactions of address / transactions of address /
did address swap anything / did address swap anything latest / what did address swap / has address swap / look up address / look up a wallet / check wallet address / show me this wallet /
all tokens of address / show all transactions of address / who owns wallet address / who is address / portfolio of address / compare address and address / compare wallets address and address /
what tokens does address have / activity of address`,
  watch_wallet: `
watch address / watch wallet address / watch this wallet address / watch the wallet address / watch address for me /
notify address bought / notify address bought something / notify when address bought /
start to watch address / please watch address / can you watch wallet address / i want to watch address /
when address swap notify me / notify me when address buys / notify me if address sells / notify me when address buys or sells /
notify me when address trades / notify address transactions / notify address swap / notify me when address swap / notify me of the trades of address / watch what address buys /
watch a wallet / watch wallet / add address to my watchlist / put address on my watchlist`,
  unwatch_wallet: `
watch address do not more / do not notify address / do not more notify address / stop notify address /
stop watch address / stop watch wallet address / stop watch this wallet address /
do not watch address / no longer watch address / remove address from my watchlist /
stop watch a wallet`,
  watched_wallets: `
who am i watch / how many wallets do i watch / which wallet am i watch / who do i watch now / what did my watch wallet do date / what are my watch wallet do / any swap of my watch wallet date / what did the wallet i watch bought /
what wallet watch i / watch of wallet / which wallets do i watch / what wallets do i watch / my watched wallets / show my watched wallets /
list the wallets i watch / who do i watch / my watchlist / show my watchlist / what is on my watchlist /
watched wallets / what did my watched wallets buy / last swap of all my watched wallets`,
  set_price_alert: `
price alert / notify me / notify if ticker rise percent / notify when ticker is up percent / notify when ticker is down percent / notify ticker is below amount / ticker rise to amount remind me / remind me when ticker is above amount / notify sol fall below amount / notify address is above amount ticker /
alert me when ticker is below amount / alert me when ticker falls under amount / alert me when ticker rises over amount / alert me when sol drops below amount / alert me when address rise to amount ticker /
tell me when the price of ticker reaches amount / watch ticker / watch the price of ticker / watch the price of address /
set a price alert / add a price alert / price alert for ticker / price alert for address / notify me when ticker rises / notify ticker fall`,
  price_alerts: `
my alerts / my price alerts / show my alerts / show all my price alerts / list my price alerts / which alerts do i have /
what price alerts do i have / where are my price alerts / my latest alerts / do i have any price alerts`,
  delete_price_alert: `
turn off the address alert / turn off my ticker alert / stop the address alert / delete all my alerts / stop telling me about the price of address / turn off all my alerts / clear my alerts /
delete the ticker alert / delete the ticker remind me / stop all alerts for ticker / delete the address alert / delete the price alert for address / delete my price alert / remove the price alert of ticker`,
  token: `
who is behind address / who made address / address is who made / what is the largest wallet in address / largest wallet of address / largest wallet in token address / who created address /
is address a rug pull / is ticker a rug pull / is ticker safe / is ticker a scam / is address mintable / can address be frozen / who can freeze address /
what token is address / who owns address / who holdings address / is address trustworthy / should i trust address /
token address / tell me about the token address / tell me all about token address / what is this token address /
token information address / token supply and holders of address / supply of address /
supply of token address / supply of a token / who can mint the token address /
largest holders of address / largest holders of token address / largest holders of a token /
who holds the most of address / who has more address / who has the most of address / top holders address / latest holders of address today / holders of token address /
is the mint authority revoked / is the mint authority of address revoked / is token address safe /
is this token safe address / is address safe / is this coin a scam address / is address a scam /
check if token address is a rug / can token address be frozen / mint authority of address /
freeze authority of address / look up a token / look up token address / check a token /
show token address / details of token address`,
  ca_analysis: `
build a analyze of address / change a analyze of address / open a analyze of address / start a analyze of address / do a analyze of address / who swap address early / who bought address early / which wallet swap address early /
early buyers of address / which early buyers of address took profit / who bought address early and took profit / which buyers of address made money /
find traders of address / traders of address /
which wallet made money with address / who profited from address / which wallet bought address early /
analyze address / analyze token address / analyze the contract address / analyze this token /
analyze a token / ca analysis of address / ca analysis / run an analysis /
run a ca analysis on address / find smart wallets for address / find smart wallets in address /
find the smart wallets of this token / find best wallets of token address / smart wallets address /
who made money with address / who made more money with address / who earned more with address / who address earned more / who made money with the token address / who made money on this token /
best traders of address / best wallets in address / best wallets for address /
top traders of token address / smart money in address / which wallets are smart in address /
who traded address well / wallets that bought address early`,
  last_report: `
when was my last report / what date is my last report / smart wallet of my report / smart wallet of my last report / largest wallet of my report / who won in my last report /
open my last report / open my latest report / show me my last analysis / show me my latest analysis / my latest analysis / open the last report / show my last report / show my latest report /
show me my last report / show the latest report / my last report / my latest report / last report / latest report /
show my last analysis / open my last analysis / my last analysis / open my report / open the report /
open the report of address / open my report of address / show my report of address / last report of address /
traders of my last report / show me the traders in the last report / who is the largest wallet of that report / which traders are in my report /
what did my last report say / what did the last report find`,
  my_reports: `
my reports / show my reports / my old reports / show my old reports / my last reports / my latest reports / list my reports / all my reports /
show my last amount reports / my last amount report / all my report / show my recent analyze / my recent analyze / list my analyze /
show my old analyze / where are my reports / which reports do i have`,
  wallet_finder: `
run wallet finder / run wallet finder on address and address /
wallet who have swap address and address / wallet who swap address and address / wallet that have bought address and address / wallet who bought address and address /
are there overlapping traders in address and address / overlap of traders in address and address / find overlap of smart traders in address and address / overlapping wallets in address and address / shared traders of address and address /
find wallets that bought address and address / wallets that bought address and address / who bought both address and address / wallets that traded address and address /
common traders between address and address / common wallet of address and address /
wallet finder / wallet finder for address address / start wallet finder with address and address /
find wallets smart in several tokens / find wallets that are smart in address and address /
find wallets that did well in several tokens /
which wallets made money in both address and address /
which wallets traded all of these tokens well / smart wallets in address and address /
wallets in common address address / find the same wallets in address and address /
compare traders of address and address / best traders across several tokens /
wallets that won in several tokens / which wallet earned more in address and address`,
  research: `
how is the market date / how is the market doing / how is crypto date / what is the market doing date /
airdrop do i have planned for amount / which airdrop are do i have planned / do i have planned airdrop / next airdrop / latest airdrop / new airdrop /
when is the next airdrop / which airdrop can i get / airdrop in amount / airdrop for amount / airdrop amount / airdrop calendar / airdrop list / list of airdrop / what airdrop can i still get / is there a airdrop in december / which airdrop are there on solana / airdrop on solana / airdrop this year / what airdrop are there /
how come ticker fall / how come ticker rise / what did a project change in the last release / what did a project release /
is there something new about a project / anything new on ticker / research whether a project is safe / what happened to a project /
why ticker fall / why does ticker fall date / why ticker rise / why did ticker rise / why was ticker listed /
why are the fees so low / why did a project fail / why did a project change its fees / why do exchanges list token /
why do i need ticker for fees / why token fall / why are token popular / why is there no etf / what are people saying about a project / updates about solana /
research / research solana / research the news about solana / research ticker /
research about defi / do research on a protocol / what happened with ticker /
what happened with ticker this week / what happened date in crypto / what is happening with solana /
what is new about solana / what is new in crypto / gather sources on a protocol /
find out about a project / latest news / latest news on ticker / latest news about solana /
news about solana / news on ticker / news date / crypto news date / show me the news / any news /
summarize the news of today / summarize the news about ticker / digest of articles about defi /
find articles about solana / why did ticker fall / why is ticker up /
why is the price of ticker down / is there any news about an outage / start research about staking`,
  price: `
is ticker rise / is ticker rise date / is ticker fall / ticker rise or fall / ticker rise where fall / ticker rise /
address how much date / address date how much / address latest how much /
what is ticker at / where is ticker at / what is address at / where is address at / where is ticker price / what is ticker at now /
what is address price / how much is address / how much this address / address how much / where is ticker trading / address price / price address / what is address price at / where is address price /
is ticker up date / is ticker down date / is address up / is address down / is address up date / how much would ticker be in dollars / how expensive is ticker / how expensive is solana /
price of ticker / ticker price / price ticker / query ticker price / query price of ticker / price of sol / price of solana / solana price /
current price of ticker / how much is ticker / how much is ticker in usd / how much is one ticker /
how much is ticker worth / how much does ticker cost / what is solana worth /
what is the price of ticker now / what is the price / show the price of ticker /
what is ticker trading at / ticker in usd / ticker to usd /
how much are ticker in dollars / price of address / price of token address /
how much is token address worth`,
  network: `
are we on testnet / am i on testnet / is this mainnet / is this the mainnet / is the network congested / is the network having problems / is solana having problems / is the network slow /
is the node up / is the node down / is the node working / is the rpc ok / is the rpc down /
network status / is solana up / is solana down / is the network up / status of the network /
status of solana / is solana working / is solana slow date / which network is this /
what network am i on / what network are we on / am i on mainnet / current block / block height /
current slot / current epoch / how many transactions per second / tps / is the chain healthy /
is the chain congested`,
  open_app: `
use up the explorer / use up the calculator /
show the calendar app / open the calendar app / open the calculator / open the explorer / start the calculator app /
open the calendar / open calendar / open settings / open the app store / open the store /
open research / open recharge / open wallet finder window / open ca analysis / open agent builder /
open the theme app / open home / show the calendar / show me the app store / show me settings /
go to settings / go to recharge / go to the store / take me to the store / launch research /
launch the calendar / start ca analysis window / start research window / bring up the theme app /
calendar / settings / app store / store / agent builder / home / where are the settings /
where is the store / where can i find the settings / i want to see the store / open my calendar /
browse apps / show all apps in the store / what apps are there / which apps are available / change my password / change password / password /
where do i change my password / open an app / change my settings / link a wallet / linked my wallet / linked a wallet / linked my phantom wallet / linked phantom / linked another wallet /
how do i linked my wallet / link phantom / link solflare / add another wallet to my account / add a wallet to my account / add a second wallet /
which wallets are linked to my account`,
  top_up: `
add amount ticker / add amount ticker to my account / i ran out of points / out of points / my points are gone /
top up / top up amount / top up amount ticker / top up with amount sol / top up my account /
top up my account with amount sol / top up my balance / top up points /
add amount sol to my balance / add amount points / add money to my account / add balance /
add points / i want to top up / i want to top up amount sol / how do i top up / how can i top up /
how do i get points / how do i actually get points / how do i get more points / how can i add money / buy points /
buy amount points / i need more points / get more points / pay amount sol to my account /
put amount sol on my account / my balance is too low / i have no points left / start recharge /
where can i top up`,
  arrange_windows: `
get rid of all window / hide all window / my desktop is a mess /
arrange my windows / arrange windows / arrange all windows / arrange the windows in a grid /
arrange the desktop / arrange my desktop / grid / grid windows / put windows in a grid /
windows in a grid please / windows grid / show all windows in a grid / golden ratio /
golden ratio arrange / golden ratio windows / minimize / minimize all / minimize everything /
minimize windows / minimize all windows / minimize all open windows / show the desktop /
close all windows / change all close window / close everything / close all / close windows / close all apps /
close every open window / too many windows`,
  set_theme: `
my eyes hurt make it dark / make the wallpaper darker / darker / make it darker / lights off / too light /
switch to dark mode / switch to light mode / change to dark theme / dark theme / light theme /
dark mode / light mode / dark / light / dark mode please / dark mode on / change theme to dark /
change the theme / change the theme to light / change to dark / change to light /
use the light theme / use dark mode / make the screen dark / make it dark / make it light /
make everything dark / make it brighter / turn on dark mode / turn off dark mode /
turn on the light / turn on dark appearance / i want a dark theme / it is too bright /
the screen is too bright`,
  set_wallpaper: `
next wallpaper / change to the next wallpaper / next background /
another wallpaper please / tell me another wallpaper /
can i have another wallpaper / a nicer wallpaper / show another wallpaper /
change the wallpaper / change my wallpaper / change wallpaper to aurora / change wallpaper /
wallpaper / wallpaper dunes / set wallpaper mosaic / set the background to contour / new wallpaper /
another wallpaper / another background / different wallpaper please / i want a new wallpaper /
use the dawn wallpaper / plain wallpaper / wallpaper of the desktop / change the background /
change the desktop background / put another wallpaper / i want another wallpaper`,
  set_accent: `
change the accent color / change accent to teal / accent color rose / accent color /
change the color / change the color to azure / use plum as accent / make the buttons teal /
set the highlight color to ember`,
  add_event: `
block date time for something / notify me date / notify me date time / notify me time / block date for something / add a calendar entry on date / add event date time / add event / add an event date /
add a meeting date / add to my calendar / add a reminder / remind me / remind me to date time /
remind me on date at time / remind me time / remind me date / remind me to do something date time /
remind me to buy milk date / remind me of the meeting date / schedule a meeting on date time /
plan a meeting date time / plan event date time / meeting date time / event date time /
set an alarm for time / set an alarm time / alarm time / alarm for time / put an event in my calendar / put a meeting in my calendar date time /
create an appointment on date / book an appointment date time / set a reminder for date /
do not let me forget / new event date / new meeting date time / date time meeting /
write in my calendar date time / add event in calendar date time`,
  list_events: `
am i free date / am i free date time / am i free this week /
anything in my calendar date / anything in my calendar time / anything in my calendar date time / show my event between date and date /
what is my day look like / how is my day look / how is my day / what is my week look like / do i have time date / am i free date time / am i busy date time / do i have time date time /
what i have this weekend / what do i have on weekend / am i free this weekend / am i busy date / am i busy date time / do i have a meeting date / is there a event date / there is event date /
do i have plans date / do i have plans this week / plans for the weekend /
what is in my calendar / what is in my calendar date / what is on my calendar date / what happened on my calendar date /
what do i have date / show me date / what do i have planned date / what do i have planned /
what do i have in my calendar / what do i have in my calendar date / do i have anything date /
do i have events date / do i have a meeting date / do i have any meetings date / have i event date /
what events do i have date / what event i have date / which events do i have this week /
events date / my events / my events date / my events this week / show my events /
show my events date / show all my events / show my calendar date / show my appointments / list my meetings /
list my reminders / upcoming events / next event / when is my next meeting / when is my next event /
when is the meeting / am i free date / what is planned date / my calendar date / agenda for date /
what is coming up this week / anything planned for next week / my plan date / plan for date`,
  delete_event: `
clear my plan date / clear my calendar / clear my day / delete from calendar / cancel event date / cancel the event with /
delete the event / delete the meeting date / delete my meeting date time / delete event date /
delete the appointment / delete my appointment date / delete the reminder /
remove the event from my calendar / remove the meeting date / remove the entry from my calendar /
cancel the meeting date / cancel my appointment date / cancel my meeting / cancel the reminder /
delete event calendar / delete from my calendar / clear my calendar date / delete all events date /
meeting date cancel`,
  move_event: `
move the event to date / move my meeting to date time / move the appointment to time / move event date to date /
reschedule the meeting / reschedule my appointment to date / postpone the event / postpone the meeting to date`,
  my_apps: `
what did i install / what did i install so far / which app did i install /
my apps / what apps do i have installed / which apps do i have / which apps are installed /
which apps i have installed / what apps i have installed / installed apps / what app installed /
list all my apps / list installed apps / show my apps / show installed apps / show my installed apps /
apps i have installed / do i have any apps / what have i installed / where are my apps`,
  install_app: `
get the explorer / get solana explorer / get the calculator / get coingecko / add the calculator / add coingecko / i want to the calculator /
get the app from the store / get me the app / get app please /
install / install app / install the app / install an app / install the explorer app /
install an app from the store / install coingecko / add the app to my desktop /
i want to install an app / can you install the app / get the app / install app please`,
  uninstall_app: `
delete the calculator / delete solana explorer / delete coingecko /
uninstall the app please / throw the app out / delete the app / remove this app / remove the explorer app / delete the calculator app / remove app please / get rid of the app /
uninstall / uninstall app / uninstall the app / uninstall the explorer /
remove the app from my desktop / delete the app / delete app / i want to remove an app`,
  my_agents: `
my agents / list all my agents / show my agents / show agents / which agents do i have /
what agents do i have / do i have any agents / agents i have / what agent i have /
how many agents do i have / open my agents / where are my agents`,
  create_agent: `
i want to a agent that summarize news / agent that summarize news / i want to a agent /
create an agent / create agent / build an agent / build me an agent / build agent /
build an agent that watches whales / make an agent / make me an agent for news / make a bot /
create a bot that checks prices / new agent / add an agent / i want to build an agent /
i want my own agent / i need an agent that / how do i build an agent / how do i make an agent /
can i create an agent / make your own agent`,
  export_csv: `
export all my spending / export my spending as csv / install my payments as csv / export csv / export / export my history /
export my history as csv / export my history date / export spending history /
export my spending date / download my history as a spreadsheet / download my spending /
download my payments / download my charges as csv / export my payments / export my payments as csv /
export my recharges / export my transactions as csv / export report / export the report /
export the report as csv / download the last report / download my report as csv /
export last report csv / give me a csv of my spending / csv of my payments / my spending as csv /
save my history to a file / i want a csv file / get a statement /
can i get an excel file of my spending`,
} as const satisfies Readonly<Record<string, string>>

export type PhrasedTool = keyof typeof PHRASES

/** Returns the example phrases of a tool, in the English of the chat words. */
export const getExamples = (name: PhrasedTool): readonly string[] =>
  PHRASES[name].trim().split(/\s*\/\s+/)
