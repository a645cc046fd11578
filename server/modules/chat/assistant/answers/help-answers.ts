import { ACCENTS, WALLPAPERS } from '#contract/appearance.ts'
import { answer, type CannedAnswer } from './short-answer.ts'

/** How accounts, payments, apps and the desktop work. */
export const HELP_ANSWERS: readonly CannedAnswer[] = [
  answer(
    'refund',
    'I can’t refund by hand. A query that fails or that you cancel before its result is refunded by itself: see My spending. Recharges stay on your balance and can’t be paid out.',
    ['spending', 'payments', 'balance'],
    `
give me my ticker back / i want my money back / money back / give me my money back / give me my points back / refund /
refund me / refund please / i want a refund / can i get a refund / how do i get a refund / why was i refund /
why did i get a refund / refund my last query / refund my points / refund the analysis /
my points are gone give them back / i was charged twice / you charged me wrongly / you stole my money /
the analysis failed i want my point back / reverse the charge / i want to cancel my payment / return my money /
i want my points back / do i get my point back / do i get my points back if it fails /
what happens to my point if it fails / do i pay if it fails / do i get points refund when nothing is found /
i points refund when nothing find / is my point lost / will i get my point back / do i lose my point when i cancel /
what happens when a query fails / refund when analyze fail / do i refund when nothing find / nothing find refund /
what happens when the analyze stop / what happens when the analyze fail / my points if nothing find / do i get my points if nothing find`,
  ),
  answer(
    'share',
    'Each report of CA Analysis and each digest of Research has Share at its top, in a small window under More actions. It creates a link that opens without an account.',
    ['analysis', 'digests', 'abilities'],
    `
share / share my report / how do i share my report / share my last report with a friend / share my digest /
share the last research / can i share a report / how do i share / link to my report / send my report to a friend /
share this / can others see my report`,
  ),
  answer(
    'remove_report',
    'CA Analysis and Research list your earlier reports and digests, each with Delete beside it. I can’t do that for you.',
    ['analysis', 'digests', 'abilities'],
    `
delete my report / delete report / delete the report / delete my last report / delete the last report /
delete all my reports / clear my reports / how do i delete a report / can i delete a report /
delete my digest / delete the digest / delete my last analyze / delete the analyze`,
  ),
  answer(
    'look',
    `I can’t see your desktop, but I can change it. Theme shows what is set. Wallpapers are ${WALLPAPERS.join(', ')}; accent colors are ${ACCENTS.join(', ')}.`,
    ['theme', 'settings', 'abilities'],
    `
is dark theme on / is light theme on / is the dark theme on / is it dark / why is it dark / why is the screen dark /
which theme do i have / what theme is this / am i in light theme / i have dark theme / is the wallpaper plain /
what wallpaper is this / which wallpaper do i have / what wallpaper are there / are my windows in a grid /
are the windows in a grid / what is my accent color / which accent do i have / what color are there /
what color is my accent / where can i change the wallpaper / how do i change the wallpaper / how do i change the theme`,
  ),
  answer(
    'own_wallet',
    'Settings shows the wallets that are linked to your account. Paste an address here to see what it holds.',
    ['settings', 'wallet', 'balance'],
    `
how much sol is in my wallet / what is in my wallet / which token are in my wallet / balance of my wallet /
what is my wallet address / what is my address / my wallet address / my address / show my wallet address /
show me my wallet address / which wallet am i using / what is my public key / what is the address of my wallet /
what token do i have / which token do i have / what tokens do i hold / my portfolio / show my holdings / what is my wallet worth / how much is my wallet worth`,
  ),
  answer(
    'log_out',
    'To log out, press Logout at the top right. To end other sessions, open Settings.',
    ['settings', 'balance', 'abilities'],
    `
log out / log me out / sign me out / how do i log out / end my session / how do i log out everywhere /
log out on all devices / sign out of all devices`,
  ),
  answer(
    'delete_account',
    'I can’t delete or change your account from the chat. In Settings, Account changes your sign-in, exports your data and deletes the account.',
    ['settings', 'payments', 'balance'],
    `
delete my account / remove my account please / close my account / remove my account / delete my data /
delete all my data / change my username / change my name`,
  ),
  answer(
    'safety',
    'SolDesk can’t move anything out of your wallet: you approve each payment there. Tools charge your balance only when you start or schedule them, and My spending lists each charge.',
    ['spending', 'payments', 'abilities'],
    `
is my data safe / is it safe to sign / is it safe to sign the message / what do i sign when i sign in / can you take my sol / can you take my money / is my account safe / are my points safe / is my money safe / is my money safe here /
are my funds safe / is my wallet safe here / is my sol safe / is it safe to connect my wallet / is this site safe /
can i trust this site / can i trust you / are you safe`,
  ),
  answer(
    'cost',
    'Each CA Analysis, Wallet Finder or Research query costs 1 POINT, which is 0.01 SOL. Look-ups, windows, calendar and this answer are free. A query that fails is refunded.',
    ['balance', 'recharge', 'spending'],
    `
is this thing free / how much is amount points in ticker / how much is one point in sol / is it really free / do i have to pay / what is the price of research / what does research price /
price of research / price of wallet finder / how much for an analysis / how much does it cost /
how much does an analysis cost / how much does a query cost / how much does research cost / what does it cost /
what does an analysis cost / what does a query cost / price of a query / price per query / cheap query /
cheap analyze / which query is cheap / price of an analysis / what is the price of an analysis / how much is a point /
how much is one point / how many points is amount sol / how many points for amount ticker /
how many points does an analysis cost / how many queries can i do with amount sol / is it free / is this free /
is research free / why research price money / why does a analyze price points / what are the fees / why do i have to pay a point / why did you charge me a point /
why charge amount points / do you charge / what are your prices / what is the price of a point / pricing /
points to sol / how much is a query / how much research / how much analyze / how much query / how much wallet finder /
price find wallet / how much find wallet / do i have to pay to talk to you / is this chat free / what does a question price / how much is a chat`,
  ),
  answer(
    'recharge_cost',
    'Every recharge has one price: 1 POINT is 0.01 SOL, without fees or discounts. Recharge starts at 0.1 SOL, and your wallet adds the fee of the network, about 0.000005 SOL.',
    ['recharge', 'balance', 'payments'],
    `
cheap way to top up / how can i top up cheap / is it cheap to top up more / what is the minimum top up /
minimum top up / minimum amount to top up / what does a top up price / what price the top up / price of a top up /
how much does it price to top up / fee to top up / top up fee / what is the fee for a top up / discount /
is there a discount for top up / discount if i top up more / how much do i have to top up /
what is the minimum i have to top up / how much should i top up minimum / can i top up less than amount ticker /
minimum points`,
  ),
  answer(
    'agent_files',
    'An agent can quote text files: add them under Files when you edit it in Agent Builder. TXT, Markdown, CSV and JSON work, PDF does not. Only you can see them.',
    ['agents', 'abilities'],
    `
can my agent read file / can an agent read my file / add file to my agent / upload file to my agent /
give my agent a file / give my agent document / upload a document to my agent / can i upload a pdf to my agent /
add knowledge to my agent / teach my agent from my document / can an agent answer from my document /
which file can my agent read / how do i add a file to an agent / does my agent see my file`,
  ),
  answer(
    'agent_help',
    'An agent is a chat with its own task, tools and files. Agent Builder makes one from an idea, and can run it on a schedule.',
    ['agents', 'abilities'],
    `
what can i do with a agent / what can a agent do / what can my agent do / what is a agent for / how does a agent work /
what are agents for / what do agents do`,
  ),
  answer(
    'agent_schedule',
    'An agent runs on a schedule that you set when you edit it in Agent Builder. It then asks its question by itself, within a monthly limit of POINTS. A run costs as much as a question in a chat.',
    ['agents', 'abilities'],
    `
run my agent all morning / run my agent date / run my agent all day at time / run my agent all weekday at time /
run an agent time / run agent all week / plan my agent for date / let my agent run all day /
start my agent all morning / can an agent run by itself / can my agent run all day / how do i plan an agent /
agent plan / change when my agent run / when does my agent run / stop my agent from run /
what does an agent run price / price of a agent / how much is a agent / is a agent free`,
  ),
  answer(
    'one_window',
    'I can’t move a single window. The buttons at its top close, minimize and maximize it; I can arrange, minimize or close all of them.',
    ['abilities', 'settings'],
    `
close this window / close the settings window / close window calendar / close settings / close the calendar /
close this app / close the app / close the chat / minimize this window / minimize the chat / minimize settings /
maximize this window / maximize the chat / maximize the window / full screen / make this window larger /
make the window smaller / move this window / resize this window / move the window to the left`,
  ),
  answer(
    'chats',
    'The list of chats beside this one has New chat, and a menu to pin, rename or delete each. I can’t do that for you.',
    ['abilities', 'balance', 'research'],
    `
new chat / start a new chat / open a new chat / delete this chat / delete all my chats / delete the chat /
clear this chat / clear the chat history / rename this chat / my chats / show my chats / show my old chats /
find an old chat / where are my chats / chat history / close this chat / delete chat /
pin this chat / pin the chat / unpin this chat`,
  ),
  answer(
    'notifications',
    'Settings has Notifications: there you choose which ones you get, and set quiet hours. The bell lists those you have.',
    ['settings', 'abilities'],
    `
where is the bell / notify when my analyze is done / notify me when my report is done / what is the bell /
what does the bell do / notifications / turn off notifications / turn on notifications / change notifications /
stop notifications / stop send me notifications / close notifications / where do i change notifications /
notifications change / no notifications / my notifications / notifications settings`,
  ),
  answer(
    'languages',
    'I understand English, German, Spanish, French, Portuguese and Chinese. I answer in English.',
    ['abilities', 'settings'],
    `
which language do you speak / what language do you understand / do you speak english / do you speak language /
can you speak language / language / my language / change the language / change language / what language are support /
can you answer in language / english can / you speak language / speak you language`,
  ),
  answer(
    'api_key',
    'You need no API key here: your account is enough. Only an AI model of your own may need one, in Settings under Model, where this site offers that.',
    ['settings', 'abilities'],
    `
do i need a api key / api key / my api key / where is the api key / i want to api key / have i to have a api key /
where do i get a api key`,
  ),
  answer(
    'export',
    'At its top, a report of CA Analysis has CSV and JSON, and a digest of Research has Markdown and PDF; in a small window they are under More actions. My spending downloads as CSV. Settings, Account downloads all data of your account.',
    ['analysis', 'digests', 'settings'],
    `
how do i export my report / can i download my report / download my report as csv / export the report /
can i export to excel / how do i get a csv / save my report as pdf / print my report / export my data /
how do i download my data / download all my data`,
  ),
  answer(
    'privacy',
    'No other user sees your chats, reports, digests, agents and own apps, unless you create a link with Share. Remove link there ends it. Trades on the chain are public for everybody.',
    ['settings', 'abilities'],
    `
can others see my report / can others see which wallet i watch / can others see my wallets / can others see my chats / can others see my data / who can see what i search /
who sees what i do / can other people see my reports / who can see my reports / who can see my chats /
is my chat private / are my reports private / are my chats private / can others see which tokens i analyze /
does anyone see what i research / do you sell my data / what do you do with my data / can somebody see my balance /
do you keep my data / is this anonymous`,
  ),
  answer(
    'stop_share',
    'Open Share in the report or digest and press Remove link: the link then stops working at once.',
    ['analysis', 'digests'],
    `
how do i stop sharing a report / delete the share link / remove the link to my report / how do i delete a share link /
end the share of my report / make my report private again / unshare my report`,
  ),
  answer(
    'play_money',
    'The Local Dev Wallet is a test wallet in this browser with play money, and localnet is a test chain on this computer. Nothing there has a value, and no extension is needed.',
    ['network', 'balance', 'recharge'],
    `
what is the local dev wallet / what is a dev wallet / is this real money / is this real sol /
do i pay with real money / is the money real / what is localnet / what does localnet mean / what is play money /
am i on mainnet / do i use real sol here`,
  ),
  answer(
    'pending_payment',
    'A payment is credited when the chain has confirmed it, mostly within seconds. If a page closes in between, the server still finds it: look at Recharge History. Do not pay twice.',
    ['payments', 'balance', 'recharge'],
    `
my payment did not arrive / where is my payment / i paid but my balance is the same / top up how long / how long until my top up is there / i paid but got no points /
i sent sol but nothing happened / my points did not arrive / how long does a top up take /
when do i get my points after paying / my top up is not here / why is my deposit not there / why is my top up not showing / payment is stuck / paid and nothing happened /
i closed the page while paying`,
  ),
  answer(
    'own_server',
    'In the App Store, Add your own takes the address of any MCP server, or its settings as JSON. Only you see it, and each of its tools can be set to Ask, Always or Block.',
    ['store', 'abilities'],
    `
how do i add my own app / how do i add a mcp server / add my own mcp server / add my own server / add my server /
install my own server / use my own server / can i connect my own server / can i use my own tools /
how do i add my own tools / how do i block a tool of an app / can i publish my app / how do i publish an app`,
  ),
  answer(
    'own_model',
    'If this site allows it, Settings has a section Model: enter the address and the key of any OpenAI-compatible model, test it, and choose it in a chat. Without one, I match what you write to commands and tools.',
    ['settings', 'abilities'],
    `
how do i connect a model / can i use my own model / can i use gpt here / how do i connect chatgpt /
how do i add a ai model / connect openai / connect my llm / use a better model / why is there no ai /
why are you so stupid / why do you not understand me`,
  ),
  answer(
    'password',
    'In Settings, Account sets or changes your name and password, and Sessions ends other sign-ins. If you forgot it, sign in with a linked wallet, or ask the operator of this site for a new one.',
    ['settings', 'abilities'],
    `
how do i change my password / i forgot my password / i forgot password / forgot password /
password forgot / reset my password / set a password / add a password / add a password to my account / how do i log in on another computer /
use my account on another computer / somebody else is in my account /
is my password safe / is my password secure`,
  ),
  answer(
    'keys_list',
    'Press ? for the list of shortcuts. Ctrl K (⌘ K on a Mac) opens the palette: it finds apps, reports, chats and settings.',
    ['abilities', 'settings'],
    `
which shortcuts are there / keyboard shortcuts / what are the keyboard shortcuts / how do i search /
where is the search / how do i find an app / how do i open the palette / what is the palette`,
  ),
  answer(
    'alerts_help',
    'An alert watches the price of SOL or of a token while this site runs, and tells you once, in the bell. Say “alert me when SOL is above 200”, or use the bell in the head of a report. Watched in CA Analysis lists your alerts.',
    ['token', 'analysis', 'abilities'],
    `
how do alerts work / how does a price alert work / how do i set an alert / where are my alerts /
how do i add a price alert / does the alert work when my computer is off / how do i get an alert on my phone /
how often do you check the price / what happens when an alert is reached / what happens when my alert is reached /
what if my alert is reached / are alerts free / do alerts cost points / do alerts work if i close the browser /
do alerts still work when the browser is closed /
how do i delete an alert / how do i delete a price alert / how much is a alert / what does an alert price`,
  ),
  answer(
    'phone',
    'SolDesk runs in the browser of a phone too. Sign in with a password there, or open the page in the browser of your wallet app. Recharge can show a code that your phone’s wallet pays.',
    ['recharge', 'settings'],
    `
can i use it on my phone / can i use soldesk on my phone / is there a app for my phone / does it work on a phone /
use it on phone / use in phone / how do i sign in on my phone / phone app / does it work on a tablet`,
  ),
  answer(
    'sign_in_ways',
    'You can sign in with Phantom, Solflare or another browser wallet, with a user name and password, or, where it is offered, with the Local Dev Wallet.',
    ['settings', 'abilities'],
    `
can i sign in without phantom / can i sign in without a wallet / sign in without wallet / sign in without phantom /
how can i sign in / do i need a wallet / do i need phantom / do i need a wallet to use this /
can i sign in with a password / why can i not connect my wallet / my wallet does not connect / wallet connect do not /
phantom does not connect / phantom does not open / i cannot connect my wallet`,
  ),
  answer(
    'icons',
    'Right-click an icon: Rename changes its name on the desktop, Delete takes it away. Drag icons to move them. On a phone, hold an icon first; its × deletes it. Deleting the icon of an installed app asks to uninstall the app.',
    ['store', 'settings'],
    `
how do i rename a icon / rename icon of desktop / rename icon on the desktop / how do i delete a icon /
how do i move a icon / when i delete a icon does it uninstall the app / does deleting a icon uninstall the app /
what happens when i delete a icon / how do i put a icon on the desktop / how do i pin a app to the dock /
my icon is gone / where is my icon`,
  ),
  answer(
    'no_points',
    'Without enough POINTS, a paid query does not start and costs nothing. Recharge adds more. Look-ups, price alerts and the calendar stay free.',
    ['recharge', 'balance', 'abilities'],
    `
what happens when my points are gone / what happens when i have no points / what if i have no points left /
what happens if my balance is not enough / can i use soldesk without points / what can i do without points /
what happens when my balance is 0 / what happens when my points run out`,
  ),
  answer(
    'calendar_files',
    'Calendar’s menu has Import .ics… and Export .ics, for files of Google, Apple and Outlook. You can also drop such a file on its window.',
    ['calendar', 'abilities'],
    `
how do i import my google calendar / import my calendar / import a calendar / import an ics file / add my google calendar /
can i sync my calendar / how do i export my calendar / export my calendar / download my calendar /
can i use my outlook calendar / connect google calendar`,
  ),
  answer(
    'widgets',
    'Right-click the desktop beside the icons to show or hide the Balance, Watchlist and Recent reports widgets, or switch them in Settings, under Desktop. A phone has no room for widgets.',
    ['settings', 'abilities'],
    `
how do i add a widget / how do i add a widget to the desktop / how do i remove a widget / how do i hide widgets /
how do i show widgets / how do i turn off widgets / what are widgets / which widgets are there /
where are my widgets / add a widget / remove a widget / my widget is gone / widgets`,
  ),
  answer(
    'coming_soon',
    'CA Signal, Smart Address and AI Trade are not here yet: their windows say what they will do, and can tell you when they arrive. CA Analysis and Wallet Finder work now.',
    ['analysis', 'abilities'],
    `
why does ca signal not open / why token signal not open / what is ca signal / what does ca signal do /
when does ca signal come / what is ai trade / when does ai trade work / turn on ai trade / start ai trade /
what is smart wallet app / when is ca signal available / why are some apps coming soon / what does coming soon mean`,
  ),
  answer(
    'order_states',
    'In Recharge History, Pending means that the payment is not found or confirmed yet, Expired that none came in time: an order that you do not pay ends by itself. A payment that comes after that is still found on the chain and credited.',
    ['payments', 'balance'],
    `
what does expired mean in my recharge list / what does expired mean in recharge history / why is my order expired /
my top up is expired / what does pending mean in my recharge list / why is my top up pending /
why does my recharge say pending / my recharge is pending since an hour / what does the status of my recharge mean /
what does failed mean in recharge history /
cancel my order / cancel the order / how do i cancel an order`,
  ),
  answer(
    'store_review',
    'The App Store shows Get for apps that have been reviewed. Those in review, or rejected, cannot be installed; the card says which.',
    ['store', 'abilities'],
    `
why can i not install this app / why can i not press get / why is there no get button /
why can i not install most apps / what does pending review mean / what does rejected mean in the store /
when is the app reviewed / who reviews the apps / are the apps safe`,
  ),
  answer(
    'pay_ways',
    'Recharge takes SOL from a Solana wallet such as Phantom, where you approve the payment, and the token of this site where there is one. Cards, banks and other coins can’t pay here: buy SOL at an exchange first.',
    ['recharge', 'balance'],
    `
can i pay with card / pay with card / can i top up with card / do you take card / top up with card / how can i pay /
can i pay with bitcoin / can i pay with usdc / can i pay with ticker / do you accept card / buy points with card /
how do i pay with phantom / can i pay with phantom / how to pay with my wallet`,
  ),
]
