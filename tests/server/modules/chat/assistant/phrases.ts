import { readFileSync } from 'node:fs'

/** A token and two wallets. */
const TOKEN = 'So11111111111111111111111111111111111111112'
const WALLET = 'Vote111111111111111111111111111111111111111'
const OTHER = 'Stake11111111111111111111111111111111111111'

export type Expected = { phrase: string; language: string; wanted: string; args: string }

/**
 * Phrases as people type them: `phrase => tool {"some": "argument"}`, `=> answer:id`, `=> explain`, `=> ask` for a
 * question back, or `=> fallback`. Several outcomes that serve a person alike are separated by `/`. Every second line
 * was held out of the first tuning.
 */
const PHRASES: Readonly<Record<string, string>> = {
  en: `
waht is my balnce => balance
how many pts do i have left? => balance
how mcuh sol is on my account => balance
whats left in my acount => balance
do I still have points? => balance
balence pls => balance
how much did I spend last week => history {"period":"last_week"}
how much have I spent this month? => history {"period":"month"}
whats my spendings today => history {"period":"today"}
where did all my points go?? => history
show me what i got charged for yesterday => history {"period":"yesterday"}
what did i pay for in the last 3 days => history
list my top ups => payments
did my deposit arrive => payments
my recharge isnt showing up => payments / answer:support
balance of WALLET => wallet {"address":"WALLET"}
how much sol does WALLET have => wallet {"address":"WALLET"}
WALLET => wallet {"address":"WALLET"}
whats in this walet WALLET => wallet {"address":"WALLET"}
what has WALLET been doing lately => wallet {"address":"WALLET"}
compare WALLET and OTHER => wallet
how much money does my friend have => ask / wallet / fallback
is this token safe TOKEN => token {"mint":"TOKEN"}
who are the biggest holders of TOKEN => token {"mint":"TOKEN"}
is TOKEN a rug? => token {"mint":"TOKEN"}
can they mint more of TOKEN => token {"mint":"TOKEN"}
whats the suply of TOKEN => token {"mint":"TOKEN"}
Who are the largest holders of a token? => ask / token
analyse TOKEN => ca_analysis {"contract_address":"TOKEN"}
find me the smart wallets in TOKEN => ca_analysis {"contract_address":"TOKEN"}
who made the most money on TOKEN => ca_analysis {"contract_address":"TOKEN"}
i want to anaylze a token => ca_analysis / ask
which wallets are smart in TOKEN and OTHER => wallet_finder
wallets that did well in both TOKEN and OTHER => wallet_finder
open wallet finder => open_app / wallet_finder
research the jupiter airdrop => research
whats new with solana => research
latest news about firedancer => research
any news on the sec and etf? => research
why is SOL down today => research
reserch stablecoins on solana => research
summarise todays crypto news => research
price of SOL => price
whats sol worth right now => price
how much is 1 BONK in dollars => price
sol prise => price
what is the price of TOKEN => price / token
is solana down? => network
what block are we at => network
which network am I on => network
open the calender => open_app {"app":"Calendar"}
take me to settings => open_app {"app":"Settings"}
opn app store => open_app {"app":"App Store"}
can you bring up the research window => open_app {"app":"Research"}
where do I change my password => open_app {"app":"Settings"}
show me all apps in the store => open_app {"app":"App Store"} / my_apps
go home => open_app {"app":"Home"}
recharge 0.5 sol => top_up {"amount":0.5}
i want to top up 2 SOL => top_up {"amount":2}
how do i add money => top_up
need more points => top_up
topup => top_up
buy 100 points => top_up
minimize everything => arrange_windows {"layout":"minimize"}
minimise all my windows pls => arrange_windows {"layout":"minimize"}
tidy up my windows => arrange_windows
put the windows side by side => arrange_windows {"layout":"grid"}
close evrything => arrange_windows {"layout":"close"}
show desktop => arrange_windows {"layout":"minimize"}
arrange windows in golden ratio => arrange_windows {"layout":"golden ratio"}
make it dark => set_theme {"theme":"dark"}
swich to light mode => set_theme {"theme":"light"}
turn on night mode please => set_theme {"theme":"dark"}
turn off dark mode => set_theme {"theme":"light"}
change my wallpaper => set_wallpaper
set wallpaper to aurora => set_wallpaper {"wallpaper":"aurora"}
i want a different backgroud => set_wallpaper
change accent color to teal => set_accent {"accent":"teal"}
remind me to call Anna tomorrow at 9 => add_event {"starts_at":"2026-11-21T09:00"}
remind me in 2 hours to check the oven => add_event {"starts_at":"2026-11-20T14:00"}
meeting with Bob on 1 December at 3pm => add_event {"starts_at":"2026-12-01T15:00"}
schedule a dentist appointment next friday 10am => add_event
dont let me forget to pay rent on 1 December => add_event {"starts_at":"2026-12-01"}
add team lunch to my calendar => ask
remind me at 9 to take my pills => add_event
what do I have tomorrow => list_events {"from":"2026-11-21"}
whats on my calender this week => list_events
any meetings today? => list_events {"from":"2026-11-20"}
when is my next appointment => list_events
am I free on friday? => list_events
delete the meeting tomorrow => delete_event
cancel my appointment with the dentist => delete_event
remove all events on friday => delete_event
what apps do i have installed => my_apps
list installed apps => my_apps
install the CoinGecko app => install_app {"name":"coingecko"}
instal solana explorer => install_app {"name":"solana explorer"}
uninstall coingecko => uninstall_app {"name":"coingecko"}
show my agents => my_agents
what bots do I have => my_agents
build me an agent that watches whales => create_agent
create new agent => create_agent
export my spending as csv => export_csv {"what":"spending"}
download my payment history => export_csv {"what":"recharges"}
give me an excel of my expenses => export_csv {"what":"spending"}
export last report to csv => export_csv {"what":"report"}
send 1 SOL to WALLET => answer:send
can you transfer 5 usdc to my brother => answer:send
withdraw everything => answer:send
swap 2 SOL for USDC => answer:swap
buy me some bonk => answer:swap
how can I sell my tokens => answer:swap
I want my money back => answer:refund
refund please => answer:refund
you charged me twice => answer:refund
stake 10 sol => answer:stake
should I buy WIF? => answer:advice
will sol moon this year => answer:advice
give me free sol => answer:airdrop
i lost my seedphrase => answer:keys
alert me when sol goes below 100 => set_price_alert
log me out => answer:log_out
I need to talk to a real person => answer:support
hello => answer:greeting
hey there! => answer:greeting
thx a lot => answer:thanks
what can you do? => answer:abilities
help => answer:abilities
who are you => answer:who
how much does an analysis cost => answer:cost
What is Solana? => explain
what is a mint authority? => explain
explain slippage => explain
what does CA mean => explain
don't open the calendar => nothing / fallback
please do not close my windows => nothing / fallback
tell me a joke => fallback
whats the weather in berlin => fallback
write me a poem about autumn => fallback
who won the champions league => fallback
how do I make pancakes => fallback
book a flight to rome => fallback
my cat is hungry => fallback
asdkjh qwe => fallback
open a bottle of wine => fallback
how much do I weigh => fallback
balance of 7xKXtg2CW87d97TXJSDpbD => ask
balance of toly.sol => ask`,
  de: `
wie viel guthaben hab ich noch => balance
Wie ist mein Kontostand? => balance
wieviel hab ich letzte woche ausgegeben => history {"period":"last_week"}
Was habe ich diesen Monat ausgegeben? => history {"period":"month"}
Kontostand von WALLET => wallet {"address":"WALLET"}
ist dieser token sicher TOKEN => token {"mint":"TOKEN"}
analysiere TOKEN => ca_analysis {"contract_address":"TOKEN"}
finde schlaue wallets in TOKEN => ca_analysis {"contract_address":"TOKEN"}
neueste nachrichten über solana => research
was gibt es neues bei jupiter => research
wie viel ist SOL gerade wert => price
was kostet ein SOL => price
öffne den kalender => open_app {"app":"Calendar"}
Einstellungen öffnen => open_app {"app":"Settings"}
lade 1 SOL auf => top_up {"amount":1}
ich möchte mein guthaben aufladen => top_up
alle fenster minimieren => arrange_windows {"layout":"minimize"}
schließe alle fenster => arrange_windows {"layout":"close"}
mach es dunkel => set_theme {"theme":"dark"}
helles design bitte => set_theme {"theme":"light"}
hintergrundbild ändern => set_wallpaper
erinnere mich morgen um 9 an den zahnarzt => add_event {"starts_at":"2026-11-21T09:00"}
Termin am 1. Dezember um 14:30 mit Anna => add_event {"starts_at":"2026-12-01T14:30"}
was steht morgen an => list_events {"from":"2026-11-21"}
lösche den termin morgen => delete_event
welche apps habe ich installiert => my_apps
installiere coingecko => install_app {"name":"coingecko"}
zeig meine agenten => my_agents
erstelle einen agenten => create_agent
exportiere meine ausgaben als csv => export_csv {"what":"spending"}
schicke 1 SOL an WALLET => answer:send
tausche SOL gegen USDC => answer:swap
ich will mein geld zurück => answer:refund
soll ich BONK kaufen? => answer:advice
hallo => answer:greeting
danke! => answer:thanks
was kannst du? => answer:abilities
was ist solana => explain
wie wird das wetter morgen => fallback
erzähl mir einen witz => fallback`,
  es: `
cuanto saldo tengo => balance
¿Cuál es mi saldo? => balance
cuánto gasté la semana pasada => history {"period":"last_week"}
cuanto he gastado hoy => history {"period":"today"}
saldo de WALLET => wallet {"address":"WALLET"}
es seguro este token TOKEN => token {"mint":"TOKEN"}
analiza TOKEN => ca_analysis {"contract_address":"TOKEN"}
encuentra las mejores billeteras de TOKEN => ca_analysis {"contract_address":"TOKEN"}
últimas noticias de solana => research
qué pasó con jupiter esta semana => research
precio de SOL => price
cuánto vale un SOL => price
abre el calendario => open_app {"app":"Calendar"}
abrir la configuración => open_app {"app":"Settings"}
quiero recargar 0.5 SOL => top_up {"amount":0.5}
cómo recargo mi cuenta => top_up
minimiza todas las ventanas => arrange_windows {"layout":"minimize"}
cierra todo => arrange_windows {"layout":"close"}
pon el modo oscuro => set_theme {"theme":"dark"}
cambia a tema claro => set_theme {"theme":"light"}
cambiar fondo de pantalla => set_wallpaper
recuérdame llamar a Ana mañana a las 9 => add_event {"starts_at":"2026-11-21T09:00"}
añade una reunión el 1 de diciembre => add_event {"starts_at":"2026-12-01"}
qué tengo mañana => list_events {"from":"2026-11-21"}
borra la reunión de mañana => delete_event
qué aplicaciones tengo instaladas => my_apps
instala coingecko => install_app {"name":"coingecko"}
muestra mis agentes => my_agents
crea un agente => create_agent
exporta mis gastos en csv => export_csv {"what":"spending"}
envía 1 SOL a WALLET => answer:send
cambiar SOL por USDC => answer:swap
quiero que me devuelvan mi dinero => answer:refund
debería comprar BONK? => answer:advice
hola => answer:greeting
muchas gracias => answer:thanks
qué puedes hacer => answer:abilities
qué es solana => explain
cuéntame un chiste => fallback
qué tiempo hace en madrid => fallback`,
  fr: `
quel est mon solde => balance
combien il me reste => balance
combien j'ai dépensé la semaine dernière => history {"period":"last_week"}
mes dépenses ce mois-ci => history {"period":"month"}
solde de WALLET => wallet {"address":"WALLET"}
est-ce que ce token est sûr TOKEN => token {"mint":"TOKEN"}
analyse TOKEN => ca_analysis {"contract_address":"TOKEN"}
trouve les meilleurs portefeuilles de TOKEN => ca_analysis {"contract_address":"TOKEN"}
dernières nouvelles sur solana => research
quoi de neuf sur jupiter => research
prix du SOL => price
combien vaut un SOL => price
ouvre le calendrier => open_app {"app":"Calendar"}
ouvrir les paramètres => open_app {"app":"Settings"}
recharger 1 SOL => top_up {"amount":1}
je veux recharger mon compte => top_up
réduis toutes les fenêtres => arrange_windows {"layout":"minimize"}
ferme toutes les fenêtres => arrange_windows {"layout":"close"}
passe en mode sombre => set_theme {"theme":"dark"}
thème clair s'il te plaît => set_theme {"theme":"light"}
change le fond d'écran => set_wallpaper
rappelle-moi demain à 9h d'appeler Anne => add_event {"starts_at":"2026-11-21T09:00"}
ajoute une réunion le 1er décembre à 14h => add_event {"starts_at":"2026-12-01T14:00"}
qu'est-ce que j'ai demain => list_events {"from":"2026-11-21"}
supprime la réunion de demain => delete_event
quelles applications sont installées => my_apps
installe coingecko => install_app {"name":"coingecko"}
montre mes agents => my_agents
crée un agent => create_agent
exporte mes dépenses en csv => export_csv {"what":"spending"}
envoie 1 SOL à WALLET => answer:send
échange SOL contre USDC => answer:swap
je veux être remboursé => answer:refund
dois-je acheter BONK ? => answer:advice
bonjour => answer:greeting
merci beaucoup => answer:thanks
que peux-tu faire => answer:abilities
c'est quoi solana => explain
raconte-moi une blague => fallback
quel temps fait-il à paris => fallback`,
  pt: `
qual é o meu saldo => balance
quanto eu tenho de saldo => balance
quanto gastei na semana passada => history {"period":"last_week"}
quanto gastei este mês => history {"period":"month"}
saldo de WALLET => wallet {"address":"WALLET"}
esse token é seguro TOKEN => token {"mint":"TOKEN"}
analisar TOKEN => ca_analysis {"contract_address":"TOKEN"}
encontre as melhores carteiras de TOKEN => ca_analysis {"contract_address":"TOKEN"}
últimas notícias sobre solana => research
o que aconteceu com jupiter => research
preço do SOL => price
quanto vale um SOL => price
abra o calendário => open_app {"app":"Calendar"}
abrir configurações => open_app {"app":"Settings"}
recarregar 0.5 SOL => top_up {"amount":0.5}
quero recarregar minha conta => top_up
minimizar todas as janelas => arrange_windows {"layout":"minimize"}
feche tudo => arrange_windows {"layout":"close"}
ativar modo escuro => set_theme {"theme":"dark"}
tema claro por favor => set_theme {"theme":"light"}
mudar papel de parede => set_wallpaper
me lembre amanhã às 9 de ligar para Ana => add_event {"starts_at":"2026-11-21T09:00"}
adicione uma reunião em 1 de dezembro => add_event {"starts_at":"2026-12-01"}
o que eu tenho amanhã => list_events {"from":"2026-11-21"}
apague a reunião de amanhã => delete_event
quais aplicativos tenho instalados => my_apps
instalar coingecko => install_app {"name":"coingecko"}
mostre meus agentes => my_agents
criar um agente => create_agent
exportar meus gastos em csv => export_csv {"what":"spending"}
envie 1 SOL para WALLET => answer:send
trocar SOL por USDC => answer:swap
quero meu dinheiro de volta => answer:refund
devo comprar BONK? => answer:advice
olá => answer:greeting
obrigado => answer:thanks
o que você pode fazer => answer:abilities
o que é solana => explain
me conte uma piada => fallback
como está o tempo em lisboa => fallback`,
  zh: `
我的余额是多少 => balance
我还有多少积分 => balance
上周我花了多少钱 => history {"period":"last_week"}
这个月花了多少 => history {"period":"month"}
WALLET 的余额 => wallet {"address":"WALLET"}
TOKEN 这个代币安全吗 => token {"mint":"TOKEN"}
分析 TOKEN => ca_analysis {"contract_address":"TOKEN"}
找出 TOKEN 里的聪明钱包 => ca_analysis {"contract_address":"TOKEN"}
solana 最新消息 => research
最近 jupiter 发生了什么 => research
SOL 价格 => price
SOL 现在值多少钱 => price
打开日历 => open_app {"app":"Calendar"}
打开设置 => open_app {"app":"Settings"}
充值 1 SOL => top_up {"amount":1}
我想充值 => top_up
最小化所有窗口 => arrange_windows {"layout":"minimize"}
关闭所有窗口 => arrange_windows {"layout":"close"}
切换到深色模式 => set_theme {"theme":"dark"}
换成浅色主题 => set_theme {"theme":"light"}
更换壁纸 => set_wallpaper
明天9点提醒我给安娜打电话 => add_event {"starts_at":"2026-11-21T09:00"}
12月1日下午3点开会 => add_event {"starts_at":"2026-12-01T15:00"}
明天有什么安排 => list_events {"from":"2026-11-21"}
删除明天的会议 => delete_event
我安装了哪些应用 => my_apps
安装 coingecko => install_app {"name":"coingecko"}
显示我的智能体 => my_agents
创建一个智能体 => create_agent
导出我的支出为csv => export_csv {"what":"spending"}
发送 1 SOL 给 WALLET => answer:send
把 SOL 换成 USDC => answer:swap
我要退款 => answer:refund
我应该买 BONK 吗 => answer:advice
你好 => answer:greeting
谢谢 => answer:thanks
你能做什么 => answer:abilities
什么是 solana => explain
讲个笑话 => fallback
今天天气怎么样 => fallback`,
}

const withAddresses = (line: string): string =>
  line.replaceAll('WALLET', WALLET).replaceAll('TOKEN', TOKEN).replaceAll('OTHER', OTHER)

const all: readonly Expected[] = Object.entries(PHRASES).flatMap(([language, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [phrase = '', wanted = ''] = withAddresses(line).split(' => ')
      const [names = '', args = ''] = wanted.split(/ (?=\{)/)
      return { phrase, language, wanted: names, args: args.split(' / ')[0] ?? '' }
    }),
)

/** A line is a language, a phrase, and the outcomes that serve a person alike. */
const linesOf = (file: string): Expected[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [language = '', phrase = '', ...wanted] = withAddresses(line).split('|')
      return { language, phrase, wanted: wanted.join(' / '), args: '' }
    })

const isTuned = (_: unknown, at: number): boolean => at % 2 === 0
export const TUNING = [...all.filter(isTuned), ...linesOf('more-phrases.txt')]
/** Held out of the first tuning. All of them have been seen since. */
export const HELD_OUT = [...all.filter((_, at) => at % 2 === 1), ...linesOf('unseen-phrases.txt')]
