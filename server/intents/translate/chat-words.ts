/**
 * The words that people use in a chat for what the product can do. `dictionary.ts` explains the columns.
 */
export const CHAT_WORDS = `
english | en | de | es | fr | pt | zh
what do | what is it for | was macht | para que es | a quoi sert | para que serve | 是干什么的, 干什么的, 是做什么的
private | privacy | privat* | privad* | prive, privee, privees, prives | privad* | 隐私, 私密
data | | daten | datos | donnees | dados | 数据
what is | whats, what's, wats, wat is, whts, what are, what s | was ist, was sind, was bedeutet, was heisst, was bedeuten | que es, que son, que significa, cual es, cuales son, q es | qu est ce que, qu est ce qu, c est quoi, quel est, quelle est, quels sont, quelles sont, que signifie, que veut dire, quest ce que | o que e, o que sao, que e, qual e, quais sao, o que significa | 是什么, 什么是, 什么叫, 是啥, 啥是, 的意思
which | wich, whch, wihch | | | | |
what | wat, waht | was, welche, welcher, welches, welchen | que, cual, cuales, q | que, quoi, quel, quelle, quels, quelles, qu | que, qual, quais, o que | 什么, 哪些, 哪个, 啥
how much | how mutch, howmuch | wie viel, wieviel, wie viele, wieviele | cuanto, cuanta, cuantos, cuantas | combien | quanto, quanta, quantos, quantas | 多少, 多少钱, 几块
how often | how many times | wie oft | con que frecuencia, cuantas veces | combien de fois | quantas vezes | 多少次, 几次
run | execute | fuhr, fuhre, ausfuhr* | ejecut* | execut* | execut* | 运行, 执行
how | hwo | wie, woran | como se | comment |  | 怎么, 如何, 怎样
who | whos, who s | wer, wen, wem | quien, quienes | qui | quem | 谁
when | wen | wann, wenn, sobald, falls | cuando, si | quand, lorsque, des que, si, s il | quando | 什么时候, 是什么时候, 何时, 当
where |  | wo, wohin | donde, adonde | ou | onde | 哪里, 哪儿, 去哪
why | how come, y tho | warum, wieso, weshalb | por que | pourquoi | por que, porque | 为什么
is not | isnt, isn t, aint, arent, aren t, doesnt, doesn t, does not, didnt, didn t, did not, hasnt, hasn t, has not | ist nicht, sind nicht | no es, no esta | n est pas | nao e, nao esta | 不是
is |  | ist, sind, war | es, estan, son, fue, fueron, eran | est, sont | estao, sao, foi, foram, eram | 是
my | mine, myself | mein, meine, meinen, meinem, meiner, meines | mi, mis, mio, mia, mios | mon, ma, mes | meu, minha, meus, minhas | 我的
i have | ive got, i ve got, i got, have i, do i have, i hold, do i own | habe ich, ich habe, hab ich, besitze ich, ich besitze, ich hab | tengo, me queda, me quedan | j ai, ai je, il me reste, me reste, me restent, j ai encore | tenho, eu tenho, me resta, me restam | 我有, 我还有, 我还剩
i | im, i m, i am | ich | yo | je, j | eu |
me |  | mir, mich | me | me, moi | me, mim, pra mim | 给我
you | u, ya | du, sie, dich, dir, ihnen | tu, usted, te | tu, vous, te, toi | voce, tu, voces | 你, 您
the | teh | der, die, das, den, dem, des | el, la, los, las, lo | le, la, les, l | o, a, os, as |
a | an | ein, eine, einen, einem, einer, eines | un, una, unos, unas | un, une, des | um, uma, uns, umas | 一个, 一下
of |  | von, vom | de, del | de, du, d | de, do, da, dos, das | 的
to |  | zum, zur, an, nach, ans | a, al | au, aux | ao, pra, pro | 到, 给
for |  | fur | por, para | pour | por, para, pelo | 为, 对
in |  | in, im | en | dans | em, no, na, nos, nas | 在, 里
on |  | auf, am |  |  |  | 上
and |  | und | y, e | et | e | 和, 与, 跟
with |  | mit | con | avec | com | 用
please | pls, plz, plss | bitte, bidde | por favor, porfa, porfis, x favor, porfavor | s il te plait, s il vous plait, svp, stp, sil te plait, stplait | por favor, pfv, pf, pfvr, porfavor | 请, 帮我, 麻烦
can you | could you, would you, can u, could u, would u | kannst du, konntest du, konnen sie, konnten sie | puedes, podrias | peux tu, pouvez vous, tu peux, pourrais tu, vous pouvez | voce pode, poderia, consegue, voce consegue | 你能, 能不能, 能否, 你可以
i want to | i wanna, i would like to, id like to, i d like to, i d like, id like, i would like, i want, want to, i need to, let me, lemme, i d love to, gotta, i gotta, i wana | ich mochte, ich will, ich wurde gerne, ich wurde gern, mochte ich, brauche, ich brauche, ich brauch, ich brauchte, ich hatte gern, ich hatte gerne, ich mocht, ich wurd gern | quiero, quisiera, me gustaria, necesito, me hace falta, me hacen falta, quiero que, ocupo | je veux, je voudrais, j aimerais, je souhaite, il me faut, il me faudrait, il faut, j ai besoin de, j ai besoin d, je veux bien | quero, eu quero, gostaria de, queria, preciso de, to precisando de, estou precisando de, quero que | 我想, 我要, 想要, 我需要
do not | dont, don t, do nt, never, no need to | nicht, kein, keine, keinen | no, nunca | ne, n, pas, jamais | nao, nunca | 不要, 别, 不想, 不
all | everything, every, each, evrything, alll, any and all | alle, alles, allen, aller, samtliche | todo, todos, toda, todas | tout, tous, toute, toutes | tudo, todos, todas, toda | 所有, 全部, 一切, 都
make it dark | too bright, too light | zu hell | muy claro, demasiado claro, mucho brillo | trop clair, trop lumineux | claro demais, muito claro | 太亮
make it light | too dark | zu dunkel | muy oscuro, demasiado oscuro | trop sombre | escuro demais, muito escuro | 太暗
realized | realised | realisiert, realisierter, realisierte | realizad* | realise, realises | realizad* | 已实现
unrealized | unrealised | unrealisiert, unrealisierter, unrealisierte | no realizad* | latent, latente, non realise | nao realizad* | 未实现
profit | profits, gain, gains | gewinne | ganancia, ganancias, beneficio, beneficios | profit, profits, benefice, gain, gains | lucro, lucros, ganho, ganhos | 利润, 收益
phone | mobile, smartphone, cell phone, iphone, android | handy, telefon, smartphone | movil, telefono, celular | telephone, portable, smartphone | celular, telemovel, telefone | 手机
sign in | log in, login, signin, log on | anmelden, einloggen, anmeldung | iniciar sesion, entrar | me connecter, connexion au compte, se connecter | entrar na conta, fazer login, iniciar sessao | 登录, 登陆
source | sources | quelle, quellen | fuente, fuentes | sources | fonte, fontes | 来源
official | | offiziell* | oficial, oficiales | officiel* | oficial, oficiais | 官方
community | | community | comunidad | communaute | comunidade | 社区
market | markets | markt, markte | mercado, mercados | marches | mercado, mercados | 市场
rename | renaming | umbenenn* | renombr*, cambiar el nombre | renomm* | renome* | 重命名, 改名
icon | icons | symbol, symbole, icon, icons | icono, iconos | icone, icones | icone, icones | 图标
pending |  | ausstehend, schwebend |  | en attente |  | 待处理, 处理中, 等待中
expired | | abgelaufen | caducad*, vencid*, expirad* | expire, expiree | expirad*, vencid* | 过期
charge | charged, charging | abgebucht, berechnet | cobrado, cobraron, cobran | facture, debite | cobrado, cobraram, cobram | 扣, 收费, 扣了
connection | internet connection | verbindung, internetverbindung | conexion | connexion | conexao |
card | credit card, debit card, paypal, bank transfer | karte, kreditkarte, bankkarte | tarjeta, transferencia bancaria | carte bancaire, carte de credit, virement | cartao, cartao de credito, pix | 银行卡, 信用卡, 支付宝, 微信
others | other people, other users, anyone, anybody, somebody, strangers | jemand | otros, otras personas, alguien, los demas | quelqu un, d autres, les autres | outros, outras pessoas, alguem | 别人, 其他人, 有人
forgot | forget, forgotten | vergessen | olvide, olvidado, recuperar, se me olvida | oublie, perdu | esqueci, esquecido, perdi | 忘了, 忘记, 忘
how long | | wie lange, wie lang, wielange | cuanto tiempo, cuanto tarda, cuanto demora | combien de temps, combien ca prend | quanto tempo, quanto demora | 多久, 多长时间, 要等多久
excluded | left out | ausgeschlossen, ausgeschlossene | excluid* | exclu, exclue, exclus | excluid* | 排除, 被排除
incomplete | partial, unfinished | unvollstandig, teilweise, luckenhaft | incomplet*, parcial | incomplet*, partiel* | incomplet*, parcial | 不完整, 部分
gap | gaps, hole | lucke, lucken | hueco, huecos, laguna | trou, lacune | lacuna, buraco | 缺口, 空缺
my spend | my purchases, my expenditure | meine einkaufe, meine kaufe | mis compras | mes achats | minhas compras | 我的购买, 我的消费
show | where do i see, where can i see, where do i find, where can i find, list, display, see, view, shwo, sho, sow | wo sehe ich, wo finde ich, wo seh ich, wo kann ich sehen, zeig, zeige, zeigen, anzeigen, sehen, sehe, seh, liste, guck, guck mal, schau, schau mal, schaue, nachschau*, wo find ich, wo seh ich denn | como veo, donde veo, donde encuentro, donde puedo ver, muestra*, mostrar, ver, ensena*, lista*, checa, checar, fijate | ou voir, ou je vois, ou puis je voir, ou trouver, montre*, affiche*, regarde*, voir, liste* | onde vejo, onde encontro, onde posso ver, mostra*, mostre, ver, exib*, liste, listar | 在哪里看, 在哪看, 在哪里查看, 显示, 查看, 看看, 列出, 看一下, 查一下, 查, 看
open | launch, opne, oepn, bring up, go to, pull up, opn, take me to | offne*, aufmachen, starte*, mach auf, mache auf, geh zu, geh in, gehe in, geh auf, gehe zu, wechsel zu, spring zu, bring mich zu, zeig mir mal, aufmach* | abre, abrir, abra, lanza*, inicia, ir a, ve a, llevame a, vete a, abrelo, abrela, abreme | ouvre*, ouvrir, lance*, demarre*, va a, va sur, va dans, aller a, aller dans, emmene moi | abre, abrir, abra, inicie, iniciar, va para, vai pra, vai para, ir para, me leva pra, me leva para, abri, abra pra mim | 打开, 启动, 开启, 进入, 打开一下
close window | | fenster zu, fenster schliessen | | | |
close | shut, quit, clsoe, colse | schliess*, zumachen, mach zu, beende*, zumach* | cierra*, cerrar, cierre | ferme*, fermer | fecha*, feche, fechar | 关闭, 关掉, 关上
add | create, put, make, set up, ad | hinzufug*, erstell*, eintrag*, leg an, anleg*, fuge, trag* | anade*, anadir, agrega*, crea*, apunta* | ajoute*, cree*, creer | adiciona*, cria*, crio, crie, coloca*, marca* | 添加, 创建, 新建, 加上, 加个, 加一个, 建, 加到, 加入, 加进, 设一个, 设个, 设了, 设, 设置一个
delete | remove, cancel, erase, deleet, delte, drop, get rid of, call off, kill, scrap | losch*, entfern*, streich*, absag*, loesch*, losche, storniere* | borra*, elimina*, quita*, cancela*, quitar | supprime*, efface*, enleve*, annule* | apaga*, apague, exclu*, remov*, delet*, cancel*, tira, tirar, tire, desmarca* | 删除, 删掉, 取消, 移除, 去掉
change my | | andere mein, andere meine, andere meinen | | | |
change the | | andere den, andere die, andere das | | | |
change | switch, turn, set, update, swich, swithc, toggle, edit, modify | bearbeit*, wechs*, ander*, stell*, schalt*, umschalt*, setz*, mach | edit*, modific*, cambi*, pon, pone, ponme, poner, ponga, activa*, deja, dejar, deje, ponlo, ponla | modifi*, chang*, passe*, passe en, passe au, mets, mettre, active*, rends | edit*, modific*, mud*, troc*, ativ*, altera*, deixa, deixar, deixe, bota | 编辑, 切换, 换成, 改成, 更换, 修改, 更改, 换, 改, 设置成, 调成
balance | balnce, ballance, blance, balanc, balence, credit, bal | kontostand, guthaben, saldo, kontostandes | saldo, balance | solde, credit | saldo, credito | 余额, 结余, 帐户余额, 账户余额
account | acount, accout, acc, acct | konto, kontos, account | cuenta | compte | conta | 账户, 帐户, 账号
points | point, pionts, ponits, pts, piont, poitns | punkte, punkten, punkt | puntos, punto | points, point | pontos, ponto | 积分, 点数
left | remaining, remain, available, leftover | ubrig, verfugbar, noch | queda*, disponible*, resta* | reste*, disponible*, restant | resta*, sobr*, disponivel | 剩, 剩下, 剩余, 还剩, 可用
notes | | notizen, notizblock | notas, bloc de notas | bloc notes | notas, bloco de notas | 笔记
facts | | fakten | hechos | faits | fatos |
explorer | | explorer | explorador | explorateur | explorador | 浏览器
calculator | | taschenrechner, rechner | calculadora | calculatrice | calculadora | 计算器
api key | api keys, apikey, api token | api schlussel, api key, api keys | clave api, clave de api, clave de la api, api key | cle api, cle d api, api key | chave api, chave de api, chave da api, api key | api 密钥, api key
language | languages | sprache, sprachen | idioma, idiomas | langue, langues | idioma, idiomas, lingua, linguas | 语言
english | german, spanish, french, portuguese, chinese | englisch, deutsch, spanisch, franzosisch, portugiesisch, chinesisch | ingles, espanol, castellano, aleman, frances, portugues, chino | anglais, francais, allemand, espagnol, portugais, chinois | ingles, portugues, espanhol, alemao, frances, chines | 英语, 英文, 中文, 汉语, 德语, 法语, 西班牙语, 葡萄牙语
speak | speaks, speaking | sprichst, sprechen, sprecht, spricht | hablas, habla, hablar, hablan | parles, parlez, parler, parle | fala, falas, falar, falam | 会说, 说
lamports | lamport | lamports, lamport | lamports, lamport | lamports, lamport | lamports, lamport | lamport
money | funds, cash, mony | geld, gelder | dinero, plata, fondos | argent, fonds | dinheiro, grana, fundos | 钱, 资金
dollars | dollar, bucks | dollar | dolares, dolar | dollar | dolares, dolar | 美元, 美金
share | sharing | teil*, freigeb* | compart* | partag* | compartilh*, partilh* | 分享, 共享
spend | spent, spending, spnd, spendings, expenses, expense, used up, sepnt, spended | ausgegeben, ausgaben, ausgebe, verbrauch, ausgabe | gast*, consumo* | depens*, consommation* | gast*, despes*, consumo* | 花了, 花费, 支出, 消费, 花, 用了, 开销
history | log, histroy, hisotry | verlauf, historie, chronik | historial, historia | historique | historico | 历史, 记录, 明细
payments | payment, recharges, topups, top ups, top-ups, deposits, invoices, receipt, receipts, payed | zahlungen, zahlung, aufladungen, einzahlung, einzahlungen, uberweisung | pagos, recargas, depositos | paiements, paiement, recharges | pagamentos, recargas, depositos | 付款记录, 充值记录, 付款
last payments | last recharge, last top up, last topup, last deposit, latest recharge, latest top up | letzte aufladung, letzten aufladung, letzter aufladung | ultima recarga, ultimo deposito | derniere recharge | ultima recarga, ultimo deposito | 最近一次充值, 上次充值, 最后一次充值
today | 2day, tody, todya | heute | hoy | aujourd hui, aujourdhui | hoje, hj | 今天, 今日
yesterday | yesterdya, yestrday | gestern | ayer | hier | ontem | 昨天, 昨日
tomorrow | tommorow, tomorow, tmrw, tmr, tomorrw, 2morrow | morgen | manana | demain | amanha | 明天, 明日
week | wek, weeks | woche, wochen | semana, semanas | semaine, semaines | semana, semanas | 周, 星期, 礼拜
month | mounth, months, monht | monat, monaten, monate | mes, meses | mois | mes, meses | 月
year | years, yaer | jahr, jahre, jahres | ano, anos | an, annee, annees | ano, anos | 年
day | days | tag, tage, tagen | dias | jours | dias | 天
last week | previous week, past week | letzte woche, vergangene woche, letzter woche, vorige woche | semana pasada, la semana pasada, ultima semana | semaine derniere, la semaine derniere | semana passada, na semana passada, ultima semana | 上周, 上个星期, 上星期, 上礼拜
last month | previous month, past month | letzten monat, letzter monat, vergangenen monat, im letzten monat | mes pasado, el mes pasado, ultimo mes | mois dernier, le mois dernier | mes passado, no mes passado, ultimo mes | 上个月, 上月
this week |  | diese woche, dieser woche | esta semana | cette semaine | esta semana, nesta semana, essa semana | 这周, 本周, 这个星期, 这星期
this month |  | diesen monat, diesem monat, dieser monat | este mes | ce mois, ce mois ci | este mes, neste mes, esse mes | 这个月, 本月
this year |  | dieses jahr, diesem jahr | este ano | cette annee | este ano, neste ano | 今年
next week | next wk, nxt week, next weak | nachste woche, kommende woche, nachster woche | proxima semana, semana que viene, la proxima semana | semaine prochaine, la semaine prochaine | proxima semana, semana que vem, na proxima semana | 下周, 下个星期, 下星期
last | past, previous | letzte, letzten, letzter, letztes | ultimo, ultima, ultimos, ultimas, pasado, pasada | dernier, derniere, derniers, dernieres | ultimo, ultima, ultimos, ultimas, passado, passada | 最近, 最后, 上一个
this | thsi | diese, dieser, dieses, diesen, diesem | este, esta, esto, ese, esa | ce, cette, cet, ces | este, esta, isso, esse, essa | 这, 这个
top up | topup, recharge, rechrge, refill, reload, deposit, fund, recharg, top-up, load, buy points, buy credits, buy more points, add funds, add money, add credit, get more points, top me up, top it up, add some points | auflad*, aufzulad*, einzahl*, guthaben auflad*, punkte kaufen, lad, lade, nachlad*, full, fulle, auffull* | recarg*, deposit*, ingres*, comprar puntos, anadir fondos, anadir saldo, agregar fondos, carga saldo, cargar saldo, carga puntos, cargar puntos, carga mi cuenta, cargar mi cuenta, carga la cuenta, cargar la cuenta | recharg*, depos*, approvisionn*, crediter, acheter des points, ajouter des fonds, alimenter | recarreg*, deposit*, comprar pontos, adicionar fundos, adicionar saldo, carregar, carrega* | 充值, 冲值, 充, 充点, 存入, 加钱, 买积分, 购买积分
pay | paying, paid | bezahl*, zahl* | pagar, paga, pago | payer, paye | pagar, paga | 支付, 付
minimum | smallest, minimal, minimun | minimum, mindest*, kleinste* | minimo, minima | minimum, minimal, minimale | minimo, minima | 最少, 最低, 最小
cheap | cheapest, cheaply, cheaper, inexpensive | gunstig*, billig* | barat* | bon marche, moins cher, moins chere | barat* | 便宜, 最便宜
fee | fees | gebuhr, gebuhren | comision, comisiones | frais | taxa, taxas | 手续费, 费用
discount | discounts, promo, coupon, voucher | rabatt, rabatte, gutschein | descuento, descuentos, cupon | reduction, remise, code promo | desconto, descontos, cupom | 折扣, 优惠
way | ways | art, weg | forma, manera | facon, maniere, moyen | forma, jeito | 方式, 方法
price | prise, pric, priec, cost, value, worth, quote, rate, prices, trading at, prcie, costs, costing | preis, kurs, wert, kostet, kosten | precio, valor, cotizacion, cuesta, vale, cuestan | prix, cours, valeur, coute, vaut, coutent | preco, valor, cotacao, custa, vale, custam | 价格, 价钱, 币价, 行情, 报价, 值多少, 价值, 价
analyze | analyse, analize, analysis, analyis, analzye, anaylze, inspect, examine, audit, analyzing, scan, anlyze, analyses | analysier*, analyse, prufe*, pruf, uberpruf*, untersuch* | analiza*, analisis, revisa*, examina* | analyse*, analyser, verifi*, examine* | analis*, verifi*, examin*, analise | 分析, 检查, 扫描, 审查
token | coin, tokens, coins, tokn, toke, memecoin, shitcoin, toekn, contract, ca, mint | token, tokens, munze, munzen, coin | token, tokens, moneda, monedas, ficha, criptomoneda, contrato | token, tokens, jeton, jetons, piece, contrat | token, tokens, moeda, moedas, contrato | 代币, 币, 令牌, 合约, 通证, 合约地址
safe | legit, scam, rug, rugged, trustworthy, saef, trust, honeypot | sicher, betrug, serios, vertrauenswurdig, abzocke, abgezockt, fake | segur*, estafa, fiable, confiable, estafas, fraude | fiable, arnaque, securise, escroquerie, fiables | segur*, golpe, confiavel, fraude | 安全, 靠谱, 骗局, 可靠, 跑路, 割韭菜, 传销
holders | holder, owners, whales, whale, hodlers, top holders, biggest holders | halter, inhaber, besitzer, wale | tenedores, poseedores, ballenas | detenteurs, detenteur, porteurs, baleines | detentores, titulares, baleias | 持有者, 持有人, 大户, 巨鲸, 持仓者
largest | biggest, top, major | grosste, grossten, grosster, top | mayores, principales, mas grandes | plus gros, plus grands, principaux | maiores, principais | 最大, 前几大, 最大的
supply | suply, suppply, circulating | umlauf, angebot, menge, gesamtmenge | suministro, oferta, emision | offre, approvisionnement, emission | oferta, fornecimento, emissao | 供应量, 发行量, 总量, 供应
wallet | walet, wallets, adress, addr, walllet, wlalet | wallet, brieftasche, geldborse, adresse, wallets | billetera, cartera, monedero, direccion, billeteras, carteras | portefeuille, adresse, portefeuilles | carteira, endereco, carteiras | 钱包, 地址
owns | belongs to, belong to | gehort, gehoren | pertenece | appartient | pertence | 属于
holdings | holds, hold, contain, contains, hodl, portfolio, assets, holding | halt, bestand, bestande, enthalt, vermogen | tenencias, contiene, activos, posee | detient, contient, avoirs, actifs, possede | contem, ativos, possui | 持仓, 资产, 持有, 有什么
transactions | transaction, txs, tx, txns, transacions, transfers, activity, trades | transaktionen, transaktion, uberweisungen, aktivitat | transacciones, transaccion, movimientos, actividad | transactions, transaction, mouvements, activite | transacoes, transacao, movimentos, atividade | 交易, 交易记录, 转账记录, 活动
smart | profitable, winning, best, good, successful, smrat, skilled | schlau*, profitabel*, klug*, gut, gute, guten, beste, besten, erfolgreich*, bester, bestes | inteligentes, rentables, mejores, listas | intelligents, rentables, meilleurs, malins | inteligentes, lucrativ*, melhores, espertas | 聪明, 盈利, 最好, 最赚钱, 赚钱
find | search for, look for, locate, discover, fnd, seek | find*, such*, finde | busca*, encuentra*, encontrar, halla* | trouve*, cherche* | encontr*, busc*, ache, achar, procur* | 找, 寻找, 查找, 搜索, 搜, 搜一下, 找到, 找出
wallet finder | walletfinder, wallet-finder, finder, smart money finder | wallet finder, wallet sucher | buscador de billeteras, buscador de carteras, wallet finder | chercheur de portefeuilles, wallet finder | localizador de carteiras, buscador de carteiras, wallet finder | 钱包查找器, 钱包查找, 聪明钱查找, wallet finder
smart wallet | | | | | | 聪明钱包
smart money |  | smart money, schlaues geld | dinero inteligente | argent intelligent | dinheiro inteligente | 聪明钱
traders | best wallet, best wallets, top wallet, top wallets, trader, traded, winner, winners, insiders, snipers | beste wallet, besten wallets, beste wallets, handler, trader | mejores carteras, mejores billeteras, mejores wallets, operadores, traders, comerciantes | meilleurs portefeuilles, meilleurs wallets, traders, negociants | melhores carteiras, melhores wallets, negociadores, traders | 最好的钱包, 交易者, 交易员
several | both, multiple, these | mehrere, mehreren, beide, beiden | varios, varias, ambos | plusieurs | varios, varias, ambos | 几个, 多个, 两个, 这些
research | reserch, investigate, reaserch, look into, dig into, gather sources, find out, read up, resarch, fact check, factcheck | recherchier*, recherche, nachforsch*, herausfinden, finde heraus, raussuch*, rausfind*, heraussuch* | investiga*, indaga*, averigua*, busca informacion, informacion sobre | recherche, rechercher, enquete*, renseigne* | pesquis*, investig* | 研究, 调研, 调查
news | headlines, articles, nwes, updates, newz, stories, headline | nachrichten, neuigkeiten, schlagzeilen, meldungen, artikel | noticias, novedades, titulares | nouvelles, actualites, actus, infos, actu | noticias, novidades, manchetes | 新闻, 消息, 资讯, 动态, 头条
latest | newest, lastest, recent, recently, current, currently, lately | neueste, neuesten, aktuelle, aktuellen, aktuell, neuste | recientes, reciente, actual, actuales, mas reciente, mas recientes | recentes, recents, actuel, actuelle, actuelles, le plus recent, la plus recente, les plus recents, plus recent, plus recente, plus recents | recentes, recente, atual, atuais, mais recente, mais recentes | 最新, 近期, 当前, 目前, 现在
happened | happening, going on, whats new, what s new, happend, hapening | passiert, geschehen, los, gibt es neues, gibts neues, gibt es was neues, gibts was neues | paso, pasa, pasando, ocurrio, sucede | passe, se passe, quoi de neuf | aconteceu, acontecendo, acontece, rolou, rolando, ta rolando | 发生, 发生了, 怎么了
about | abt, regarding, on, abuot, bout | uber, zu | sobre, acerca | sur, a propos, au sujet | sobre, acerca | 关于, 有关
summarize | summarise, summary, sumarize, digest, sum up | zusammenfass*, fasse | resum* | resum* | resum* | 总结, 概括, 汇总
calendar | calender, calandar, calendr, agenda, diary, callendar | kalender, terminkalender, agenda | calendario, agenda | calendrier, agenda | calendario, agenda | 日历, 日程, 行程
event | events, appointment, appointments, meeting, meetings, entry, entries, meting, apointment, birthday, birthdays, anniversary | termin, termine, termins, treffen, besprechung, ereignis, verabredung, meeting, eintrag, geburtstag | evento, eventos, cita, citas, reunion, reuniones, compromiso, compromisos, cumpleanos | evenement, evenements, rendez vous, rdv, reunion, reunions, rendezvous, anniversaire | evento, eventos, compromisso, compromissos, reuniao, reunioes, aniversario | 事件, 约会, 会议, 开会, 安排, 预约, 活动安排, 生日
remind me | reminder, remindme, remined me, rember me, dont let me forget, remember to, note to, remind, reminders, set a reminder, remid me | erinner mich, erinnere mich, erinnerung, erinner*, denk daran | recuerdame, recordatorio, recuerda*, avisame | rappelle moi, rappelez moi, rappel, rappelle* | lembra me, lembre me, lembrete, me lembre, me lembra, lembr*, me avisa | 提醒我, 提醒, 备忘, 叫我, 叫我一声, 喊我
do i have planned | planned, coming up, upcoming, scheduled, on my plate | geplant, geplante, geplanten, vorhabe, vorhaben, ansteht, steht an, steht, anstehend* | planeado, planeados, previsto, previstos, pendiente, programado, proximos | prevu, prevus, prevue, prevues, prochains, a venir | planejado, planejados, previsto, previstos, agendado, marcado, pendente, proximos | 有什么安排
plan | schedule, book, arrange a meeting | plane, planen, vereinbar* | programa*, agenda*, planifica* | planifi*, programme*, prevois | agend*, marqu*, program* | 计划
store | shop, marketplace, app store, appstore, stroe, market place, app shop, app stor | store, laden, app store, appstore | tienda, app store, tienda de aplicaciones | boutique, magasin, app store, magasin d applications | loja, app store, loja de aplicativos, loja de apps | 商店, 应用商店, 应用市场
app | apps, application, applications, program, programs, aps, plugin, plugins, appp | app, apps, anwendung, anwendungen, programm, programme | aplicacion, aplicaciones, app, apps | application, applications, appli, applis, app, apps | aplicativo, aplicativos, app, apps, aplicacao | 应用, 程序, 应用程序, 软件
installed |  | installiert, installierte, installierten | instalado, instalada, instaladas, instalados | installee, installees, installes | instalado, instalados, instalada, instaladas | 已安装, 安装了, 装了, 装了哪些
install | instal, isntall, intall, get the app, get me the app, setup, instll | installier*, herunterlad*, lade herunter, besorg mir | instala, instalar, instale, descarga*, consigue, consigueme, bajame | installer, installe, telecharge* | instala, instalar, instale, baix*, pega | 安装, 装
uninstall | unistall, throw out, ditch, kick out, remove the app, delete the app | deinstallier* | desinstala* | desinstalle*, desinstaller | desinstal* | 卸载
agent | agents, bot, bots, assistant, agnet, asistant | agent, agenten, bot, assistent, assistenten, helfer, helferin | agente, agentes, bot, asistente | agent, agents, bot, assistant | agente, agentes, bot, assistente, robo | 智能体, 代理, 机器人, 助手
agent builder | agentbuilder, builder, build an agent, build agent | agenten bauen, agent bauen, agent builder | constructor de agentes | createur d agents, constructeur d agents | construtor de agentes | 智能体构建器, 构建智能体
build | make me, craft | bau*, baue | construye*, construir, hazme, haz | construi*, fabrique*, fais | constru*, faca, fazer, monta* | 构建, 制作, 做一个, 做个
wallpaper | background, walpaper, backgroud, backdrop, wallpapr, desktop picture, wall paper | hintergrund, hintergrundbild, wallpaper, bildschirmhintergrund | fondo de pantalla, fondo, papel tapiz | fond d ecran, arriere plan, fond | papel de parede, plano de fundo, fundo de tela | 壁纸, 背景, 桌面背景, 墙纸
theme | appearance, look, them, thme, skin, color scheme, colour scheme, mode | design, thema, erscheinungsbild, aussehen, modus | tema, apariencia, aspecto, modo | theme, apparence, mode | tema, aparencia, modo | 主题, 外观, 模式
dark | night, drak, black, darkmode, nightmode, night mode | dunkel, dunkle, dunkles, dunklen, nacht, nachtmodus, dunkelmodus, schwarz | oscuro, oscura, noche, nocturno, negro | sombre, nuit, fonce, noir, nocturne | escuro, escura, noturno, noite, preto | 深色, 暗色, 黑暗, 夜间, 黑色, 暗黑, 暗
light | day mode, bright, white, lihgt, brighter, lightmode, ligth | hell, helle, helles, hellen, heller, tagmodus, weiss, hellmodus | claro, clara, dia, blanco, luminoso | clair, claire, jour, blanc, lumineux | claro, clara, dia, branco | 浅色, 亮色, 明亮, 白天, 白色, 浅, 亮
accent | accent color, accent colour, highlight color, highlight colour, highlight, highlights | akzent, akzentfarbe | acento, color de acento | accent, couleur d accent | cor de destaque, destaque | 强调色, 主题色
color | colour, colors, colours, blue, green, red, purple, violet, pink, orange | farbe, farben, blau, rot, grun, lila, violett, rosa, orange | color, colores, azul, verde, rojo, morado, rosa, naranja | couleur, couleurs, bleu, vert, rouge, violet, rose, orange | cor, cores, azul, verde, vermelho, roxo, rosa, laranja | 颜色, 蓝色, 绿色, 红色, 紫色, 粉色, 橙色
window | windows, widnow, windwos, winodws, windws | fenster, fenstern | ventana, ventanas | fenetre, fenetres | janela, janelas | 窗口, 窗户
desktop | desktp, destkop, screen | desktop, schreibtisch, arbeitsflache, bildschirm | escritorio, pantalla | bureau, ecran | area de trabalho, desktop, tela | 桌面, 屏幕
minimize | minimise, minimze, minmize, hide, tuck away, minimized, get out of the way, collapse | minimier*, ausblend*, versteck*, verkleiner*, klein, kleiner, kleinmachen | minimiza*, oculta*, esconde* | minimise*, reduis*, reduire, cache*, masque* | minimiz*, oculta*, escond* | 最小化, 隐藏, 缩小, 收起来, 收起
show the desktop | show desktop, clear the desktop, clear desktop | desktop zeigen, zeig den desktop, desktop anzeigen, schreibtisch zeigen | muestra el escritorio, mostrar el escritorio | affiche le bureau, montre le bureau | mostra a area de trabalho, mostrar a area de trabalho, mostre a area de trabalho | 显示桌面
arrange | tidy, organize, organise, clean up, arange, sort out, order, declutter, lay out, align, tidy up, rearrange | anordn*, ordne*, aufraum*, sortier*, raum* | organiza*, ordena*, acomoda* | arrange*, range*, organis*, dispose* | organiz*, arrum*, ordena* | 排列, 整理, 摆放, 布局, 安排一下
grid | tile, side by side, next to each other, tiled, tiles | nebeneinander, raster, kacheln, gitter, neben einander | cuadricula, lado a lado, mosaico, uno al lado del otro, una al lado de la otra | grille, cote a cote, mosaique, l un a cote de l autre, l une a cote de l autre | grade, lado a lado, um ao lado do outro, uma ao lado da outra, um do lado do outro | 网格, 平铺, 并排, 并列
golden ratio | golden, spiral, fibonacci | goldener schnitt, goldenen schnitt, goldene spirale | proporcion aurea, proporcion dorada | nombre d or, ratio d or | proporcao aurea, razao aurea | 黄金比例, 黄金分割
settings | setings, preferences, options, config, settigns, configuration, prefs | einstellungen, einstellung, optionen | ajustes, configuracion, opciones, preferencias | parametres, reglages, preferences, options | configuracoes, ajustes, preferencias, opcoes, configuracao | 设置, 设定, 偏好
home | start page, homepage, main page | startseite, start | inicio, pagina principal | accueil | inicio, pagina inicial | 主页, 首页
export | exprot, download, save, csv, spreadsheet, excel, expot | exportier*, export, csv, tabelle, speicher*, runterlad* | exporta*, csv, hoja de calculo | exporte*, csv, tableur | exporta*, exporte, csv, planilha | 导出, 下载, 表格, 保存为, 导出成, 导出为
report | reprot, result | bericht, ergebnis, report | informe, reporte, resultado | rapport, resultat | relatorio, resultado | 报告, 结果, 报表
reports | results | berichte, ergebnisse | informes, reportes, resultados | rapports, resultats | relatorios, resultados |
reach | reaches, hit, hits, get to | erreichen, erreicht | llegar, llegara, alcanza*, llegue, llega | atteindra, atteindre, atteint | chegar, chega, atingir, atinge, chegue | 达到, 涨到
score | scores, scoring, scored, rating, scroe | score, punktzahl, bewertung, punktestand, wertung | puntuacion, puntaje, calificacion | score, notation | pontuacao, score, classificacao | 评分, 得分, 分数, 打分
network | cluster, netwrok | netzwerk, netz | red | reseau | rede | 网络, 链
status | state, congested, health, online | status, zustand, lauft, ausgelastet | estado, funciona, congestionada | etat, statut, fonctionne, congestionne | estado, status, funcionando, congestionada | 状态, 状况, 正常, 拥堵
block | slot, epoch, height, tps, blocks | block, blockhohe, slot, epoche | bloque, epoca, altura | bloc, epoque, hauteur | bloco, epoca, altura | 区块, 区块高度, 高度, 纪元
send | snd, transfer, sned, wire, withdraw, pay out, cash out, payout, withdrawal, sending | sende*, schick*, schik*, uberweis*, abheb*, auszahl*, transferier* | envia*, transfiere*, transferir, manda*, retira* | envoie*, envoyer, transfer*, vire*, retire*, retrait | envia*, envie, transfer*, manda*, sac*, retir* | 发送, 转账, 转给, 发给, 汇, 提现, 提款, 转
swap | exchange, trade, convert, buy, sell, swop, purchase, byu, seling, swpa, bridge | tausch*, kauf*, verkauf*, handel*, wechsl* | intercambi*, compra*, vende*, cambiar sol, canje* | echange*, achet*, vend*, troque* | troca sol, compr*, vend*, swap, negoci* | 兑换, 交换, 买, 卖, 购买, 出售, 换成usdc, 买入, 卖出
fail | fails, failed, failing | fehlschlag*, fehlgeschlagen, scheitert, gescheitert | falla*, fallo, fallido | echoue* | falha*, falhou | 失败, 没成功
refund | money back, refnd, reimburse, chargeback, give me back, refunded, my money back, get back | erstatt*, ruckerstatt*, geld zuruck, mein geld zuruck, punkt zuruck, zuruck, ruckgabe, zuruckhaben | reembols*, devuelv*, devolucion, mi dinero de vuelta | rembours*, rendez moi, mon argent en retour, rendre | reembols*, devolv*, meu dinheiro de volta, estorno | 退款, 退钱, 还钱, 退还, 退回
stake | staking, lend, borrow, unstake, delegate, yield, farm, lending, staken | staken, verleihen, leihen | apostar sol, prestar, hacer staking, delegar | staker, preter, emprunter, deleguer | fazer stake, emprestar, delegar | 质押, 借, 借贷
airdrop | free sol, faucet, test sol, free tokens, airdrops, giveaway | airdrop, gratis sol | airdrop, sol gratis, tokens gratis | airdrop, sol gratuit | airdrop, sol gratis | 空投, 水龙头
create token | launch a token, mint a token, create a token, make a coin, launch a coin, create a coin, issue a token, deploy a token, create my own token, make my own coin | token erstellen, coin erstellen, token herausgeben | crear un token, crear token, lanzar un token | creer un token, lancer un token, creer un jeton | criar um token, criar token, lancar um token | 发币, 创建代币, 发行代币
should i buy | should i sell, should i invest, worth buying, good investment, good buy, invest in, buy or sell, price prediction, moon, mooning, predict, prediction, investment advice, 100x | soll ich kaufen, sollte ich kaufen, soll ich verkaufen, investieren, prognose, soll ich, sollte ich | debo comprar, deberia comprar, invertir, subira, prediccion, va a subir, debo vender | dois je acheter, investir, va monter, prevision, devrais je acheter, va t il monter | devo comprar, investir, vai subir, previsao, devo vender | 应该买, 投资, 会涨, 会跌, 预测, 值得买, 能买吗
seed phrase | private key, recovery phrase, secret key, seedphrase, mnemonic | seed phrase, privater schlussel, wiederherstellungsphrase, privaten schlussel | frase semilla, clave privada, frase de recuperacion | phrase de recuperation, cle privee, phrase secrete | frase semente, chave privada, frase de recuperacao | 助记词, 私钥, 密钥
log out | logout, sign out, signout, log off, log me out, sign me out | abmelden, ausloggen, melde mich ab, abmeldung | cerrar sesion, cierra sesion, salir | deconnexion, deconnecter, deconnecte moi, me deconnecter | sair, terminar sessao, encerrar sessao, deslogar, logout | 退出登录, 登出, 注销登录
password | passwrod, passwort, pasword | passwort, kennwort | contrasena, clave | mot de passe | senha | 密码
support | human, real person, customer service, contact, talk to someone, help desk, complain, complaint, feedback, bug report, report a bug, give feedback, leave feedback | support, mensch, kundendienst, menschen, kontakt, mitarbeiter, feedback, ruckmeldung, fehler melden, beschwerde, verbesserungsvorschlag | soporte, persona real, atencion al cliente, contacto, humano, comentarios, sugerencia, sugerencias, reportar un error, queja | assistance, support, humain, service client, contacter, signaler un bug, signaler une erreur, un retour, mes retours, reclamation | suporte, humano, atendimento, contato, pessoa real, feedback, sugestao, sugestoes, reportar um erro, reclamacao | 客服, 人工, 联系, 反馈, 意见, 建议, 投诉
hello | hi, hey, heyy, heyyy, helloo, hii, helo, hallo, yo, heya, hiya, good morning, good evening, good afternoon, howdy, sup, greetings, gm, hello there, hi there | hallo, guten tag, guten morgen, moin, servus, hi, guten abend, gruss gott | hola, buenas, buenos dias, buenas tardes, buenas noches | bonjour, salut, bonsoir, coucou | ola, oi, bom dia, boa tarde, boa noite, e ai, eai, eae, iae, opa | 你好, 您好, 嗨, 早上好, 晚上好, 哈喽, 下午好, 在吗
thanks | thank you, thx, ty, thank u, thnx, tysm, thanks a lot, appreciate it, much appreciated | danke, vielen dank, danke schon, dankeschon | gracias, muchas gracias | merci, merci beaucoup | obrigado, obrigada, valeu, muito obrigado | 谢谢, 多谢, 感谢
bye | goodbye, see you, cya, see ya, good night, later | tschuss, auf wiedersehen, bis bald, gute nacht, ciao | adios, hasta luego, chao, nos vemos | au revoir, a bientot, bonne nuit, ciao | tchau, adeus, ate logo, ate mais | 再见, 拜拜, 晚安
what can you do | what do you do, wat can u do, wat can you do, what can i do here, what can i ask, features, capabilities, what are you able to do, what can u do, how does this work, how do i use this, what is this, what can this do, help me, help, guide, tutorial, hlep, how can you help, what are you good for, what should i ask | was kannst du, was kannst du alles, was kannst du so, was konnen sie, hilfe, wie funktioniert das, funktionen, was kann ich hier machen, hilf mir, was kann ich tun, wobei kannst du | que puedes hacer, que puedes hacer por mi, que sabes hacer, ayuda, como funciona esto, ayudame, funciones, que haces, en que puedes ayudarme | que peux tu faire, que sais tu faire, aide, comment ca marche, aide moi, qu est ce que tu peux faire, tu peux faire quoi, tu sais faire quoi, tu fais quoi, a quoi sers tu, fonctions | o que voce pode fazer, o que voce faz, ajuda, como funciona isso, me ajuda, o que pode fazer, o que voce sabe fazer, o que voce consegue fazer, o que sabe fazer, funcoes | 你能做什么, 你会什么, 帮助, 怎么用, 功能, 你可以做什么, 你能干什么, 你能干嘛, 有什么功能
who are you | are u chatgpt, are you chat gpt, are u a bot, are u ai, are you gpt, are you claude, are you a robot, are you ai, are you human, are you a bot, your name, are you real, are you chatgpt | wer bist du, was bist du, wie heisst du, bist du eine ki, bist du ein bot | quien eres, que eres, como te llamas, eres una ia, eres un bot | qui es tu, qui etes vous, comment tu t appelles, es tu une ia, tu es qui | quem e voce, o que e voce, como voce se chama, voce e uma ia, qual seu nome, qual e o seu nome | 你是谁, 你叫什么, 你是ai, 你是机器人, 你是人吗
how are you | how r u, hows it going, how s it going, how do you do, whats up, what s up, wassup | wie geht es dir, wie geht s, wie gehts, wie gehts dir so, wie gehts so, wie geht es ihnen | como estas, que tal, como te va, q tal, k tal | comment ca va, ca va, comment vas tu | como vai, tudo bem, como voce esta, tudo bom | 你好吗, 最近怎么样, 过得怎么样
time is it | what time, current time, clock, what is the time, whats the time, what s the time | wie spat, uhrzeit, wie viel uhr, wieviel uhr | que hora, hora es | quelle heure, il est quelle heure, heure est il | que horas, horas sao | 几点了, 几点, 现在时间
mean | meaning, definition, define, explain, stand for, explanation | bedeut*, erklar*, erklaer*, definition | signific*, explica*, definicion | signifie*, expliqu*, definition | signific*, expli*, definicao | 意思, 解释, 定义, 含义
work | works | funktionier* | funciona* | fonctionne*, marche | funciona* | 工作, 运作
who made money | who profited, who won, who earned | wer hat verdient, wer hat geld verdient, wer hat gewonnen | quien gano dinero, quien gano | qui a gagne de l argent, qui a gagne | quem ganhou dinheiro, quem lucrou | 谁赚了钱, 谁赚钱, 谁盈利
authority | authorities, renounced, revoked | berechtigung | autoridad | autorite | autoridade | 权限
free |  | kostenlos, gratis, umsonst, frei | gratis, gratuito, libre | gratuit, gratuitement, libre, dispo | gratis, gratuito, de graca, livre | 免费, 有空, 空闲, 有时间
query | queries, question, request | abfrage, abfragen, frage, anfrage | consulta, consultas, pregunta | requete, requetes, question | consulta, consultas, pergunta | 查询, 次查询
weather | wether, rain, forecast | wetter, regen | tiempo hace, clima, lluvia | meteo, temps fait, pluie | previsao do tempo, clima, chuva | 天气, 下雨
joke | jokes | witz, witze | chiste, broma | blague, blagues | piada, piadas | 笑话
poem | sonnet, song, story, poetry, essay | gedicht, lied, geschichte | poema, cancion, cuento | poeme, chanson, histoire | poema, musica, historia | 诗, 歌, 故事, 一首诗
translate | translation | ubersetz* | traduc*, traduce | tradui* | tradu* | 翻译
recipe | cook, bake, food, pizza, dinner | rezept, koch*, back*, essen, pizza | receta, cocinar, comida, pizza | recette, cuisin*, manger, pizza | receita, cozinhar, comida, pizza | 菜谱, 做饭, 披萨, 吃
football | soccer, match, game, world cup, nba | fussball, spiel, weltmeister* | futbol, partido, mundial | football, match, coupe du monde | futebol, jogo, copa do mundo | 足球, 比赛, 世界杯
capital | president, country | hauptstadt, prasident, land | capital, presidente, pais | capitale, president, pays | capital, presidente, pais | 首都, 总统, 国家
linked | connected, linkd, connect, connecting, disconnect, unlink | verknupft, verbunden, verbundene, verbinde, verbinden, verknupfe, verknupfen | vincul*, conect* | lie, liee, connecte, connectee, connecter, relier, relie | vincul*, conect* | 绑定, 连接
fall | go down, went down, goes down, fell, dropped, dropping, dump, dumps, dumped, dumping, tanking, tanked, crash, crashed, crashing, falling | fallt, faellt, gefallen, sinkt, sturzt, gesunken | baja, cae, cayo, bajando, bajo, cayendo | baisse, chute, tombe, chuter, passe sous, descend sous, descend en dessous, passe en dessous, descend, tombe sous | caiu, cai, caindo, despencou | 跌, 下跌, 跌了, 暴跌, 跌破, 降到, 跌到, 跌落
rise | go up, went up, goes up, pump, pumps, pumped, pumping, rising, rallied, rally, soared, rose | steigt, gestiegen, steigen | sube, subio, subiendo | monte, grimpe, augmente, passe au dessus, depasse, passe les | subiu, sobe, subindo | 涨, 上涨, 涨了, 暴涨, 涨破, 突破, 升破, 升到
tell me | tell us, give me | erzahl*, sag mir, sage mir, mir sagen, mir verraten, mir zeigen | cuentame, dime, decirme, me puedes decir, puedes decirme, me dices, dices, me das | raconte*, dis moi, me dire, peux tu me dire, tu peux me dire, tu me dis, tu me montres | me conta, me conte, conte me, me diga, me fala, me dizer, me diz, pode me dizer, me passa, me mostra ai | 告诉我, 讲, 讲个, 说说
darker | dimmer, less bright | dunkler | mas oscuro | plus sombre | mais escuro | 更暗, 暗一点
use up | use, used, burn, burned, blew, burnt | verbraucht, verbrannt, nutzen, benutzen | consumido, usar, usarlo | utilise, utiliser | usei, usado, usar | 用掉
drained | hacked, stolen, stole, robbed, phished, drainer | gehackt, gestohlen | robaron, hackearon, robado | pirate, vole, volee | hackeada, roubaram, roubado | 被盗, 被黑, 偷
notify | alert, alerts, alarm, alarms, ping me, warn me, tell me when, let me know when, let me know if, tell me if | benachrichtig*, sag bescheid wenn, sag mir wenn, melde dich wenn, melde dich, meld dich, sag bescheid, alarm, sag mir bescheid, gib mir bescheid, gib bescheid, informier*, preisalarm, kursalarm, preisalarme | notificame, alerta, alarma, avisame cuando, avisame si, notifica, notificar, notificarme, notifiquen, notifiqueme, alertas | previens moi quand, prevenez moi quand, previens moi, prevenez moi, alerte, alarme, notifie*, avertis moi, previens moi si, alertes | notifique, alerta, alarme, me avise quando, me avise se, avise me quando, avise me se, avisa quando, avisa se, notifica, notificar, notificame, alertas, me avisa quando, me avisa se | 通知, 预警, 警报, 价格提醒
notifications | notification, notifs, notif, push notification, push notifications, quiet hours, quiet hour, do not disturb, dnd | benachrichtigungen, benachrichtigung, mitteilungen, ruhezeit, ruhezeiten, nicht storen | notificaciones, notificacion, horas de silencio, no molestar | notifications, notification, heures calmes, ne pas deranger | notificacoes, notificacao, horas de silencio, horario silencioso, nao perturbe | 关闭通知, 关掉通知, 打开通知, 通知设置, 免打扰, 勿扰, 静音
stop watch | unwatch, stop watching, stop following, stop tracking, stop monitoring, quit watching, quit following, quit tracking, unfollow, unfollowing, stop notifying, stop alerting, forget wallet, forget about wallet | nicht mehr beobacht*, nicht mehr verfolg* | deja de seguir, para de seguir, deja de vigilar, dejar de seguir, dejar de vigilar, no sigas | arrete de suivre, arreter de suivre, ne plus suivre, arrete de surveiller | pare de seguir, para de seguir, para de acompanhar, para de monitorar, deixa de seguir, parar de seguir, pare de acompanhar, pare de monitorar, nao sigas | 停止关注, 取消关注, 停止监控, 停止跟踪, 不再关注, 别再关注, 不要再关注, 不再监控, 别再监控, 取消监控
watch | watched, watching, watches, track, follow, tracking, monitor, copy trade, copytrade, snipe, keep an eye on, favorite wallets, favourite wallets, starred wallets, starred, following | beobacht*, verfolg*, folge, favoriten, favorisierte, favorisierten | sigue, seguir, vigila*, rastre*, sigo, sigues, siguiendo, vigilando, favorita, favoritas, favorito, favoritos | suis, suivre, surveill*, favori, favoris, favorites, suivi, suivis, suivie, suivies, surveilles | segu*, acompanh*, monitor*, rastre*, sigo, favorita, favoritas, favorito, favoritos | 监控, 跟踪, 关注, 追踪, 盯着, 盯住, 盯, 留意, 盯一下
there is |  | gibt es, gibts | hay | il y a, y a t il | ha, existe, tem em | 有没有
do i have to | must i, do i need to | muss ich | tengo que, debo | dois je, faut il | tenho que, preciso | 我必须
have | has, had, having | haben, hat, habt, hast | tiene, tienen, han | ont, avez, avons, as | tem, tenha, temos | 拥有
can | could | kann, kannst, konnen, konnte | puedo, puede, pueden, se puede | peux, peut, pouvons, puis | posso, pode, podem | 能, 可以
more | most | mehr, meisten, meiste | mas, mayor | plus, davantage | mais, maior | 更多, 最多
turn off | turned off, switch off, disable, deactivate, mute, silence | ausschalten, abschalten, deaktivier*, stummschalten | desactiv*, silencia* | desactive*, coupe | desativ*, silencia* |
turn on | turned on, switch on, enable, activate | einschalten, anschalten, aktivier* | | | |
except | apart from, other than, aside from, everything but, all but, excluding | ausser, ausgenommen, bis auf, abgesehen von | excepto, menos, salvo | sauf, excepte, hormis, a part | exceto, menos, salvo | 除了, 除, 以外, 之外
without |  | ohne | sin | sans | sem |
only | solely, exclusively | nur, ausschliesslich | solo, solamente, unicamente | seulement, uniquement | somente, apenas, so | 只, 仅, 只有
calculate | calculated, compute, computed | berechne*, errechne* | calcula* | calcul* | calcula* | 算, 计算
as |  | als | como | en, comme | como | 作为
for what |  | wofur, wozu | en que, para que sirve, de que sirve | pour quoi, a quoi | com o que, em que | 用在哪
earned | made money, earn, gained, won, profited, profit, making money, makes money, made bank, took profit, took profits, cashed out, cashed in, cash in | verdient, gewonnen, gewinn gemacht, gewinn | ganado, gano, ganaron | gagne | ganhou, ganharam, lucrou, lucraram | 赚
new | newer | neu, neuer, neue, neuen, neues | nuevo, nueva, nuevos | nouveau, nouvelle, nouvel | novo, nova, novos | 新, 新的
arrive | arrived, arrives, go through, went through, go thru, went thru, come through, come in, came in, credited | angekommen, eingegangen, gutgeschrieben, da | llego, llegado, ha llegado | arrive, arrivee | chegou, chegado | 到账, 到了, 收到
another | different, other, next one | anderes, andere, anderer, anderen | otro, otra, distinto | autre, different | outro, outra, diferente | 另一个, 别的, 其他
old |  | alt, alte, alten, altes, alter | anos tienes | age | anos voce tem | 几岁
at | @ | um, gegen | a las, a la | a | |
hour | hours, hrs | stunde, stunden | hora, horas | heure, heures | hora, horas | 小时
watchlist | watch list, watch lists | beobachtungsliste, merkliste, watchlist | lista de seguimiento, lista de vigilancia, watchlist | liste de suivi, liste de surveillance, watchlist | lista de observacao, lista de acompanhamento, watchlist | 关注列表, 观察列表, 监控列表
validator | validators | validator, validatoren | validador, validadores | validateur, validateurs | validador, validadores | 验证者, 验证节点, 验证人
liquidity pool | liquidity pools | liquiditatspool, liquiditatspools, liquidity pool | pool de liquidez, fondo de liquidez | pool de liquidite, bassin de liquidite | pool de liquidez | 流动性池
liquidity |  | liquiditat | liquidez | liquidite | liquidez | 流动性
rug pull | rug pulls, rugpull, rugpulls | rug pull, rugpull | rug pull, rugpull | rug pull, rugpull | rug pull, rugpull | rug pull, rugpull
mint authority |  | mint authority, pragerecht | mint authority, autoridad de acunacion, autoridad de emision | mint authority, autorite de frappe, autorite d emission | mint authority, autoridade de cunhagem, autoridade de emissao | 铸币权, 增发权
freeze authority |  | freeze authority, sperrrecht | freeze authority, autoridad de congelacion, autoridad de congelamiento | freeze authority, autorite de gel | freeze authority, autoridade de congelamento | 冻结权
freeze | frozen, freezing | einfrier*, eingefroren, einzufrieren | congel* | geler, gele, gelee | congel* | 冻结
afford |  | leisten | permitirme, alcanza para | me permettre, m offrir | bancar, da pra fazer, da para fazer |
weekend | weekends | wochenende | fin de semana | week end, weekend | fim de semana, final de semana | 周末
since |  | seit | desde | depuis | desde | 自从, 以来
difference | | unterschied | diferencia | difference | diferenca | 区别
between |  | zwischen | entre | entre | entre | 之间
nothing | none | nichts, nix | nada | rien | nada | 没找到, 什么都没有
monday | | montag, montags | lunes | lundi | segunda feira, segunda |
tuesday | | dienstag, dienstags | martes | mardi | terca feira, terca |
wednesday | | mittwoch, mittwochs | miercoles | mercredi | quarta feira, quarta |
thursday | | donnerstag, donnerstags | jueves | jeudi | quinta feira, quinta |
friday | | freitag, freitags | viernes | vendredi | sexta feira, sexta |
saturday | | samstag, samstags, sonnabend | sabado | samedi | sabado |
sunday | | sonntag, sonntags | domingo | dimanche | domingo |
morning | | vormittag, fruh | | matin, matinee | manha |
afternoon | | nachmittag, nachmittags | | apres midi | |
evening | | abend, abends | | soir, soiree | |
quarter | | quartal, quartals | trimestre | trimestre | trimestre | 季度
january | | januar | enero | janvier | janeiro | 一月份, 一月, 1月
february | | februar | febrero | fevrier | fevereiro | 二月份, 二月, 2月
march | | marz | marzo | mars | marco | 三月份, 三月, 3月
april | | april | abril | avril | abril | 四月份, 四月, 4月
may | | mai | mayo | mai | maio | 五月份, 五月, 5月
june | | juni | junio | juin | junho | 六月份, 六月, 6月
july | | juli | julio | juillet | julho | 七月份, 七月, 7月
august | | august | agosto | aout | agosto | 八月份, 八月, 8月
september | | september | septiembre | septembre | setembro | 九月份, 九月, 9月
october | | oktober | octubre | octobre | outubro | 十月份, 十月, 10月
november | | november | noviembre | novembre | novembro | 十一月份, 十一月, 11月
december | | dezember | diciembre | decembre | dezembro | 十二月份, 十二月, 12月
common | in common | gemeinsam* | en comun, comun, comunes | en commun, commun* | em comum, comum, comuns | 共同, 共有, 同时
bought | sold | gekauft, verkauft | compraron, comprado, vendio, vendieron, vendido | vendu | compraram, comprado, vendeu, venderam, vendido | 买了, 卖了, 买过, 卖过
how much points |  |  |  |  |  | 多少点, 几个点, 几点积分, 多少点数
now | right now, rn, atm, at the moment | jetzt, gerade, grad, derzeit, momentan, zurzeit | ahora, ahorita, ahora mismo | maintenant, en ce moment, actuellement | agora, neste momento, agorinha |
topic | topics | themen | temas | sujet, sujets | topico, topicos, assunto, assuntos | 话题, 专题
tell me about | talk about, tell us about, tell me more about | erzahl mir was uber, erzahl mir etwas uber, erzahl mir mehr uber, erzahl mir von, was weisst du uber | cuentame sobre, cuentame de, hablame de, hablame sobre, que sabes de, que sabes sobre | parle moi de, parle moi du, dis moi en plus sur, que sais tu de, que sais tu sur | me fala sobre, me fala de, me conta sobre, fala sobre, o que voce sabe sobre | 介绍一下, 介绍, 讲讲, 聊聊
do |  | macht, gemacht, treibt | hizo, hace, hago, haciendo, hecho, hicieron | fait on, faire | fez, faco, fazendo, fizeram | 做了, 干了, 在做, 在干
done | finished, ready, complete, completed | fertig | listo, terminado, termino | fini, finie, pret, prete, terminee | pronto, pronta, terminou | 好了, 完成, 做好, 完了
am i |  | bin ich | estoy, ando |  | estou, to |
am i free |  |  |  | je suis libre, suis je libre, je suis dispo, suis je dispo |  |
early |  | zeitig, fruhzeitig, am anfang, fruhe, fruhen, fruher, ganz fruh, als erstes | temprano, al principio, desde el principio, primero que nadie | tot, au debut, au tout debut, tres tot | cedo, no comeco, no inicio, no comecinho | 很早, 早早, 最早, 早期, 最先, 最初
enough |  | genug, reicht, reichen, ausreichend | suficiente, suficientes, bastante | assez, suffisamment | suficiente, suficientes | 够, 足够, 够不够
how work |  |  | como funciona, como funcionan | comment fonctionne, comment fonctionnent | como funciona, como funcionam |
where is |  | wo ist, wo sind | donde esta, donde estan | ou est, ou sont, ou sont passes, ou est passe | onde esta, onde estao, cade | 在哪, 在哪里, 在哪儿
payments arrive |  |  |  |  | pagamento caiu, pix caiu |
file | files, document, documents, pdf, pdfs | datei, dateien, dokument, dokumente | archivo, archivos, documento, documentos, fichero, ficheros | fichier, fichiers, document, documents | arquivo, arquivos, documento, documentos, ficheiro, ficheiros | 文件, 文档
maximize | maximise, maximized, enlarge, full screen, fullscreen | maximier*, vergrosser*, vollbild | maximiza*, agranda*, pantalla completa | maximise*, agrandi*, plein ecran | maximiz*, tela cheia | 最大化, 放大, 全屏
stop |  | hor auf, hore auf, stopp*, aufhor* | deja de, dejar de, para de, detener, detene, deten | arrete, arreter, arretez, arrete de, arreter de, cesse, cesser | para de, pare de, parar de, deixa de, deixe de | 停止, 停, 停掉
almost | nearly | fast, beinahe | casi | presque, quasiment | quase | 几乎, 差不多
twice | two times, double | zweimal, doppelt | dos veces, doble | deux fois, double | duas vezes, dobrado | 两次, 重复
upload | uploading, attach | hochlad*, hochgeladen | subir, adjuntar | televers*, importer, joindre | enviar um arquivo, subir, anexar | 上传
too many |  | zu viele | demasiadas, demasiados | trop de | muitas demais, demais | 太多了, 太多
who made |  |  |  |  |  | 谁发的, 谁创建的, 谁发行的, 谁做的
- |  | mal, laufen, laufend |  |  |  | 的时候, 时, 了, 吗, 吧, 呢, 啊, 我, 把, 下, 得, 地, 么, 个, 有, 了没, 了没有
`
