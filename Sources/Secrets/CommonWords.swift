/// The words that `CommonPasswords` uses: the top of the published lists, without the digits and signs around the
/// words, and words that people of Roost's four languages often choose. Composed by hand from general knowledge, not
/// copied from a breach collection.
enum CommonWords {
    static let all = Set(text.split(whereSeparator: \.isWhitespace).map(String.init))

    /// The length of the longest word in characters.
    static let longest = all.reduce(0) { max($0, $1.count) }

    private static let text = """
        password passwort passwd passphrase pass pword pwd secret secreto secure security letmein letmeinnow opensesame
        sesame welcome welcomeback hello hellothere helloworld hi login logon signin admin admins administrator
        adminadmin root toor user username guest default test tester testing temp temporary changeme changeit change
        master access enter private demo sample example system server service support backup manager office company
        business work money account bank credit cash changethis nopassword nopass mypassword mypass newpassword
        oldpassword yourpassword thepassword mysecret trustno trustnoone iamgod whatever idontknow idontcare nothing
        something anything none null blank letmesee asdf qwer zxcv qaz wsx edc qwe asd zxc qwert qwerty qwertyuiop
        qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm poiuy lkjhg mnbvc abc abcd abcde abcdef abcdefg abcdefgh xyz aaa
        aaaa xxx xxxx xxxxxx iloveyou iloveu ilovehim iloveher ilovejesus ilovegod ilovemyself lovely loveme lover
        lovers love loveyou loveu forever always together babygirl babyboy baby babe babydoll sweetheart sweety sweet
        sweetie honey darling angel angels princess prince queen king kingdom princesa daddy mommy mother father sister
        brother family mama papa grandma son daughter wife husband friend friends bestfriend bff buddy boy girl man
        woman men lady kid kids child children sunshine sunflower flower flowers rose roses lily daisy violet jasmine
        orchid tulip lotus blossom garden rainbow sun moon star stars starlight moonlight sky heaven earth world
        universe galaxy planet space cosmos comet meteor mars venus jupiter saturn mercury neptune pluto water river
        ocean sea lake island beach mountain forest tree rain snow snowman snowball winter spring summer autumn fall
        fire ice storm thunder lightning tornado hurricane wind cloud cloudy sunny sunset sunrise shadow shadows dark
        darkness darkside light lights night nights midnight day days monday tuesday wednesday thursday friday saturday
        sunday january february march april may june july august september october november december morning evening
        today tomorrow yesterday weekend holiday vacation christmas xmas santa easter halloween newyear birthday party
        happy happiness happyday smile smiley laugh funny joy hope faith grace peace freedom liberty justice truth trust
        dream dreams dreamer believe blessed blessing jesus jesuschrist christ god godisgood godislove allah islam
        muslim bible gospel prayer holy spirit amen church heart hearts broken lonely sad crazy mad angry evil devil
        demon satan hell lucifer ghost zombie vampire witch magic magical wizard merlin gandalf dragon dragons
        dragonball phoenix unicorn pegasus griffin hydra monster beast godzilla kong monkey monkeys donkey horse horses
        pony cat cats kitty kitten kittens hellokitty meow pussycat dog dogs doggy puppy puppies tiger tigers tigger
        lion lions lioness leopard panther panthers puma jaguar cheetah bear bears teddy teddybear panda koala wolf
        wolves fox foxy rabbit bunny mouse mickey minnie rat hamster squirrel elephant dolphin dolphins whale shark
        sharks fish fishing goldfish turtle turtles frog froggy snake viper cobra python spider scorpion butterfly bee
        bumblebee ladybug ant bird birds bluebird eagle eagles falcon falcons hawk hawks raven crow owl parrot penguin
        penguins chicken duck ducks goose turkey rooster cow cowboy cowboys bull bulls bulldog bulldogs pig piggy goat
        sheep lamb ram rams buffalo bison moose deer bambi mustang bronco broncos stallion football footballer futbol
        soccer baseball basketball softball volleyball hockey tennis golf golfer rugby cricket boxing boxer wrestling
        swimming swimmer running runner cycling skating skateboard surfing surfer snowboard skiing racing racer nascar
        karate judo taekwondo dance dancer dancing ballet gymnastics cheer cheerleader sport sports athlete champion
        champions winner winners player players gamer games game gaming coach team united liverpool arsenal chelsea
        everton manchester manutd tottenham barcelona barca realmadrid madrid juventus milan inter bayern dortmund ajax
        benfica porto celtic rangers boca flamengo corinthians palmeiras santos galatasaray fenerbahce besiktas zenit
        spartak cska dinamo lokomotiv persepolis esteghlal lakers celtics yankees redsox cubs mets dodgers giants
        cardinals braves steelers packers patriots raiders redskins seahawks vikings saints chargers ravens colts
        ronaldo messi cristiano neymar zidane beckham maradona pele jordan lebron kobe bryant iverson rooney gerrard
        ronaldinho michael jennifer jessica ashley amanda daniel david robert john james joseph thomas william charles
        charlie andrew andrea andy anthony antonio alex alexander alexandra alexis alice allison amber amy angela
        angelina anna annie anne arthur austin barbara benjamin ben beth betty bill billy bobby bob bradley brandon
        brandy brenda brian brittany bruce caroline carlos carmen carol catherine chris christian christina christine
        christopher cindy claire claudia cody courtney crystal cynthia danielle danny deborah debbie dennis derek diana
        diane diego donald donna dorothy douglas dylan edward elena elizabeth ella emily emma eric erika ethan eva evan
        felix fernando florian frank frankie fred freddy gabriel gabriela gary george gloria gordon greg gregory hannah
        harold harry heather hector helen henry holly hunter isabella isabel ivan jack jackie jackson jacob jake jamie
        jane janet jason jasper jean jeff jeffrey jenny jeremy jerry jesse jessie jim jimmy joan joe joel joey johnny
        johnson jonathan jorge jose joshua josh juan judy julia julian julie justin karen kate katie katherine kathleen
        kathy keith kelly ken kenneth kevin kim kimberly kristen kyle larry laura lauren leonardo leslie leo linda
        lindsey lisa logan lorenzo louis louise lucas lucy luis luke lynn madison marcus margaret maria marie marina
        mario mark marlene martha martin mary mason matt matthew max maxwell megan melanie melissa mia michelle miguel
        mike mikey miranda mohamed mohammed muhammad molly monica morgan murphy nancy natalia natalie natasha nathan
        nicholas nick nicole nikita nikki noah oliver olivia oscar owen pablo pamela patricia patrick paul paula pedro
        peter philip phillip rachel ralph randy raymond rebecca ricardo richard rick ricky rita robin rodrigo roger
        roland roman ronald ross roxy roy ruben russell ruth ryan sabrina sally sam samantha sammy samuel sandra sandy
        sara sarah scott sean sebastian sergio shannon sharon shawn sheila shirley simon sofia sonia sophia sophie
        spencer stefan stephanie stephen steve steven stewart susan suzanne sylvia tamara tanya taylor teresa terry
        theresa tiffany tim timothy tina todd tom tommy tony tracy travis trevor tyler valentina valentine valeria
        vanessa veronica vicky victor victoria vincent virginia walter wendy wesley xavier yolanda zachary zoe smith
        jones williams brown davis miller wilson moore anderson garcia martinez rodriguez hernandez lopez gonzalez perez
        sanchez ramirez torres flores rivera gomez diaz cruz morales reyes batman superman spiderman ironman wolverine
        hulk thor loki marvel avengers joker catwoman deadpool venom starwars skywalker vader darthvader yoda jedi sith
        chewbacca hansolo leia anakin kenobi startrek enterprise spock kirk picard matrix neo trinity morpheus
        terminator rambo rocky godfather scarface gladiator hobbit frodo legolas aragorn gollum mordor harrypotter
        potter hermione hogwarts dumbledore voldemort snape gryffindor slytherin narnia pokemon pikachu charizard
        squirtle naruto sasuke sakura itachi goku vegeta luffy onepiece bleach ichigo deathnote digimon yugioh
        sailormoon totoro luigi zelda sonic tetris pacman minecraft roblox fortnite warcraft worldofwarcraft starcraft
        diablo halo doom quake counterstrike counter strike callofduty battlefield assassin finalfantasy sephiroth
        kratos leagueoflegends dota overwatch valorant steam xbox playstation nintendo gameboy sega atari hitman
        simpsons homer bart marge southpark cartman kenny stewie familyguy scooby scoobydoo snoopy garfield popeye
        bugsbunny tweety sylvester goofy simba nemo shrek cinderella ariel belle elsa frozen olaf mulan pocahontas
        peterpan tinkerbell tinker bell disney barbie winnie pooh winniethepooh piglet eeyore spongebob dora metallica
        nirvana slipknot korn linkinpark greenday blink eminem tupac biggie snoopdogg rihanna beyonce shakira madonna
        elvis beatles lennon pinkfloyd ledzeppelin acdc ironmaiden rammstein megadeth slayer pantera ramones rolling
        stones rollingstones bobmarley marley reggae rock rocknroll rockstar metal punk hiphop rap rapper music musica
        guitar drums drummer piano violin trumpet bass singer song jazz blues techno trance disco apple apples banana
        bananas orange lemon lime cherry cherries strawberry blueberry raspberry peach peaches mango melon watermelon
        pineapple coconut grape pear plum kiwi berry fruit tomato potato carrot onion pepper peppers garlic ginger
        pumpkin peanut peanuts almond walnut hazelnut cookie cookies biscuit cake cupcake muffin candy sugar chocolate
        choco vanilla caramel brownie pudding icecream butter buttercup bread bacon cheese cheeseburger burger hamburger
        pizza pasta spaghetti noodle sushi taco burrito nacho sandwich popcorn pancake waffle coffee espresso latte tea
        milk juice cola cocacola coke pepsi sprite fanta redbull beer budweiser corona heineken guinness whiskey whisky
        vodka tequila rum wine champagne cocktail drunk smoke smoker marlboro cigar weed marijuana ganja stoner four
        twenty black white red blue green yellow purple pink grey gray silver gold golden diamond diamonds ruby emerald
        sapphire pearl jade amethyst opal platinum bronze copper iron steel stone rocks ferrari porsche lamborghini
        maserati bugatti mercedes benz bmw audi volkswagen vw jetta passat toyota corolla camry honda civic accord
        nissan skyline subaru impreza mazda mitsubishi lancer lexus hyundai ford focus chevy chevrolet camaro corvette
        dodge charger challenger pontiac firebird cadillac jeep wrangler harley harleydavidson yamaha kawasaki suzuki
        ducati kia volvo saab lada renault peugeot citroen fiat truck trucker driver garage turbo nitro computer
        internet laptop desktop keyboard monitor windows linux ubuntu debian macintosh macbook iphone ipad android
        samsung nokia sony ericsson motorola blackberry google gmail yahoo hotmail outlook facebook instagram twitter
        youtube whatsapp telegram tiktok snapchat myspace linkedin amazon ebay paypal netflix spotify microsoft adobe
        photoshop oracle cisco intel pentium dell compaq lenovo toshiba logitech wifi router network hacker hackers
        hacking hacked hack hackme cyber virus trojan binary digital software hardware program programmer developer
        database mysql postgres mongodb redis docker kubernetes jenkins tomcat apache nginx github java javascript swift
        tango alpha bravo delta echo foxtrot hotel india kilo lima quebec romeo sierra uniform xray yankee zulu omega
        sigma gamma beta america american usa texas california florida newyork brooklyn boston chicago dallas denver
        detroit houston miami orlando portland seattle vegas lasvegas hollywood hawaii alaska arizona carolina colorado
        georgia indiana kansas kentucky maryland michigan montana nevada ohio oregon tennessee utah washington canada
        toronto montreal vancouver mexico brazil brasil argentina chile colombia peru venezuela cuba puertorico england
        britain london scotland ireland irish dublin wales france paris french germany german deutschland berlin munich
        hamburg italy italia rome roma venice spain espana sevilla valencia portugal lisbon greece athens turkiye
        istanbul russia moscow ukraine kiev poland polska warsaw sweden norway denmark finland iceland holland amsterdam
        belgium switzerland austria vienna hungary romania bulgaria serbia croatia israel egypt cairo morocco africa
        nigeria kenya southafrica indian mumbai delhi pakistan karachi lahore bangladesh nepal china chinese beijing
        shanghai hongkong taiwan japan japanese tokyo osaka korea seoul vietnam thailand bangkok malaysia singapore
        indonesia jakarta bali philippines manila australia sydney melbourne newzealand auckland iran tehran persia
        persian isfahan shiraz tabriz mashhad iraq baghdad kuwait dubai arabia lebanon beirut syria afghanistan kabul
        soldier army navy marine marines airforce military ranger sniper warrior warriors knight knights ninja samurai
        pirate pirates viking spartan spartans trojans hunting shooter gunner killer kill murder death dead die blood
        bloody skull bones knife sword blade bullet gun guns pistol rifle bomb bomber rocket missile tank fighter battle
        war warlord hero heroes legend legends legendary ultimate extreme supreme maximum maximus power powerful strong
        strength energy nuclear atomic electric electro laser plasma doctor nurse teacher student students school
        highschool college university class classroom homework pupil grade science scientist physics chemistry biology
        history english math maths mathematics geometry algebra einstein newton tesla galileo darwin engineer lawyer
        police cop cops fireman firefighter pilot captain sailor chef cook farmer carpenter plumber mechanic president
        obama trump clinton kennedy lincoln bush putin stalin lenin castro royal royalty emperor empire imperial castle
        tower bridge house home door window kitchen table chair bed room mirror candle lamp clock watch camera phone
        telephone mobile radio television movie movies film cinema actor actress book books library reader writer poet
        poem paper pencil pen letter number one two three five six seven eight nine ten eleven twelve zero hundred
        thousand million billion first second third last best better good great cool awesome amazing fantastic wonderful
        beautiful pretty cute handsome gorgeous sexy sexygirl sexyboy hot hottie hotstuff sex porn naked nude boobs tits
        ass asshole bitch bitches fuck fucker fuckyou fuckoff fuckme motherfucker shit bullshit damn dammit dick
        dickhead cock pussy cunt whore slut bastard idiot stupid dumb dumbass loser losers sucker suckit biteme blowme
        kissme kiss kisses hug hugs hugme touch feel feeling emotion passion desire romance romantic marry married
        wedding divorce single playboy playgirl casanova gangster gangsta thug mafia cartel boss bigboss chief leader
        ruler rules numberone nr1 big bigdaddy bigboy little tiny small giant mega super superstar supergirl superboy
        hyper ultra uber pro noob newbie lucky luckyone luck fortune destiny fate karma zen buddha yoga chakra spiritual
        mystic mystery secretword hidden unknown nobody somebody anybody everybody everyone someone anonymous incognito
        phantom eclipse infinity eternity eternal immortal inferno blaze flame ember ash ashes chaos havoc rage fury
        wrath vengeance revenge victory triumph glory honor courage brave bravery loyal loyalty respect wisdom knowledge
        genius smart clever brain memory mind soul body life living live alive lifeisgood carpediem hakunamatata whatsup
        wassup yourmom yomama peekaboo abracadabra hocuspocus alakazam supercalifragilistic correcthorsebatterystaple
        rumpelstiltskin jellybean jellybeans jelly marshmallow gummybear skittles snickers twix kitkat oreo nutella
        pringles doritos cheetos bubbles bubble bubblegum lollipop precious treasure jewel jewels button buttons buster
        bubba bailey bella benji bandit boomer boots brutus cassie casper chester chico chloe cleo coco cooper dakota
        dexter diesel duke dusty fluffy freckles gizmo gracie hershey hobbes kiki lassie lulu maggie milo mimi misty
        mittens nala niko otis patches phoebe pookie rascal rex riley rosie rover rusty sadie samson sasha sassy scout
        shelby sheba smokey smoky socks sparky spike spot stella taz thumper toby trixie tucker whiskers willow winston
        zeus zorro apollo athena ares hermes hades poseidon odin freya anubis osiris isis horus ra achilles hercules
        odysseus spartacus caesar cleopatra napoleon hannibal attila genghis contraseña contrasena clave miclave acceso
        hola holamundo amor amores miamor teamo tequiero tequieromucho mivida vida corazon corazón cielo estrella
        estrellas luna sol mar playa flor mariposa gato gatito perro perrito caballo tigre leon león oso conejo pajaro
        aguila águila delfin tortuga toro vaca bonita bonito hermosa hermoso lindo guapa guapo princesita reina rey bebe
        bebé niña niño chica mamá papá madre padre hermano hermana familia abuela hijo hija amigo amiga amigos amistad
        siempre juntos feliz felicidad alegria sonrisa fuerza esperanza libertad paz dios diosesamor jesucristo virgen
        guadalupe fiesta navidad verano invierno primavera otoño lunes martes miercoles jueves viernes sabado domingo
        enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre escuela colegio
        universidad profesor maestra alumno estudiante trabajo casa cocina coche dinero cancion guitarra pelicula juego
        jugador campeon futbolista españa betis atletico alejandro alejandra fernanda francisco javier guillermo eduardo
        roberto santiago mateo camila daniela mariana paola lucia lucía rocio pilar consuelo dolores rosario galleta
        manzana naranja fresa cereza limon piña platano sandia cerveza cafe пароль мойпароль секрет привет приветик
        здравствуй любовь любимая любимый люблю ялюблю ялюблютебя люблютебя солнце солнышко звезда звездочка луна небо
        море река лето зима весна осень снег дождь огонь вода земля мир счастье радость надежда вера удача победа россия
        москва питер спартак зенит динамо украина киев минск казань сибирь волга байкал кошка котик котенок кот киса
        собака щенок волк медведь тигр лев лиса заяц зайка зайчик рыбка птичка орел дракон мама мамочка папа папочка
        бабушка дедушка брат сестра семья сынок дочка доченька малыш малышка девочка мальчик принцесса принц королева
        король ангел ангелочек демон дьявол бог господь максим александр алексей андрей антон артем дмитрий дима евгений
        женя иван игорь кирилл михаил миша никита николай олег павел роман сергей серега степан юрий анастасия настя
        анна аня валентина виктория вика галина дарья даша екатерина катя елена лена ирина кристина ксения марина мария
        маша наталья наташа ольга оля светлана света татьяна таня юлия юля йцукен йцукенг фыва фывап фывапролдж ячсмить
        qazwsx ghbdtn gfhjkm gfhjkmgfhjkm cjkysirj k.,jdm yfcnz vfrcbv fylhtq cthutq ctdtyys privet parol lubov lubimaya
        lublu solnce solnishko zvezda kotik koshka sobaka medved mamochka nastya masha dasha katya dima misha serega
        maksim kirill andrey aleksey aleksandr dmitriy sergey ekaterina anastasia svetlana tatiana olga russian rossiya
        moskva школа учитель ученик ученица урок класс студент университет работа директор начальник админ администратор
        пользователь понедельник вторник среда четверг пятница суббота воскресенье январь февраль март апрель май июнь
        июль август сентябрь октябрь ноябрь декабрь футбол хоккей спорт чемпион игра музыка гитара машина мотоцикл
        компьютер интернет رمز رمزعبور گذرواژه پسورد سلام سلام‌علیکم عشق عاشقتم دوستت‌دارم دوستتدارم عزیزم جانم زندگی
        خدا خداوند یاخدا الله محمد علی حسین حسن رضا مهدی فاطمه زهرا زینب مریم سارا نرگس لیلا نگار ستاره آسمان خورشید ماه
        دریا باران بهار تابستان پاییز زمستان گل گلاب پروانه گربه سگ شیر اسب مادر پدر برادر خواهر خانواده دوست ایران
        تهران اصفهان شیراز تبریز مشهد پرسپولیس استقلال فوتبال مدرسه معلم دانشگاه دانشجو شنبه یکشنبه دوشنبه جمعه نوروز
        salam eshgh eshghe asheghetam doostetdaram azizam janam zendegi khoda yakhoda allahakbar ramz ramzobour mohammad
        hossein hassan hasan mahdi mehdi reza alireza amir amirali amirhossein fatemeh fateme zahra zeynab maryam leila
        narges negar setareh aseman khorshid darya baran bahar tabestan parvaneh gorbeh madar pedar dooste iranian
        tractor sepahan shahin arash siavash rostam sohrab kourosh cyrus dariush xerxes parsa parisa shirin farhad nima
        kian kiana nazanin yasaman mahsa sahar shadi sina omid navid saeed hamid majid masoud behnam behrooz babak bijan
        kamran keyvan
        q1w2e3 q1w2e3r4 q1w2e3r4t5 a1b2c3 a1b2c3d4 1a2b3c 1a2b3c4d
        """
}
