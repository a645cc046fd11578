/** The words that people use in questions for research. `dictionary.ts` explains the columns. */
export const QUESTION_WORDS = `
english | de | es | fr | pt | zh
what share | wie viel prozent, welcher anteil | que porcentaje | quel pourcentage, quelle part | qual porcentagem, que parcela |
how many | wie viele, wieviele | cuantos, cuantas | combien de, combien d | quantos, quantas | 多少个, 多少, 几个
how much | wie viel, wieviel, wie hoch | cuanto, cuanta | combien | quanto, quanta | 多高
how long | wie lange, wie lang | cuanto tiempo, cuanto duro, cuanto dura | combien de temps, depuis combien de temps | quanto tempo | 多久, 多长时间
what is | was ist, was sind, was bedeutet, was heisst, wie ist, wie lautet | que es, que son, que significa, cual es, cuales son | qu est ce que, qu est ce qu, que signifie, c est quoi, quel est, quelle est, quels sont, quelles sont | o que e, o que sao, o que significa, qual e, quais sao | 是什么, 什么是, 有哪些
what happened | was ist passiert, was passierte, was geschah, was war los | que paso, que ha pasado, que sucedio, que ocurrio | que s est il passe, qu est il arrive, que s est passe | o que aconteceu, que aconteceu | 发生了什么, 怎么了, 出了什么事
happened | passiert, passierte, geschehen, geschah | pasado, paso, ocurrido, ocurrio | passe, arrive | aconteceu, aconteceram | 发生
lending pool | kreditpool, kreditpools | fondo de prestamos, pool de prestamos | pool de prets | pool de emprestimos | 借贷池
what is new | was gibt es neues, was gibts neues, neuigkeiten, neues | que hay de nuevo, novedades, noticias | quoi de neuf, quelles nouvelles, des nouvelles, nouvelles, actualites | novidades, o que ha de novo, noticias | 新闻, 最新消息, 消息, 新鲜事
should | soll, sollte, sollten | debo, deberia, deberiamos | dois, devrais, faut il | devo, deveria | 应该, 该
I | ich | yo | je, j | eu | 我
buy | kaufen | comprar | acheter | comprar | 买, 买入
sell | verkaufen | vender | vendre | vender | 卖, 卖出
invest | investieren, anlegen | invertir | investir | investir | 投资
worth it | lohnt sich | vale la pena | vaut le coup | vale a pena | 值得
written | geschrieben, programmiert | escrito, escrita | ecrit, ecrite | escrito, escrita | 编写
now | jetzt | ahora | maintenant | agora | 现在
month | monat, monats, monaten | mes, meses | mois | mes, meses | 月
year | jahr, jahres, jahren | ano, anos | an, annee, ans | ano, anos | 年
its | sein, seine, ihre, ihren | su, sus | ses, son, sa, leur, leurs | seu, sua, seus, suas | 它的
my | mein, meine, meinen | mi, mis | mon, ma, mes | meu, minha, meus, minhas | 我的
money | geld | dinero | argent | dinheiro | 资金
receive | erhalten, erhalt, bekommt, bekommen | recibe, reciben, recibir | recoit, recoivent, recevoir, touche | recebe, recebem, receber | 收到, 获得
people | leute, menschen, personen | gente, personas | gens, personnes | pessoas | 人
what | was, welche, welcher, welches, welchen, welchem | que, cual, cuales | quoi, quel, quelle, quels, quelles, que, qu | que, qual, quais, o que | 什么, 哪些, 哪个, 哪
who | wer, wen, wem | quien, quienes | qui | quem | 谁
why | warum, wieso, weshalb | por que | pourquoi | por que, porque | 为什么, 为何
when | wann | cuando | quand | quando | 什么时候, 何时
where | wo | donde | ou | onde | 哪里, 哪儿
how | wie | como | comment | como | 怎么, 如何
is there | gibt es, gab es | hay, hubo, existe, existen | y a t il, il y a, y a t il eu, existe | ha, existe, existem, houve | 有没有, 有
was | wurde, wurden |  | fut, furent |  |
found | gefunden, fand | encontro, encontrado | trouve, trouvee | encontrou, encontrado | 发现
charges | verlangt, verlangen, berechnet | cobran | facture, prend | cobram | 收取
per | pro | por cada | | por cada | 每
amount | betrag, summe, betrage | cantidad, importe, monto, suma | montant, somme | montante, quantia, valor | 金额, 数额
from | ab | a partir de | a partir de, a partir du | a partir de, a partir do |
transfers | uberweisungen, uberweisung, transfers | transferencias, transferencia | transferts, transfert, virements | transferencias, transferencia | 转账
transaction | transaktion | transaccion | | transacao | 一笔交易
wait | warten, wartet | esperan, espera, esperar | attendent, attend | esperam, espera, esperar | 等待
delay | verzogert, verzogern | retrasa, retrasan, demora | retarde, retardent | atrasa, atrasam | 延迟
lowered | gesenkt, senkt, senken, senkte | | | reduziu, baixou |
above | uber | por encima de | au dessus de, superieurs a, superieures a | acima de | 超过, 高于
million | million, millionen | millon, millones | million, millions | milhao, milhoes | 百万
hold | halt, besitzt | posee, poseen | detient, detiennent | detem | 持有
for what | wofur, wozu | para que | a quoi | para que | 
limit | begrenzt, begrenzen, limit, grenze | limita, limitan, limite | limite, limitent | limita, limitam, limite | 限制, 限额
difference | unterschied, unterschiede | diferencia, diferencias | difference, differences | diferenca, diferencas | 区别, 差别, 不同
between | zwischen | entre | entre | entre | 之间
tips | trinkgelder | propinas | pourboires | gorjetas | 小费
largest | grosste, grossten, grosster, grosstes | mayores, mas grandes | plus grands, plus grandes | maiores | 最大的
spent | ausgegeben, ausgab, gab aus | gasto, gastado, gastaron | depense, depensee | gastou, gastaram, gasto | 花费, 花了
buybacks | ruckkauf, ruckkaufe, ruckkaufen, zuruckkaufen | recompra, recompras, recomprar | rachat, rachats, racheter | recompra, recompras, recomprar | 回购
from | aus | desde | depuis | desde | 从
is | ist, sind, war, waren | es, son, esta, estan, fue, fueron | est, sont, etait, etaient, a t il, a t elle, ete | e, sao, esta, estao, foi, foram | 是
has | hat, haben, habe | tiene, tienen, ha, han | a, ont, possede | tem, possui | 拥有
will | wird, werden | va a, van a, sera | va, vont, sera | vai, vao, sera | 会, 将
priority | prioritat, vorrang | prioridad | priorite, prioritaire, prioritaires | prioridade | 优先
take | dauert, braucht, brauchen | tarda, tardan, dura, duran | met, mettent, dure, durent | demora, demoram, leva, levam | 花
warn | warnt, warnen, warnung | avisa, avisan, advierte, advierten | avertit, avertissent, previent | avisa, avisam, alerta, alertam | 警告, 提醒
sign | unterschreib*, signier*, unterzeichn* | firma, firman, firmar | signe, signer, signature | assina, assinar, assinatura | 签名, 签署
before | bevor | antes de, antes | avant de, avant | antes de, antes | 之前
after | nachdem | despues de, despues, tras | apres | depois de, depois, apos | 之后
lists | listet, listen, gelistet | lista, listan, listado | liste, listent | lista, listam, listado | 上线, 上架
rewards | belohnung, belohnungen | recompensa, recompensas | recompense, recompenses | recompensa, recompensas | 奖励
pay | zahlt, zahlen, bezahlt | paga, pagan, pagar | paie, paient, payer, verse, versent | paga, pagam, pagar, pagou | 支付
payments | zahlung, zahlungen | pago, pagos | paiement, paiements | pagamento, pagamentos | 付款
owners | besitzer, eigentumer | dueno, duenos, propietario, propietarios | proprietaire, proprietaires | dono, donos, proprietario, proprietarios | 所有者, 拥有者
number of | anzahl | numero de | nombre de | numero de | 数量
reason | grund | razon, motivo | raison | razao, motivo | 原因
caused | verursacht, verursachte, ursache | causo, causa, provoco | cause, provoque | causou, causa, provocou | 导致, 引起
change | geandert, andert, anderung, anderungen | cambia, cambio, cambios, cambiado | change, changement, changements, modifie | muda, mudou, mudanca, mudancas | 改变, 变化, 更改
allow | erlaubt, durfen | permite, permiten, permitido | permet, permettent, permis | permite, permitem, permitido | 允许
need | benotigt, benotigen, muss, mussen | necesita, necesitan | doit, doivent, besoin | precisa, precisam, deve, devem | 需要, 必须
launch | gestartet, eingefuhrt | lanzo, lanzan, lanzado | lance, lancement | lancou, lancado | 推出
support | unterstutzt, unterstutzen | apoya, apoyan, admite | soutient, soutiennent | apoia, apoiam, suporta | 支持
developers | entwickler | desarrollador, desarrolladores | developpeur, developpeurs | desenvolvedor, desenvolvedores | 开发者, 开发人员
team | team | equipo | equipe | equipe | 团队
new | neu, neue, neuen, neuer | nuevo, nueva, nuevos, nuevas | nouveau, nouvelle, nouveaux | novo, nova, novos, novas | 新
first | erste, ersten, erster, zuerst | primer, primero, primera | premier, premiere | primeiro, primeira | 第一
most | meisten, meiste | la mayoria | la plupart | maioria | 最多
fast | schnell, schneller | rapido, rapida | rapide, vite | rapido, rapida | 快
market | markt | mercado | marche | mercado | 市场
inflation | inflation | inflacion | inflation | inflacao | 通胀, 通货膨胀
blocks | block, blocke | bloque, bloques | bloc, blocs | bloco, blocos | 区块
seconds | sekunde, sekunden | segundos | seconde, secondes | segundos | 秒
minutes | minute, minuten | minuto, minutos | minute, minutes | minuto, minutos | 分钟
hours | stunde, stunden | hora, horas | heure, heures | hora, horas | 小时
days | tag, tage, tagen | dia, dias | jour, jours | dia, dias | 天
weeks | woche, wochen | semana, semanas | semaine, semaines | semana, semanas | 星期
quarter | quartal | trimestre | trimestre | trimestre | 季度
card | karte | tarjeta | carte | cartao | 卡
countries | land, lander | pais, paises | pays | pais, paises | 国家
seed phrase |  | frase semilla | phrase secrete, phrase de recuperation | frase semente | 助记词
scam | betrug, betrugerisch | estafa, estafas, fraude | arnaque, arnaques | golpe, golpes, fraude | 骗局, 诈骗
protect | schutzt, schutzen | protege, protegen, proteger | protege, protegent, proteger | protege, protegem, proteger | 保护
upgrade | aktualisieren, aktualisierung | actualizar, actualizacion | mise a jour, mettre a jour | atualizar, atualizacao | 升级, 更新
operators | betreiber | operador, operadores | operateur, operateurs | operador, operadores | 运营者
profit | gewinn | ganancia, ganancias, beneficio | benefice, benefices | lucro, lucros | 利润
revenue | einnahmen, umsatz | ingresos | revenus, recettes | receita, receitas | 收入
debt | schulden | deuda, deudas | dette, dettes | divida, dividas | 债务
decided | entschieden, beschlossen | decidio, decidido | decide | decidiu, decidido | 决定
works | funktioniert, funktionieren | funciona, funcionan | fonctionne, fonctionnent | funciona, funcionam | 运作
reach | erreicht, erreichen, erreichte | alcanza, alcanzan, alcanzo | atteint, atteignent | alcanca, alcancou, atingiu | 达到
delegate | delegier* | deleg* | deleg* | deleg* | 委托
the | der, die, das, den, dem, des | el, la, los, las, lo | le, la, les, l | o, a, os, as |
a | ein, eine, einen, einem, einer, eines | un, una, unos, unas | un, une, des | um, uma, uns, umas |
of | von, vom | de, del | de, du, d | de, do, da, dos, das | 的
in | in, im, bei, beim | en | dans, en, au, aux, chez | em, no, na, nos, nas | 在
on | auf, am | sobre | sur | sobre | 上
for | fur | por, para | pour | por, para, pelo, pela | 对
to | zu, zum, zur, an, nach | a, al |  | ao, aos |
with | mit, mittels | con | avec, par | com |
and | und | y, e | et |  | 和, 与, 跟
or | oder | o, u |  | ou | 还是, 或
than | als |  |  | do que |
not | nicht, kein, keine, keinen | no, nunca | ne, n, pas | nao, nunca | 没有, 没, 不
- | denn, mal, es, er, sich, man, gerade, eigentlich, mir, mich | se, me, te, hacer, hace, da, dan | est ce que, est ce qu, se, s, me, ce, y, t, il, elle, ils, elles, on | se, me | 了, 吗, 呢, 吧, 啊, 请, 被, 占, 给, 下
trading | handel, handels | comercio, negociacion | negociation, cotation | negociacao, negociacoes | 交易
endpoints | endpunkte, endpunkt | puntos de acceso | points d acces | pontos de acesso | 端点
controls | kontrolliert, kontrollieren | controla, controlan | controle, controlent | controla, controlam | 控制
can | kann, konnen | puede, pueden | peut, peuvent | pode, podem | 能, 可以
yield | rendite, renditen, ertrag, verzinsung, bringt, bringen | rendimiento, rentabilidad, retorno, rinde, rinden | rendement, rendements, rapporte, rapportent | rendimento, rentabilidade, retorno, rende, rendem | 收益率, 收益, 回报率, 回报, 年化
staking | staking, staken, stake* | staking | staking, jalonnement | staking | 质押
stake | stakes, einsatz, einsatzes | participacion, stake | stake, mise | stake, participacao | 质押量
share | anteil, anteile, prozent | porcentaje, parte, cuota, proporcion | part, pourcentage, proportion | porcentagem, parcela, fatia, parte | 比例, 份额, 占比, 百分之
risks | risiko, risiken, gefahr* | riesgo, riesgos, peligro* | risque, risques, danger* | risco, riscos, perigo* | 风险
price | preis, kurs, preise, kurse | precio, precios, cotizacion | prix, cours | preco, precos, cotacao | 价格, 价钱, 币价
volume | volumen, handelsvolumen | volumen | volume | volume | 交易量, 成交量
fee | gebuhr, gebuhren, kosten, provision, provisionen, kommission* | comision, comisiones, tarifa* | frais, commission* | taxa, taxas, comiss* | 手续费, 费用, 费率, 佣金
cost | kostet | cuesta, cuestan, cobra | coute, coutent | custa, custam, cobra | 成本
priority fees | prioritatsgebuhren, prioritatsgebuhr | comisiones de prioridad | frais de priorite | taxas de prioridade | 优先费, 优先费用
median | mittlere, median* | mediana, mediano | mediane, median | mediana, mediano | 中位数
loan | kredit, kredite, darlehen | prestamo* | pret, prets | emprestimo* | 贷款
lending | kredit*, leih* | prestamos, credito | emprunt* | emprestimos, credito | 借贷
pool | pool, pools | fondo comun, pool | pool | pool | 资金池, 池
fund | fonds | fondo, fondos | fonds | fundo, fundos | 基金
funding round | finanzierungsrunde, finanzierung | ronda de financiacion, ronda | levee de fonds, tour de table | rodada, rodada de investimento | 融资, 轮融资
runs | laufen, lauft | ejecuta*, corre, corren | tourne, tournent | roda, rodam, opera, operam | 运行, 跑
led | angefuhrt, leitete, fuhrte | lidero, encabezo | mene, dirige | liderou | 领投
approved | genehmigt, zugelassen, bewilligt, genehmigte | aprobo, aprobado, aprobada, aprobaron | approuve, approuvee, autorise | aprovou, aprovado, aprovada | 批准, 获批, 通过
rejected | abgelehnt, lehnte | rechazo, rechazado, rechazada | rejete, refuse | rejeitou, rejeitado, rejeitada | 拒绝, 否决
stolen | gestohlen, geklaut, entwendet, erbeutet | robaron, robado, robados, robo | vole, voles, derobe | roubaram, roubado, roubados, roubou | 被盗, 偷走, 盗走
hacked | gehackt, angegriffen | hackearon, hackeado, hackeada, atacado | pirate, piratee, hacke | hackeado, hackeada, invadido, atacado | 被黑, 黑客, 攻击
hack | hack, angriff | hackeo, ataque, exploit | piratage, attaque | ataque, exploit | 漏洞攻击
lost | verloren, verlor | perdio, perdieron, perdido | perdu, perdus | perdeu, perderam, perdido | 损失, 丢失
fall | gefallen, fallt, fiel, sinkt, gesunken | cayo, cae, bajo, caido, bajado, bajaron, cayeron | baisse, chute, tombe, baisser | caiu, cai, desceu | 下跌, 跌, 暴跌, 降
rise | gestiegen, steigt, stieg | subio, sube, subido | monte, hausse, augmente | subiu, sobe | 上涨, 涨, 暴涨
outage | ausfall, ausfalle, storung* | caida, interrupcion* | panne, pannes, interruption* | queda, interrup* | 宕机, 停机, 故障
down | ausgefallen, offline |  | hors service | fora do ar |
slow | langsam, verlangsamt | lento, lentos, lenta | lent, lents, lente | lento, lenta | 慢, 缓慢
users | nutzer, benutzer, anwender | usuarios, usuarias | utilisateurs, usagers | usuarios, utilizadores | 用户
customers | kunden | clientes | clients | clientes | 客户
subscribers | abonnenten | suscriptores, abonados | abonnes | assinantes | 订阅者
employees | mitarbeiter, angestellte | empleados | employes, salaries | funcionarios, empregados | 员工
validators | validatoren, validator | validadores, validador | validateurs, validateur | validadores, validador | 验证者, 验证人, 验证节点
holders | inhaber, halter | tenedores, titulares | detenteurs, porteurs | detentores, titulares | 持有者, 持有人
wallet | geldborse, brieftasche | billetera, monedero, cartera | portefeuille | carteira | 钱包
phones | telefone, handys, smartphones | telefonos, moviles | telephones, smartphones | telefones, celulares | 手机
shipped | ausgeliefert, verschickt | enviados, enviaron | expedies, livres | enviados, entregues | 发货, 出货
planned | geplant, plant, planen | planeado*, previsto*, planea*, planifica* | prevu*, planifie*, prevoit | planejad*, planead*, previst* | 计划
vote | abstimmung, stimmen, votum | votacion, voto, votos | vote, votation, scrutin | votacao, voto, votos | 投票
proposal | vorschlag, antrag | propuesta | proposition | proposta | 提案
language | sprache, programmiersprache | lenguaje | langage | linguagem | 语言
use | nutzt, nutzen, verwendet, verwenden | usa, usan, utiliza, utilizan | utilise, utilisent | usa, usam, utiliza, utilizam | 使用
issuance | ausgabe | emision | emission | emissao | 发行
next | nachste, nachsten, nachster, nachstes | proximo, proxima, proximos, proximas | prochain, prochaine, prochains, prochaines | proximo, proxima, proximos, proximas | 下一次
burning | verbrennung | quema | destruction, brulage | queima |
burned | verbrannt, verbrannte | quemo, quemaron, quemado | brule, brules | queimou, queimaram | 销毁
treasury | staatskasse, schatzkammer, kasse | tesoreria | tresorerie | tesouraria | 国库, 金库
audit | prufung, gepruft, audit | auditoria, auditado, audito | audit, audite | auditoria, auditado, auditou | 审计
release | version, veroffentlichung, veroffentlicht | version, lanzamiento, publicada | version, sortie | versao, lancamento | 版本, 发布
client | client | cliente | client | cliente | 客户端
network | netzwerk, netz | red | reseau | rede | 网络
token | token, jeton | token, tokens, ficha | jeton, jetons | token, tokens, ficha | 代币
stablecoins | stablecoins | stablecoins | stablecoins | stablecoins | 稳定币
airdrops | airdrops | airdrops | airdrops, largages | airdrops | 空投
supply | angebot, umlauf, menge | oferta, suministro | offre | oferta, fornecimento | 供应量, 供应
exchange | borse, borsen | intercambio | bourse, plateforme | corretora, bolsa | 交易所
lawsuit | klage, prozess | demanda, juicio | proces, plainte | processo, acao judicial | 诉讼, 起诉
court | gericht | tribunal | tribunal | tribunal | 法院
law | gesetz | ley | loi | lei | 法律
tax | steuer, steuern | impuesto, impuestos | impot, impots, taxe | imposto, impostos | 税
regulator | aufsicht, regulierer, behorde | regulador | regulateur, autorite | regulador | 监管机构, 监管
announced | angekundigt | anuncio, anunciado | annonce | anunciou, anunciado | 宣布
bridge | brucke | puente | pont | ponte | 跨链桥, 桥
energy | energie, strom | energia | energie | energia | 能源, 能耗
liquid | liquide, liquides, flussiges | liquido | liquide | liquido | 流动性
unlock | freischaltung, freigabe | desbloqueo | deblocage | desbloqueio | 解锁
freeze | einfrieren, eingefroren | congelar, congelado | geler, gele | congelar, congelado | 冻结
safe | sicher | seguro, segura | sure, fiable | seguro, segura | 安全
cheaper | billiger, gunstiger | mas barato, mas barata | moins cher | mais barato, mais barata | 更便宜
bigger | grosser, grossere | mas grande, mayor | plus grand, plus grande | maior | 更大
company | firma, unternehmen | empresa | entreprise, societe | empresa | 公司
founder | grunder | fundador, fundadores | fondateur, fondateurs | fundador, fundadores | 创始人
bank | bank, banken | banco, bancos | banque, banques | banco, bancos | 银行
bought | gekauft, ubernommen, kaufte | compro, comprado, adquirio | achete, rachete, acquis | comprou, adquiriu | 收购, 购买
start | startet, beginnt, start | empieza, comienza, inicia | commence, demarre, debut | comeca, inicia | 开始
end | endet, ende | termina, acaba | finit, termine, fin | termina, acaba | 结束
today | heute | hoy | aujourd hui, aujourdhui | hoje | 今天, 今日
yesterday | gestern | ayer | hier | ontem | 昨天
last week | letzte woche, letzter woche, vergangene woche | la semana pasada, semana pasada, ultima semana | la semaine derniere, semaine derniere | na semana passada, semana passada, ultima semana | 上周, 上星期
last year | letztes jahr, letzten jahr, im letzten jahr, vergangenes jahr | el ano pasado, ano pasado, ultimo ano | l annee derniere, annee derniere, l an dernier, an dernier | no ano passado, ano passado, ultimo ano | 去年
this year | dieses jahr, in diesem jahr | este ano | cette annee | este ano, neste ano | 今年
last month | letzten monat, vergangenen monat, im letzten monat | el mes pasado, mes pasado, ultimo mes | le mois dernier, mois dernier | no mes passado, mes passado, ultimo mes | 上个月
this week | diese woche, dieser woche | esta semana | cette semaine | esta semana, essa semana | 本周, 这周
this month | diesen monat, diesem monat | este mes | ce mois, ce mois ci | este mes, esse mes | 本月, 这个月
Solana |  |  |  |  | 索拉纳
Bitcoin |  |  |  |  | 比特币
Ethereum |  |  |  |  | 以太坊
`
