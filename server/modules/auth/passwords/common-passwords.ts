/** The most common passwords of eight or more characters, in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa$$word passwort
  12345678 123456789 1234567890 12345678910 123123123 123321123 123454321 987654321 87654321 147258369 159357456
  112233445566 11223344 12341234 12344321 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 qwer1234 1234qwer
  qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop qwerty123456 asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123
  1qaz2wsx 1qazxsw2 zaq12wsx zaq1zaq1 qazwsxedc qazwsx123 a1b2c3d4 abc12345 abcd1234 abc123456 abcdefg1 aa123456
  a1234567 a12345678 a123456789 aaaaaaaa1 iloveyou iloveyou1 iloveyou2 iloveu123 letmein1 letmein123 welcome1
  welcome123 welcome12 administrator admin123 admin1234 admin12345 adminadmin root1234 rootroot changeme changeme1
  changeme123 default1 default123 temp1234 test1234 testtest testing1 testing123 guest123 user1234 username
  username1 secret123 secretsecret trustno1 sunshine sunshine1 princess princess1 football football1 baseball
  baseball1 basketball superman superman1 batman123 starwars starwars1 pokemon1 pokemon123 michael1 michelle
  jennifer jennifer1 jessica1 charlie1 charlotte victoria elizabeth samantha alexander benjamin christopher
  computer computer1 internet internet1 whatever whatever1 mustang1 corvette mercedes liverpool liverpool1 chelsea1
  arsenal1 manchester barcelona realmadrid juventus corinthians dragon123 monkey123 shadow123 master123 killer123
  hello123 hello1234 hellohello lovelove love1234 loveyou1 babygirl babygirl1 butterfly chocolate cheesecake
  snowball blink182 metallica slipknot1 nirvana1 greenday garfield scooter1 maverick midnight november december
  february thursday saturday summer123 winter123 spring123 autumn123 summer2023 summer2024 summer2025 winter2024
  winter2025 january1 access14 bigdaddy blahblah bulldogs business caroline catherine champion cocacola creative
  danielle darkness dolphins einstein enterprise explorer fernando firebird flyers12 fuckyou1 fuckyou2 genesis1
  goldfish gateway1 gfhjkmgfhjkm hardcore hercules highland homework icecream ihateyou infinity isabella jordan23
  jonathan kimberly kingkong ladybug1 lasvegas lollipop macintosh marlboro marshall matthew1 mitchell montana1
  myspace1 nicholas nintendo november1 patricia peaches1 peanut12 personal platinum playboy1 poohbear porsche1
  portugal precious qweasdzxc qweasd123 question rainbow1 remember rockstar rocknroll sandiego scorpion security
  security1 shithead softball sometimes spiderman spiderman1 spongebob startrek stephanie steelers strawberry
  stingray superstar swordfish teddybear tennis123 thunder1 tinkerbell tottenham triangle universe valentine
  vacation vanessa1 veronica warcraft westside westham1 wolverine worldcup yankees1 yamaha123 yellow12 zeppelin
  bitcoin1 bitcoin123 blockchain ethereum ethereum1 solana123 solanasolana crypto123 cryptocurrency tothemoon`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
