import type { Language } from './dictionary.ts'

const split = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/**
 * Words that do not change a request. Words of other languages are here only if `chat-words.ts` does not translate
 * them.
 */
export const FUNCTION_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: split(
    'a an the of to in on into onto through for at about is are be am my me i was were been being it its this that these those them they you your we us our own and or with by from as so then than do does did doing done hows whos have has had having can could would will should may might please pls kindly hello thanks oh well ok okay show tell give gimme see look list check let get got gets getting go goes make made want wanna gonna lemme need like love know what which how there here several most still really now right just even ever anymore some something any anything also too actually maybe quickly quick already yet very much many lot lots bit out thing things stuff info one ones again back new rn asap bro dude man mate guys another real far lol haha lmao omg tho yeah yep nah ur da dat dis dear sir basically literally honestly kinda fast myself',
  ),
  de: split(
    'es er wir uns unser unsere ihr euch sich man dies dort hier mal gerade eigentlich denn doch schon auch so sehr ganz nun dann jetzt bisher etwas einmal bei aus vor ab ob wird werden wurde wurden worden waren gewesen sein bin bist seid soll sollte will wollen wolle mochte gern gerne lass lassen geht gehe geh gibt gib mache machen hoch liegt uhr drauf drin davon dafur damit checken check checke sagen verraten halt eben einfach schnell kurz nochmal wieder uberhaupt ding bekomme bekomm kriege krieg vielleicht insgesamt danke ma mach hey nen ne nem ner hab hatt hatte hatten konnt wurd ware war oder obs brauch brauchst braucht je jemals deren dessen diesmal grade ubrigens namlich gleich sofort direkt ungefahr circa etwa genau echt richtig jo ja okay weiss wissen wusste tun tut tue liegen darf durfen konnten solche solchen solcher jede jeden jeder viel viele sone krass digga alter leute lieber liebe',
  ),
  es: split(
    'nos se le les estas estos eso su sus ya muy he ha hemos sido ser estar estoy algo ahora aqui alli ahi podria hasta tambien pues rapido rapidito luego oye mira dale bueno porfis favor vez aun todavia total hazme dame decir decirme checa checar hacer hacen debajo encima porque aunque mientras entonces siempre mismo misma mismos tan tanto alguna alguno alguien cosa cosas cualquier cualquiera tus ella ellos ellas nosotros ustedes voy vas va vamos van quiere quieren deberia debe anda gente amigo tio toca estara seria haya hubo habia habra tenia tuve tuvo tenga saber sabes sabe x xfa plis quisiera eh ok vale',
  ),
  fr: split(
    'il elle on nous ils elles se sa son ses leur ca cela y dont t s m c etre ete avoir ai aussi donc bien tres encore deja ici maintenant veux voudrais vais met fait chez par vite rapidement peu alors ouais merci bah la moment total donne fais dire checke faut faudrait falloir ceux celui celle celles lui eux notre nos votre vos tes ton ta toujours trop beaucoup tellement ensuite en suis es sommes etes etait etaient serait sera seront aura aurait avait eu allez fasse sais sait savoir aimerais dois doit devrait pouvoir pourrait pourrais vraiment simplement direct genre bref ok chose truc trucs meme bonne journee',
  ),
  pt: split(
    'ele ela eles elas se seu sua isto estou ta tou ser ter ja muito algo agora aqui ai la tambem entao pois poe bota faz ate pela pelas pelos num numa rapidinho rapido logo mano cara beleza blz vc ne ainda mesmo gente favor da dai total obrigado diz dizer checa checar confere algum alguma coisa coisas qualquer muita muitos pouco tao tanto mesma mesmos essas esses aquele aquela aquilo nele nela nisso disso disto dele dela deles delas comigo voces lhe vou vai vamos vao fui era eram seria sera esteja estava tinha tive teve havia houve feito podia podemos quer querem deve devia sabe saber sei olha tipo galera amigo velho tava to fica ok',
  ),
  zh: split(
    '着 过 们 他 她 它 那 些 中 就 也 还 想 要 会 可 以 被 让 从 向 及 一 次 种 位 条 来 去 做 所 之 包 怎 样 现 日 号 张 份 哪',
  ),
}
