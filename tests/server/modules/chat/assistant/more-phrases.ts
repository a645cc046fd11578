/** More phrases for tuning: language, phrase, and the outcomes that serve a person. */
export const MORE_PHRASES = `
en|yo whats my blance rn|balance
en|check balance|balance
en|do I have any credits left|balance
en|how many queries can I still afford|balance
en|am i broke|fallback|balance
en|show wallet balance|balance|ask wallet
en|how much did I burn through this week|history
en|give me a breakdown of my expenses|history
en|what have you charged me|history|answer:refund
en|total spent in november|history
en|spending for the past month|history
en|did you get my sol|payments|fallback
en|what tokens are in WALLET|wallet
en|look at WALLET for me|wallet
en|is WALLET rich|wallet
en|show me transactions for WALLET|wallet
en|could you check WALLET's balance please|wallet
en|who owns TOKEN|token|wallet
en|tell me everything about TOKEN|token|wallet
en|should i trust TOKEN|token|answer:advice
en|top holders TOKEN|token
en|has the mint authority been revoked for TOKEN|token
en|run analysis on TOKEN|ca_analysis
en|find profitable traders of TOKEN|ca_analysis
en|which wallets bought TOKEN early|ca_analysis
en|smart money TOKEN|ca_analysis
en|analyze|ca_analysis|ask ca_analysis
en|how do I analyse a contract address?|ca_analysis|ask ca_analysis|explain|answer:abilities
en|find wallets which profited from both TOKEN and OTHER|wallet_finder
en|what's going on with jito|research
en|look up news about the solana etf|research
en|tell me about firedancer|research|fallback
en|any updates on solana mobile?|research
en|why did BONK pump today|research|answer:advice
en|what are people saying about pump.fun|research|fallback|explain
en|headlines|research
en|solana price|price
en|how much is SOL|price
en|sol to usd|price
en|BTC price|price
en|price?|price
en|convert 5 SOL to dollars|price|answer:swap
en|is the solana network having problems|network
en|current slot|network
en|show calendar|open_app|list_events
en|start research|open_app|research|ask research
en|I'd like to see my settings|open_app
en|open up the app market|open_app
en|wallet finder|wallet_finder|open_app|explain
en|load my account with 3 sol|top_up
en|deposit 0.2 SOL|top_up
en|how to deposit?|top_up
en|I ran out of points|top_up|balance
en|hide all windows|arrange_windows
en|get rid of all these windows|arrange_windows
en|can you organize my desktop|arrange_windows
en|tile windows|arrange_windows
en|my screen is a mess|arrange_windows|fallback
en|lights off|set_theme|fallback
en|enable dark mode|set_theme
en|too bright, can you make it darker?|set_theme
en|disable dark mode|set_theme
en|new background please|set_wallpaper
en|can i have a nicer wallpaper|set_wallpaper
en|make my desktop blue|set_wallpaper|set_accent|set_theme|fallback|ask set_accent
en|remind me to take out the trash on monday at 7pm|add_event
en|put dentist on my calendar for march 3rd at 2:30pm|add_event
en|set up a meeting with Lisa next tuesday at noon|add_event
en|wake me at 7|add_event|fallback
en|book dinner with mom saturday 8pm|add_event
en|what's happening on my calendar tomorrow|list_events
en|do i have plans for the weekend|list_events
en|show my schedule for next week|list_events
en|what's next on my agenda|list_events
en|clear my schedule for tomorrow|delete_event
en|remove dentist from calendar|delete_event
en|call off the meeting with lisa|delete_event|fallback
en|what did I install|my_apps
en|which plugins do i have|my_apps
en|add coingecko|install_app|fallback|add_event|ask add_event
en|i wanna install jupiter app|install_app
en|get rid of the coingecko app|uninstall_app
en|make an agent for tracking whales|create_agent
en|do I have agents?|my_agents
en|list bots|my_agents
en|can i download my transactions as csv?|export_csv
en|export everything to excel|export_csv
en|i need a csv of this month's spending|export_csv
en|transfer sol|answer:send
en|please send 20 USDC to WALLET|answer:send
en|I'd like to withdraw my funds|answer:send|answer:refund
en|how do i cash out?|answer:send
en|buy 2 SOL worth of JUP|answer:swap
en|exchange sol for usdt|answer:swap
en|sell everything|answer:swap
en|can I get a refund for the failed analysis?|answer:refund
en|this was useless, refund|answer:refund
en|how do I stake?|answer:stake
en|is SOL a good investment right now|answer:advice
en|whats the next 100x coin|answer:advice
en|which coin should I buy today|answer:advice
en|can I have some free points|answer:airdrop
en|someone drained my wallet|answer:keys
en|track this wallet WALLET|answer:alerts|wallet
en|notify me when sol hits 200|answer:alerts
en|sign out|answer:log_out
en|speak with an agent please|answer:support|fallback|my_agents
en|it crashed again|answer:support|fallback
en|heyy|answer:greeting
en|good morning!|answer:greeting
en|how are u doing|answer:greeting
en|appreciate it|answer:thanks|fallback
en|cool thanks|answer:thanks
en|see ya|answer:bye
en|what are you capable of|answer:abilities
en|how can you help me|answer:abilities
en|what else can you do?|answer:abilities
en|are you chatgpt?|answer:who
en|is this thing free?|answer:cost
en|whats the cost of research|answer:cost
en|how much for an analysis?|answer:cost
en|what is a rug pull|explain
en|what's a smart wallet?|explain
en|define liquidity pool|explain
en|what does mcp stand for|explain
en|what is a liquidity provider|fallback|explain
en|what is quantum computing|fallback
en|don't delete my events|nothing|fallback
en|never mind|answer:thanks|fallback
en|no don't install it|nothing|fallback
en|what's the capital of peru|fallback
en|how old is the universe|fallback
en|write python code for fibonacci|fallback
en|recommend me a good movie|fallback
en|my dog ate my homework|fallback
en|what's 15% of 80|fallback
en|how do I tie a tie|fallback
en|set a timer for 10 minutes|fallback|add_event|ask add_event
en|play some jazz|fallback
en|order me a taxi|fallback
en|what is your favorite color|fallback|answer:who
en|close the deal with apple|fallback
en|is my house safe|fallback
en|who is the richest man|fallback
en|how much does a tesla cost|fallback
en|delete windows from my laptop|fallback
en|i love you|fallback|answer:thanks|answer:greeting
en|the market is dark|fallback
en|show me a picture of a whale|fallback
en|spend time with family|fallback
en|can dogs eat grapes|fallback
en|???|fallback
en|lorem ipsum dolor|fallback
de|guthaben?|balance
de|wieviele punkte habe ich noch|balance
de|wofür hab ich geld ausgegeben|history
de|ausgaben gestern|history
de|zeig mir das wallet WALLET|wallet
de|was liegt in WALLET|wallet
de|größte halter von TOKEN|token
de|ist TOKEN ein scam|token
de|welche wallets haben mit TOKEN geld verdient|ca_analysis
de|recherchiere zu solana etf|research
de|warum fällt SOL heute|research|answer:advice
de|SOL kurs|price
de|läuft das netzwerk|network
de|mach die einstellungen auf|open_app
de|zeig mir den app store|open_app
de|wie kann ich geld einzahlen|top_up
de|2 SOL aufladen|top_up
de|räum meine fenster auf|arrange_windows
de|fenster nebeneinander|arrange_windows
de|dunkelmodus an|set_theme
de|neuer hintergrund|set_wallpaper
de|trag einen termin am freitag um 10 ein|add_event|ask add_event
de|erinner mich in 2 stunden an den kuchen|add_event
de|welche termine habe ich diese woche|list_events
de|habe ich morgen was vor|list_events
de|termin am freitag absagen|delete_event
de|deinstalliere coingecko|uninstall_app
de|bau mir einen agenten für news|create_agent
de|kann ich meine zahlungen als csv herunterladen|export_csv
de|überweise 2 SOL|answer:send
de|geld auszahlen|answer:send
de|kaufe bonk|answer:swap
de|ich möchte eine erstattung|answer:refund
de|guten morgen|answer:greeting
de|wer bist du|answer:who
de|hilfe|answer:abilities
de|was kostet eine analyse|answer:cost
de|was bedeutet slippage|explain
de|wie backe ich einen kuchen|fallback
de|wer hat die wm gewonnen|fallback
de|bitte nicht schließen|nothing|fallback
es|mi saldo|balance
es|cuántos puntos me quedan|balance
es|en qué gasté mis puntos|history
es|gastos de ayer|history
es|qué hay en WALLET|wallet
es|quién tiene más TOKEN|token|wallet
es|es TOKEN una estafa|token
es|quién ganó dinero con TOKEN|ca_analysis
es|investiga sobre solana|research
es|por qué baja SOL|research|answer:advice
es|cotización de SOL|price
es|abre la tienda|open_app
es|ver ajustes|open_app
es|añadir 2 SOL a mi cuenta|top_up
es|ordena las ventanas|arrange_windows
es|oculta todas las ventanas|arrange_windows
es|modo oscuro|set_theme
es|otro fondo|set_wallpaper
es|recuérdame en 2 horas sacar la basura|add_event
es|agenda una cita el viernes a las 10|add_event|ask add_event
es|qué eventos tengo esta semana|list_events
es|cancela la cita del viernes|delete_event
es|desinstala coingecko|uninstall_app
es|mis agentes|my_agents
es|descargar mis pagos en csv|export_csv
es|transfiere 2 SOL a mi hermano|answer:send
es|compra 10 dólares de bonk|answer:swap
es|quiero un reembolso|answer:refund
es|buenos días|answer:greeting
es|quién eres|answer:who
es|ayuda|answer:abilities
es|cuánto cuesta un análisis|answer:cost
es|qué es un token|explain
es|receta de paella|fallback
es|quién ganó el partido|fallback
fr|mon solde s'il te plaît|balance
fr|combien de points j'ai|balance
fr|qu'est-ce que j'ai dépensé hier|history
fr|que contient WALLET|wallet
fr|plus gros détenteurs de TOKEN|token
fr|est-ce que TOKEN est une arnaque|token
fr|qui a gagné de l'argent avec TOKEN|ca_analysis
fr|recherche sur solana|research|ask research
fr|pourquoi SOL baisse|research|answer:advice
fr|cours du SOL|price
fr|ouvre la boutique|open_app
fr|affiche les réglages|open_app
fr|ajoute 2 SOL à mon compte|top_up
fr|range les fenêtres|arrange_windows
fr|cache toutes les fenêtres|arrange_windows
fr|mode sombre|set_theme
fr|nouveau fond d'écran|set_wallpaper
fr|rappelle-moi dans 2 heures de sortir le gâteau|add_event
fr|quels rendez-vous cette semaine|list_events
fr|annule le rendez-vous de vendredi|delete_event
fr|désinstalle coingecko|uninstall_app
fr|mes agents|my_agents
fr|télécharger mes paiements en csv|export_csv
fr|transfère 2 SOL à mon frère|answer:send
fr|achète du bonk|answer:swap
fr|je veux un remboursement|answer:refund
fr|salut|answer:greeting
fr|qui es-tu|answer:who
fr|aide|answer:abilities
fr|combien coûte une analyse|answer:cost
fr|qu'est-ce qu'un token|explain
fr|recette de crêpes|fallback
fr|qui a gagné le match|fallback
pt|meu saldo|balance
pt|quantos pontos tenho|balance
pt|com o que gastei meus pontos|history
pt|gastos de ontem|history
pt|o que tem em WALLET|wallet
pt|maiores detentores de TOKEN|token
pt|TOKEN é golpe?|token
pt|quem ganhou dinheiro com TOKEN|ca_analysis
pt|pesquise sobre solana|research
pt|por que SOL caiu|research|answer:advice
pt|cotação do SOL|price
pt|abrir a loja|open_app
pt|adicionar 2 SOL na minha conta|top_up
pt|organize as janelas|arrange_windows
pt|esconda todas as janelas|arrange_windows
pt|modo escuro|set_theme
pt|novo papel de parede|set_wallpaper
pt|me lembre em 2 horas de tirar o bolo|add_event
pt|quais compromissos tenho esta semana|list_events
pt|cancele a reunião de sexta|delete_event
pt|desinstalar coingecko|uninstall_app
pt|meus agentes|my_agents
pt|baixar meus pagamentos em csv|export_csv
pt|transferir 2 SOL para meu irmão|answer:send
pt|comprar bonk|answer:swap
pt|quero reembolso|answer:refund
pt|bom dia|answer:greeting
pt|quem é você|answer:who
pt|ajuda|answer:abilities
pt|quanto custa uma análise|answer:cost
pt|o que é um token|explain
pt|receita de bolo|fallback
zh|余额|balance
zh|我还剩多少钱|balance
zh|我昨天花了多少|history
zh|我的消费记录|history
zh|看看 WALLET 里有什么|wallet
zh|TOKEN 最大的持有者是谁|token
zh|TOKEN 是骗局吗|token
zh|谁在 TOKEN 上赚了钱|ca_analysis
zh|研究一下 solana|research
zh|为什么 SOL 跌了|research|answer:advice
zh|SOL 多少钱|price
zh|打开应用商店|open_app
zh|怎么充值|top_up
zh|整理窗口|arrange_windows
zh|隐藏所有窗口|arrange_windows
zh|开启深色模式|set_theme
zh|换个壁纸|set_wallpaper
zh|2小时后提醒我吃药|add_event
zh|这周有哪些会议|list_events
zh|取消周五的会议|delete_event
zh|卸载 coingecko|uninstall_app
zh|我的智能体|my_agents
zh|下载我的充值记录csv|export_csv
zh|转账 2 SOL|answer:send
zh|买 BONK|answer:swap
zh|我想退钱|answer:refund
zh|早上好|answer:greeting
zh|你是谁|answer:who
zh|帮助|answer:abilities
zh|分析一次多少钱|answer:cost
zh|代币是什么|explain
zh|怎么做蛋糕|fallback
zh|世界杯谁赢了|fallback
en|hey can u tell me my current balance|balance
en|hw much credit left|balance
en|remaining points?|balance
en|am I out of credits|balance|top_up|fallback
en|my spendigns in the last 30 days|history
en|how many points did I use yesterday|history
en|what was my last charge|history
en|did my payment go through?|payments
en|WALLET balance|wallet
en|whats WALLET worth|wallet|price
en|how many tokens does WALLET own|wallet
en|show me what WALLET is holding|wallet
en|last transactions WALLET|wallet
en|token info TOKEN|token|wallet
en|does TOKEN have freeze authority|token
en|is this legit TOKEN|token|wallet
en|who holds TOKEN|token|wallet
en|anaylse this contract TOKEN|ca_analysis
en|find winners of TOKEN|ca_analysis
en|best traders for TOKEN pls|ca_analysis
en|TOKEN OTHER same wallets|wallet_finder
en|common winners between TOKEN and OTHER|wallet_finder
en|research whether jito is safe|research
en|give me news on solana validators|research
en|what happened to FTX|research|fallback
en|is there something new about the alpenglow upgrade|research
en|why did solana go down yesterday|research|network
en|sol prcie usd|price
en|how expensive is solana|price
en|network ok?|network
en|which epoch|network
en|calendar pls|open_app
en|I need the settings|open_app
en|where's the app store|open_app
en|open agent bulider|open_app
en|topup 5|top_up
en|add 1.5 sol|top_up
en|please recharge my account with 0.3|top_up
en|minimize all|arrange_windows
en|arrange my windws pls|arrange_windows
en|shut all windows|arrange_windows
en|put everything in a grid|arrange_windows
en|go dark|set_theme
en|white theme|set_theme
en|dark mode off|set_theme
en|give me another background|set_wallpaper
en|mosaic wallpaper|set_wallpaper
en|make the accent rose|set_accent
en|appointment with dr. smith on 12 december 9am|add_event
en|remind me about the standup every monday at 9|add_event
en|remind me to stretch in 20 minutes|add_event
en|lunch with sara tomorrow at noon|add_event
en|add gym|add_event|ask add_event|fallback
en|what's planned for tomorrow|list_events
en|anything on thursday?|list_events
en|show me next week|list_events
en|cancel tomorrow's meeting|delete_event
en|erase the gym event|delete_event
en|installed plugins|my_apps
en|get me the jupiter app|install_app
en|please remove the coingecko app|uninstall_app
en|I want a bot that summarizes news|create_agent
en|which agents did i make|my_agents
en|save my expenses as csv|export_csv
en|download report|export_csv
en|send all my sol to WALLET|answer:send
en|wire money to my mom|answer:send
en|withdraw|answer:send
en|swap my usdc|answer:swap
en|purchase some jup|answer:swap
en|give me my sol back|answer:refund
en|it failed, do i get my point back?|answer:refund
en|earn interest on my sol|answer:stake
en|will bonk pump|answer:advice
en|is wif worth buying|answer:advice
en|can you gift me some sol|answer:airdrop|fallback
en|i forgot my private key|answer:keys
en|ping me when wif pumps|answer:alerts
en|how do i sign out|answer:log_out
en|can i speak to someone|answer:support
en|hola|answer:greeting
en|gm|answer:greeting
en|thank you so much!!|answer:thanks
en|commands|answer:abilities
en|what is this app for|answer:abilities|answer:who|fallback
en|are you a robot|answer:who
en|price per query?|answer:cost
en|do I pay for lookups|answer:cost|fallback
en|what's an NFT|explain
en|what is a bonding curve?|explain
en|meaning of market cap|explain
en|what is photosynthesis|fallback
en|do not send anything|nothing|fallback|answer:send
en|don't change the theme|nothing|fallback
en|where is my car|fallback
en|how to fix a flat tire|fallback
en|sing me a song|fallback
en|is it going to rain tomorrow|fallback
en|best pizza in naples|fallback
en|who discovered america|fallback
en|translate hello to french|fallback
en|open the window it's hot|fallback
en|my back hurts|fallback
en|give me a recipe with points|fallback
en|tell me a story about a wallet|fallback
en|how many days until christmas|fallback
en|balance my checkbook|fallback|balance
en|send flowers to my wife|fallback|answer:send
en|buy milk|fallback|answer:swap|ask add_event
en|I spent the night at a hotel|fallback
de|was ist mein guthaben|balance
de|wie hoch waren meine ausgaben im letzten monat|history
de|ist meine einzahlung angekommen|payments
de|analysier mal TOKEN|ca_analysis
de|neuigkeiten zu bonk|research
de|kalender öffnen|open_app
de|minimiere alles|arrange_windows
de|schalte auf dunkel um|set_theme
de|anderes hintergrundbild|set_wallpaper
de|erinnere mich am montag um 8 an den müll|add_event
de|was habe ich nächste woche vor|list_events
de|agenten erstellen|create_agent
de|bitte 3 SOL senden|answer:send
de|sollte ich solana kaufen|answer:advice
de|tschüss|answer:bye
de|was ist ein nft|explain
de|wie alt bist du|fallback|answer:who
es|dime mi saldo|balance
es|cuánto gasté el mes pasado|history
es|llegó mi pago|payments
es|qué monedas tiene WALLET|wallet
es|noticias sobre bonk|research
es|muéstrame el calendario|open_app|list_events
es|minimizar todo|arrange_windows
es|activa el tema oscuro|set_theme
es|reunión con Luis el lunes a las 10|add_event
es|qué tengo programado para mañana|list_events
es|quiero un bot de noticias|create_agent
es|manda 3 SOL|answer:send
es|adiós|answer:bye
es|qué es una billetera|explain
es|cuántos años tienes|fallback|answer:who
fr|affiche mon solde|balance
fr|combien ai-je dépensé le mois dernier|history
fr|mon paiement est-il arrivé|payments
fr|quels tokens possède WALLET|wallet
fr|actualités sur bonk|research
fr|lance le calendrier|open_app
fr|minimise tout|arrange_windows
fr|active le thème sombre|set_theme
fr|réunion avec Luc lundi à 10h|add_event
fr|qu'est-ce qui est prévu demain|list_events
fr|je veux créer un bot|create_agent
fr|envoie 3 SOL|answer:send
fr|au revoir|answer:bye
fr|c'est quoi un portefeuille|explain
fr|quel âge as-tu|fallback|answer:who
pt|mostre meu saldo|balance
pt|quanto gastei no mês passado|history
pt|meu pagamento chegou|payments
pt|quais moedas a carteira WALLET tem|wallet
pt|notícias sobre bonk|research
pt|mostrar calendário|open_app|list_events
pt|minimize tudo|arrange_windows
pt|coloca o tema escuro|set_theme
pt|reunião com Luis segunda às 10h|add_event
pt|o que tenho marcado para amanhã|list_events
pt|quero um bot de notícias|create_agent
pt|manda 3 SOL|answer:send
pt|tchau|answer:bye
pt|o que é uma carteira|explain
pt|quantos anos você tem|fallback|answer:who
zh|查询余额|balance
zh|上个月花了多少|history
zh|我的付款到了吗|payments
zh|WALLET 有哪些代币|wallet|token
zh|BONK 的新闻|research
zh|查看日历|open_app|list_events
zh|全部最小化|arrange_windows
zh|改成深色主题|set_theme
zh|周一10点和李雷开会|add_event
zh|明天有会议吗|list_events
zh|我想做一个新闻机器人|create_agent
zh|给朋友转 3 SOL|answer:send
zh|再见|answer:bye
zh|什么是钱包|explain
zh|你几岁了|fallback|answer:who
`
