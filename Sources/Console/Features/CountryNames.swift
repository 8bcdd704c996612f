import HTML

/// Names of the countries in the console's languages, each list in its language's alphabetical order: code and name.
/// From CLDR (Babel 2.18), sorted by ICU.
enum CountryNames {
    static let all: [Language: [String]] = [.en: english, .es: spanish, .ru: russian, .fa: persian]

    private static let english: [String] = """
        AF Afghanistan;AX Åland Islands;AL Albania;DZ Algeria;AS American Samoa;AD Andorra;AO Angola;AI Anguilla;\
        AQ Antarctica;AG Antigua & Barbuda;AR Argentina;AM Armenia;AW Aruba;AU Australia;AT Austria;AZ Azerbaijan;\
        BS Bahamas;BH Bahrain;BD Bangladesh;BB Barbados;BY Belarus;BE Belgium;BZ Belize;BJ Benin;BM Bermuda;BT Bhutan;\
        BO Bolivia;BA Bosnia & Herzegovina;BW Botswana;BV Bouvet Island;BR Brazil;IO British Indian Ocean Territory;\
        VG British Virgin Islands;BN Brunei;BG Bulgaria;BF Burkina Faso;BI Burundi;KH Cambodia;CM Cameroon;CA Canada;\
        CV Cape Verde;BQ Caribbean Netherlands;KY Cayman Islands;CF Central African Republic;TD Chad;CL Chile;CN China;\
        CX Christmas Island;CC Cocos (Keeling) Islands;CO Colombia;KM Comoros;CG Congo - Brazzaville;\
        CD Congo - Kinshasa;CK Cook Islands;CR Costa Rica;CI Côte d’Ivoire;HR Croatia;CU Cuba;CW Curaçao;CY Cyprus;\
        CZ Czechia;DK Denmark;DJ Djibouti;DM Dominica;DO Dominican Republic;EC Ecuador;EG Egypt;SV El Salvador;\
        GQ Equatorial Guinea;ER Eritrea;EE Estonia;SZ Eswatini;ET Ethiopia;FK Falkland Islands;FO Faroe Islands;FJ Fiji;\
        FI Finland;FR France;GF French Guiana;PF French Polynesia;TF French Southern Territories;GA Gabon;GM Gambia;\
        GE Georgia;DE Germany;GH Ghana;GI Gibraltar;GR Greece;GL Greenland;GD Grenada;GP Guadeloupe;GU Guam;\
        GT Guatemala;GG Guernsey;GN Guinea;GW Guinea-Bissau;GY Guyana;HT Haiti;HM Heard & McDonald Islands;HN Honduras;\
        HK Hong Kong SAR China;HU Hungary;IS Iceland;IN India;ID Indonesia;IR Iran;IQ Iraq;IE Ireland;IM Isle of Man;\
        IL Israel;IT Italy;JM Jamaica;JP Japan;JE Jersey;JO Jordan;KZ Kazakhstan;KE Kenya;KI Kiribati;KW Kuwait;\
        KG Kyrgyzstan;LA Laos;LV Latvia;LB Lebanon;LS Lesotho;LR Liberia;LY Libya;LI Liechtenstein;LT Lithuania;\
        LU Luxembourg;MO Macao SAR China;MG Madagascar;MW Malawi;MY Malaysia;MV Maldives;ML Mali;MT Malta;\
        MH Marshall Islands;MQ Martinique;MR Mauritania;MU Mauritius;YT Mayotte;MX Mexico;FM Micronesia;MD Moldova;\
        MC Monaco;MN Mongolia;ME Montenegro;MS Montserrat;MA Morocco;MZ Mozambique;MM Myanmar (Burma);NA Namibia;\
        NR Nauru;NP Nepal;NL Netherlands;NC New Caledonia;NZ New Zealand;NI Nicaragua;NE Niger;NG Nigeria;NU Niue;\
        NF Norfolk Island;KP North Korea;MK North Macedonia;MP Northern Mariana Islands;NO Norway;OM Oman;PK Pakistan;\
        PW Palau;PS Palestinian Territories;PA Panama;PG Papua New Guinea;PY Paraguay;PE Peru;PH Philippines;\
        PN Pitcairn Islands;PL Poland;PT Portugal;PR Puerto Rico;QA Qatar;RE Réunion;RO Romania;RU Russia;RW Rwanda;\
        WS Samoa;SM San Marino;ST São Tomé & Príncipe;SA Saudi Arabia;SN Senegal;RS Serbia;SC Seychelles;\
        SL Sierra Leone;SG Singapore;SX Sint Maarten;SK Slovakia;SI Slovenia;SB Solomon Islands;SO Somalia;\
        ZA South Africa;GS South Georgia & South Sandwich Islands;KR South Korea;SS South Sudan;ES Spain;LK Sri Lanka;\
        BL St. Barthélemy;SH St. Helena;KN St. Kitts & Nevis;LC St. Lucia;MF St. Martin;PM St. Pierre & Miquelon;\
        VC St. Vincent & Grenadines;SD Sudan;SR Suriname;SJ Svalbard & Jan Mayen;SE Sweden;CH Switzerland;SY Syria;\
        TW Taiwan;TJ Tajikistan;TZ Tanzania;TH Thailand;TL Timor-Leste;TG Togo;TK Tokelau;TO Tonga;TT Trinidad & Tobago;\
        TN Tunisia;TR Türkiye;TM Turkmenistan;TC Turks & Caicos Islands;TV Tuvalu;UM U.S. Outlying Islands;\
        VI U.S. Virgin Islands;UG Uganda;UA Ukraine;AE United Arab Emirates;GB United Kingdom;US United States;\
        UY Uruguay;UZ Uzbekistan;VU Vanuatu;VA Vatican City;VE Venezuela;VN Vietnam;WF Wallis & Futuna;\
        EH Western Sahara;YE Yemen;ZM Zambia;ZW Zimbabwe
        """.split(separator: ";").map(String.init)

    private static let spanish: [String] = """
        AF Afganistán;AL Albania;DE Alemania;AD Andorra;AO Angola;AI Anguila;AQ Antártida;AG Antigua y Barbuda;\
        SA Arabia Saudí;DZ Argelia;AR Argentina;AM Armenia;AW Aruba;AU Australia;AT Austria;AZ Azerbaiyán;BS Bahamas;\
        BD Bangladés;BB Barbados;BH Baréin;BE Bélgica;BZ Belice;BJ Benín;BM Bermudas;BY Bielorrusia;BO Bolivia;\
        BA Bosnia y Herzegovina;BW Botsuana;BR Brasil;BN Brunéi;BG Bulgaria;BF Burkina Faso;BI Burundi;BT Bután;\
        CV Cabo Verde;KH Camboya;CM Camerún;CA Canadá;BQ Caribe neerlandés;QA Catar;TD Chad;CZ Chequia;CL Chile;\
        CN China;CY Chipre;VA Ciudad del Vaticano;CO Colombia;KM Comoras;CG Congo;KP Corea del Norte;KR Corea del Sur;\
        CR Costa Rica;CI Côte d’Ivoire;HR Croacia;CU Cuba;CW Curazao;DK Dinamarca;DM Dominica;EC Ecuador;EG Egipto;\
        SV El Salvador;AE Emiratos Árabes Unidos;ER Eritrea;SK Eslovaquia;SI Eslovenia;ES España;US Estados Unidos;\
        EE Estonia;SZ Esuatini;ET Etiopía;PH Filipinas;FI Finlandia;FJ Fiyi;FR Francia;GA Gabón;GM Gambia;GE Georgia;\
        GH Ghana;GI Gibraltar;GD Granada;GR Grecia;GL Groenlandia;GP Guadalupe;GU Guam;GT Guatemala;GF Guayana Francesa;\
        GG Guernesey;GN Guinea;GQ Guinea Ecuatorial;GW Guinea-Bisáu;GY Guyana;HT Haití;HN Honduras;HU Hungría;IN India;\
        ID Indonesia;IQ Irak;IR Irán;IE Irlanda;BV Isla Bouvet;IM Isla de Man;CX Isla de Navidad;NF Isla Norfolk;\
        IS Islandia;AX Islas Aland;KY Islas Caimán;CC Islas Cocos;CK Islas Cook;FO Islas Feroe;\
        GS Islas Georgia del Sur y Sandwich del Sur;HM Islas Heard y McDonald;FK Islas Malvinas;\
        MP Islas Marianas del Norte;MH Islas Marshall;UM Islas menores alejadas de EE. UU.;PN Islas Pitcairn;\
        SB Islas Salomón;TC Islas Turcas y Caicos;VG Islas Vírgenes Británicas;VI Islas Vírgenes de EE. UU.;IL Israel;\
        IT Italia;JM Jamaica;JP Japón;JE Jersey;JO Jordania;KZ Kazajistán;KE Kenia;KG Kirguistán;KI Kiribati;KW Kuwait;\
        LA Laos;LS Lesoto;LV Letonia;LB Líbano;LR Liberia;LY Libia;LI Liechtenstein;LT Lituania;LU Luxemburgo;\
        MK Macedonia del Norte;MG Madagascar;MY Malasia;MW Malaui;MV Maldivas;ML Mali;MT Malta;MA Marruecos;\
        MQ Martinica;MU Mauricio;MR Mauritania;YT Mayotte;MX México;FM Micronesia;MD Moldavia;MC Mónaco;MN Mongolia;\
        ME Montenegro;MS Montserrat;MZ Mozambique;MM Myanmar (Birmania);NA Namibia;NR Nauru;NP Nepal;NI Nicaragua;\
        NE Níger;NG Nigeria;NU Niue;NO Noruega;NC Nueva Caledonia;NZ Nueva Zelanda;OM Omán;NL Países Bajos;PK Pakistán;\
        PW Palaos;PA Panamá;PG Papúa Nueva Guinea;PY Paraguay;PE Perú;PF Polinesia Francesa;PL Polonia;PT Portugal;\
        PR Puerto Rico;HK RAE de Hong Kong (China);MO RAE de Macao (China);GB Reino Unido;CF República Centroafricana;\
        CD República Democrática del Congo;DO República Dominicana;RE Reunión;RW Ruanda;RO Rumanía;RU Rusia;\
        EH Sáhara Occidental;WS Samoa;AS Samoa Americana;BL San Bartolomé;KN San Cristóbal y Nieves;SM San Marino;\
        MF San Martín;PM San Pedro y Miquelón;VC San Vicente y las Granadinas;SH Santa Elena;LC Santa Lucía;\
        ST Santo Tomé y Príncipe;SN Senegal;RS Serbia;SC Seychelles;SL Sierra Leona;SG Singapur;SX Sint Maarten;\
        SY Siria;SO Somalia;LK Sri Lanka;ZA Sudáfrica;SD Sudán;SS Sudán del Sur;SE Suecia;CH Suiza;SR Surinam;\
        SJ Svalbard y Jan Mayen;TH Tailandia;TW Taiwán;TZ Tanzania;TJ Tayikistán;\
        IO Territorio Británico del Océano Índico;TF Territorios Australes Franceses;PS Territorios Palestinos;\
        TL Timor-Leste;TG Togo;TK Tokelau;TO Tonga;TT Trinidad y Tobago;TN Túnez;TM Turkmenistán;TR Turquía;TV Tuvalu;\
        UA Ucrania;UG Uganda;UY Uruguay;UZ Uzbekistán;VU Vanuatu;VE Venezuela;VN Vietnam;WF Wallis y Futuna;YE Yemen;\
        DJ Yibuti;ZM Zambia;ZW Zimbabue
        """.split(separator: ";").map(String.init)

    private static let russian: [String] = """
        AU Австралия;AT Австрия;AZ Азербайджан;AX Аландские о-ва;AL Албания;DZ Алжир;AS Американское Самоа;AI Ангилья;\
        AO Ангола;AD Андорра;AQ Антарктида;AG Антигуа и Барбуда;AR Аргентина;AM Армения;AW Аруба;AF Афганистан;\
        BS Багамы;BD Бангладеш;BB Барбадос;BH Бахрейн;BY Беларусь;BZ Белиз;BE Бельгия;BJ Бенин;BM Бермудские о-ва;\
        BG Болгария;BO Боливия;BQ Бонэйр, Синт-Эстатиус и Саба;BA Босния и Герцеговина;BW Ботсвана;BR Бразилия;\
        IO Британская территория в Индийском океане;BN Бруней;BF Буркина-Фасо;BI Бурунди;BT Бутан;VU Вануату;VA Ватикан;\
        GB Великобритания;HU Венгрия;VE Венесуэла;VG Виргинские о-ва (Великобритания);VI Виргинские о-ва (США);\
        UM Внешние малые о-ва (США);TL Восточный Тимор;VN Вьетнам;GA Габон;HT Гаити;GY Гайана;GM Гамбия;GH Гана;\
        GP Гваделупа;GT Гватемала;GN Гвинея;GW Гвинея-Бисау;DE Германия;GG Гернси;GI Гибралтар;HN Гондурас;\
        HK Гонконг (САР);GD Гренада;GL Гренландия;GR Греция;GE Грузия;GU Гуам;DK Дания;JE Джерси;DJ Джибути;DM Доминика;\
        DO Доминиканская Республика;EG Египет;ZM Замбия;EH Западная Сахара;ZW Зимбабве;IL Израиль;IN Индия;ID Индонезия;\
        JO Иордания;IQ Ирак;IR Иран;IE Ирландия;IS Исландия;ES Испания;IT Италия;YE Йемен;CV Кабо-Верде;KZ Казахстан;\
        KH Камбоджа;CM Камерун;CA Канада;QA Катар;KE Кения;CY Кипр;KG Киргизия;KI Кирибати;CN Китай;KP КНДР;\
        CC Кокосовые о-ва;CO Колумбия;KM Коморы;CG Конго - Браззавиль;CD Конго - Киншаса;CR Коста-Рика;CI Кот-д’Ивуар;\
        CU Куба;KW Кувейт;CW Кюрасао;LA Лаос;LV Латвия;LS Лесото;LR Либерия;LB Ливан;LY Ливия;LT Литва;LI Лихтенштейн;\
        LU Люксембург;MU Маврикий;MR Мавритания;MG Мадагаскар;YT Майотта;MO Макао (САР);MW Малави;MY Малайзия;ML Мали;\
        MV Мальдивы;MT Мальта;MA Марокко;MQ Мартиника;MH Маршалловы о-ва;MX Мексика;MZ Мозамбик;MD Молдова;MC Монако;\
        MN Монголия;MS Монтсеррат;MM Мьянма (Бирма);NA Намибия;NR Науру;NP Непал;NE Нигер;NG Нигерия;NL Нидерланды;\
        NI Никарагуа;NU Ниуэ;NZ Новая Зеландия;NC Новая Каледония;NO Норвегия;BV о-в Буве;IM о-в Мэн;NF о-в Норфолк;\
        CX о-в Рождества;SH о-в Св. Елены;KY о-ва Кайман;CK о-ва Кука;PN о-ва Питкэрн;HM о-ва Херд и Макдональд;AE ОАЭ;\
        OM Оман;PK Пакистан;PW Палау;PS Палестинские территории;PA Панама;PG Папуа — Новая Гвинея;PY Парагвай;PE Перу;\
        PL Польша;PT Португалия;PR Пуэрто-Рико;KR Республика Корея;RE Реюньон;RU Россия;RW Руанда;RO Румыния;\
        SV Сальвадор;WS Самоа;SM Сан-Марино;ST Сан-Томе и Принсипи;SA Саудовская Аравия;MK Северная Македония;\
        MP Северные Марианские о-ва;SC Сейшельские о-ва;BL Сен-Бартелеми;MF Сен-Мартен;PM Сен-Пьер и Микелон;SN Сенегал;\
        VC Сент-Винсент и Гренадины;KN Сент-Китс и Невис;LC Сент-Люсия;RS Сербия;SG Сингапур;SX Синт-Мартен;SY Сирия;\
        SK Словакия;SI Словения;US Соединенные Штаты;SB Соломоновы о-ва;SO Сомали;SD Судан;SR Суринам;SL Сьерра-Леоне;\
        TJ Таджикистан;TH Таиланд;TW Тайвань;TZ Танзания;TC Тёркс и Кайкос;TG Того;TK Токелау;TO Тонга;\
        TT Тринидад и Тобаго;TV Тувалу;TN Тунис;TM Туркменистан;TR Турция;UG Уганда;UZ Узбекистан;UA Украина;\
        WF Уоллис и Футуна;UY Уругвай;FO Фарерские о-ва;FM Федеративные Штаты Микронезии;FJ Фиджи;PH Филиппины;\
        FI Финляндия;FK Фолклендские о-ва;FR Франция;GF Французская Гвиана;PF Французская Полинезия;\
        TF Французские Южные территории;HR Хорватия;CF Центрально-Африканская Республика;TD Чад;ME Черногория;CZ Чехия;\
        CL Чили;CH Швейцария;SE Швеция;SJ Шпицберген и Ян-Майен;LK Шри-Ланка;EC Эквадор;GQ Экваториальная Гвинея;\
        ER Эритрея;SZ Эсватини;EE Эстония;ET Эфиопия;GS Южная Георгия и Южные Сандвичевы о-ва;\
        ZA Южно-Африканская Республика;SS Южный Судан;JM Ямайка;JP Япония
        """.split(separator: ";").map(String.init)

    private static let persian: [String] = """
        AR آرژانتین;AW آروبا;AL آلبانی;DE آلمان;AG آنتیگوا و باربودا;AD آندورا;AO آنگولا;AI آنگویلا;AT اتریش;ET اتیوپی;\
        JO اردن;AM ارمنستان;UY اروگوئه;ER اریتره;UZ ازبکستان;ES اسپانیا;AU استرالیا;EE استونی;IL اسرائیل;SK اسلواکی;\
        SI اسلوونی;SZ اسواتینی;ZA افریقای جنوبی;AF افغانستان;EC اکوادور;DZ الجزایر;SV السالوادور;AE امارات متحدهٔ عربی;\
        ID اندونزی;UA اوکراین;UG اوگاندا;US ایالات متحده;IT ایتالیا;IR ایران;IE ایرلند;IS ایسلند;BB باربادوس;BS باهاما;\
        BH بحرین;BR برزیل;BM برمودا;BN برونئی;GB بریتانیا;BY بلاروس;BE بلژیک;BG بلغارستان;BZ بلیز;BD بنگلادش;BJ بنین;\
        BT بوتان;BW بوتسوانا;BF بورکینافاسو;BI بوروندی;BA بوسنی و هرزگوین;BO بولیوی;PG پاپوا گینهٔ نو;PY پاراگوئه;\
        PK پاکستان;PW پالائو;PA پاناما;PT پرتغال;PE پرو;PF پلی‌نزی فرانسه;PR پورتوریکو;TJ تاجیکستان;TZ تانزانیا;\
        TH تایلند;TW تایوان;TM ترکمنستان;TR ترکیه;TT ترینیداد و توباگو;TK توکلائو;TG توگو;TN تونس;TO تونگا;TV تووالو;\
        TL تیمور-لسته;JM جامائیکا;GI جبل‌الطارق;JE جرزی;AX جزایر آلاند;PN جزایر پیت‌کرن;TC جزایر تورکس و کایکوس;\
        UM جزایر دورافتادهٔ ایالات متحده;SB جزایر سلیمان;FO جزایر فارو;FK جزایر فالکلند;BQ جزایر کارائیب هلند;\
        CK جزایر کوک;CC جزایر کوکوس;KY جزایر کِیمن;MH جزایر مارشال;MP جزایر ماریانای شمالی;VI جزایر ویرجین ایالات متحده;\
        VG جزایر ویرجین بریتانیا;BV جزیرهٔ بووه;CX جزیرهٔ کریسمس;IM جزیرهٔ من;NF جزیرهٔ نورفولک;AZ جمهوری آذربایجان;\
        CF جمهوری افریقای مرکزی;DO جمهوری دومینیکن;AQ جنوبگان;GS جورجیای جنوبی و جزایر ساندویچ جنوبی;DJ جیبوتی;TD چاد;\
        CZ چک;CN چین;DK دانمارک;DM دومینیکا;RE رئونیون;RW رواندا;RU روسیه;RO رومانی;ZM زامبیا;ZW زیمبابوه;JP ژاپن;\
        ST سائوتومه و پرینسیپ;CI ساحل عاج;WS ساموآ;AS ساموآی امریکا;SM سان‌مارینو;TF سرزمین‌های جنوبی فرانسه;\
        PS سرزمین‌های فلسطینی;LK سری‌لانکا;BL سن بارتلمی;PM سن پیر و میکلن;KN سنت کیتس و نویس;LC سنت لوسیا;SX سنت مارتن;\
        MF سنت مارتین;VC سنت وینسنت و گرنادین;SH سنت هلن;SG سنگاپور;SN سنگال;SJ سوالبارد و یان ماین;SE سوئد;CH سوئیس;\
        SD سودان;SS سودان جنوبی;SR سورینام;SY سوریه;SO سومالی;SL سیرالئون;SC سیشل;CL شیلی;EH صحرای غربی;RS صربستان;\
        IQ عراق;SA عربستان سعودی;OM عمان;GH غنا;FR فرانسه;FI فنلاند;FJ فیجی;PH فیلیپین;CY قبرس;KG قرقیزستان;KZ قزاقستان;\
        QA قطر;IO قلمرو بریتانیا در اقیانوس هند;CR کاستاریکا;NC کالدونیای جدید;KH کامبوج;CM کامرون;CA کانادا;HR کرواسی;\
        KR کرهٔ جنوبی;KP کرهٔ شمالی;CO کلمبیا;CG کنگو - برازویل;CD کنگو - کینشاسا;KE کنیا;CU کوبا;CW کوراسائو;KM کومور;\
        KW کویت;CV کیپ‌ورد;KI کیریباتی;GA گابن;GM گامبیا;GE گرجستان;GD گرنادا;GG گرنزی;GL گرینلند;GT گواتمالا;\
        GP گوادلوپ;GU گوام;GY گویان;GF گویان فرانسه;GN گینه;GQ گینهٔ استوایی;GW گینهٔ بیسائو;LA لائوس;LB لبنان;LV لتونی;\
        LS لسوتو;LU لوکزامبورگ;PL لهستان;LR لیبریا;LY لیبی;LT لیتوانی;LI لیختن‌اشتاین;MG ماداگاسکار;MQ مارتینیک;\
        MO ماکائو، منطقهٔ ویژهٔ اداری چین;MW مالاوی;MT مالت;MV مالدیو;MY مالزی;ML مالی;YT مایوت;HU مجارستان;MA مراکش;\
        EG مصر;MN مغولستان;MK مقدونیهٔ شمالی;MX مکزیک;MR موریتانی;MU موریس;MZ موزامبیک;MD مولداوی;MC موناکو;\
        MS مونت‌سرات;ME مونته‌نگرو;MM میانمار (برمه);FM میکرونزی;NR نائورو;NA نامیبیا;NP نپال;NO نروژ;NE نیجر;NG نیجریه;\
        NI نیکاراگوئه;NU نیوئه;NZ نیوزیلند;VA واتیکان;WF والیس و فوتونا;VU وانواتو;VE ونزوئلا;VN ویتنام;HT هائیتی;\
        HM هرد و جزایر مک‌دونالد;NL هلند;IN هند;HN هندوراس;HK هنگ‌کنگ، منطقهٔ ویژهٔ اداری چین;YE یمن;GR یونان
        """.split(separator: ";").map(String.init)
}
