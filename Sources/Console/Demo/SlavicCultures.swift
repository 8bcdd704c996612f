/// Names with forms for women and men, in Cyrillic and, for Polish, Latin letters.
enum SlavicCultures {
    static let all = [russian, belarusian, ukrainian, polish]

    static let russian = Culture(
        "russian", language: "ru",
        places: """
            RU Europe/Moscow 14, RU Asia/Yekaterinburg 3, RU Asia/Novosibirsk 2, RU Europe/Samara 1, BY Europe/Minsk 4, \
            KZ Asia/Almaty 2, UZ Asia/Tashkent 1, DE Europe/Berlin 1
            """,
        women: """
            Мария/maria, Анна/anna, София/sofia, Екатерина/ekaterina, Анастасия/anastasia, Елена/elena, Ольга/olga, \
            Наталья/natalia, Дарья/daria, Виктория/viktoria, Полина/polina, Алиса/alisa, Ксения/ksenia, Юлия/yulia, \
            Татьяна/tatiana, Ирина/irina, Светлана/svetlana, Вероника/veronika, Алёна/alena, Любовь/lubov, Варвара/varvara, \
            Марина/marina, Евгения/evgenia, Надежда/nadezhda, Кира/kira
            """,
        men: """
            Александр/alexander, Дмитрий/dmitry, Максим/maxim, Сергей/sergey, Андрей/andrey, Алексей/alexey, Артём/artem, \
            Илья/ilya, Кирилл/kirill, Михаил/mikhail, Никита/nikita, Матвей/matvey, Роман/roman, Егор/egor, Иван/ivan, \
            Владимир/vladimir, Павел/pavel, Тимофей/timofey, Фёдор/fedor, Глеб/gleb, Юрий/yury, Николай/nikolay, \
            Денис/denis, Арсений/arseny, Лев/lev
            """,
        families: """
            Иванов/ivanov, Смирнов/smirnov, Кузнецов/kuznetsov, Попов/popov, Соколов/sokolov, Лебедев/lebedev, \
            Козлов/kozlov, Новиков/novikov, Морозов/morozov, Петров/petrov, Волков/volkov, Соловьёв/solovyov, \
            Васильев/vasilyev, Зайцев/zaitsev, Павлов/pavlov, Семёнов/semenov, Голубев/golubev, Виноградов/vinogradov, \
            Богданов/bogdanov, Воробьёв/vorobyov, Фёдоров/fedorov, Михайлов/mikhailov, Беляев/belyaev, Тарасов/tarasov, \
            Белов/belov, Комаров/komarov, Орлов/orlov, Киселёв/kiselev, Макаров/makarov, Достоевский/dostoevsky, \
            Чайковский/chaikovsky, Щербаков/shcherbakov, Ким/kim, Шевченко/shevchenko, Римский-Корсаков/rimsky
            """,
        familiesOfWomen: """
            Иванова/ivanova, Смирнова/smirnova, Кузнецова/kuznetsova, Попова/popova, Соколова/sokolova, Лебедева/lebedeva, \
            Козлова/kozlova, Новикова/novikova, Морозова/morozova, Петрова/petrova, Волкова/volkova, Соловьёва/solovyova, \
            Васильева/vasilyeva, Зайцева/zaitseva, Павлова/pavlova, Семёнова/semenova, Голубева/golubeva, \
            Виноградова/vinogradova, Богданова/bogdanova, Воробьёва/vorobyova, Фёдорова/fedorova, Михайлова/mikhailova, \
            Беляева/belyaeva, Тарасова/tarasova, Белова/belova, Комарова/komarova, Орлова/orlova, Киселёва/kiseleva, \
            Макарова/makarova, Достоевская/dostoevskaya, Чайковская/chaikovskaya, Щербакова/shcherbakova, Ким/kim, \
            Шевченко/shevchenko, Римская-Корсакова/rimskaya
            """)

    static let belarusian = Culture(
        "belarusian", language: "be", places: "BY Europe/Minsk 18, PL Europe/Warsaw 2, LT Europe/Vilnius 1",
        women: """
            Ганна/hanna, Марыя/maryia, Алеся/alesia, Настасся/nastassia, Кацярына/katsiaryna, Вольга/volha, Дар’я/darya, \
            Алена/alena, Наталля/natallia, Юлія/yuliya, Вераніка/veranika, Святлана/sviatlana, Таццяна/tatsiana, \
            Лізавета/lizaveta, Паліна/palina, Ксенія/kseniya, Аксана/aksana, Ніна/nina, Яўгенія/yauheniya, Зоя/zoya
            """,
        men: """
            Аляксандр/aliaksandr, Сяргей/siarhei, Дзмітрый/dzmitry, Андрэй/andrei, Мікалай/mikalai, Уладзімір/uladzimir, \
            Ягор/yahor, Кірыл/kiryl, Максім/maksim, Павел/pavel, Яўген/yauhen, Віталь/vital, Арцём/artsiom, Янка/yanka, \
            Алесь/ales, Юры/yury, Міхаіл/mikhail, Ілья/illia, Раман/raman, Васіль/vasil
            """,
        families: """
            Іваноў/ivanou, Казлоў/kazlou, Навіцкі/navitski, Марозаў/marozau, Жукоўскі/zhukouski, Кавалёў/kavaliou, \
            Васілеўскі/vasileuski, Пятроўскі/piatrouski, Ждановіч/zhdanovich, Караткевіч/karatkevich, Лукашэвіч/lukashevich, \
            Стральцоў/straltsou, Кавальчук/kavalchuk, Шаўчэнка/shauchenka, Купала/kupala, Багдановіч/bahdanovich, \
            Быкаў/bykau, Сідарэнка/sidarenka, Клімовіч/klimovich, Саўчанка/sauchanka
            """,
        familiesOfWomen: """
            Іванова/ivanova, Казлова/kazlova, Навіцкая/navitskaya, Марозава/marozava, Жукоўская/zhukouskaya, \
            Кавалёва/kavaliova, Васілеўская/vasileuskaya, Пятроўская/piatrouskaya, Ждановіч/zhdanovich, Караткевіч/karatkevich, \
            Лукашэвіч/lukashevich, Стральцова/straltsova, Кавальчук/kavalchuk, Шаўчэнка/shauchenka, Купала/kupala, \
            Багдановіч/bahdanovich, Быкава/bykava, Сідарэнка/sidarenka, Клімовіч/klimovich, Саўчанка/sauchanka
            """)

    static let ukrainian = Culture(
        "ukrainian", language: "uk", places: "UA Europe/Kyiv 12, PL Europe/Warsaw 2, DE Europe/Berlin 1",
        women: """
            Олена/olena, Оксана/oksana, Ірина/iryna, Наталія/nataliia, Юлія/yuliia, Тетяна/tetiana, Анастасія/anastasiia, \
            Софія/sofiia, Соломія/solomiia, Дарина/daryna, Ганна/hanna, Христина/khrystyna, Леся/lesia, Вікторія/viktoriia, \
            Зоряна/zoriana, Мар’яна/mariana, Людмила/liudmyla, Катерина/kateryna, Поліна/polina, Їлана/yilana
            """,
        men: """
            Олександр/oleksandr, Андрій/andrii, Сергій/serhii, Дмитро/dmytro, Володимир/volodymyr, Іван/ivan, Богдан/bohdan, \
            Тарас/taras, Юрій/yurii, Михайло/mykhailo, Назар/nazar, Остап/ostap, Артем/artem, Максим/maksym, Олег/oleh, \
            Ярослав/yaroslav, Данило/danylo, Петро/petro, Євген/yevhen, В’ячеслав/viacheslav
            """,
        families: """
            Шевченко/shevchenko, Коваленко/kovalenko, Бондаренко/bondarenko, Ткаченко/tkachenko, Кравченко/kravchenko, \
            Олійник/oliinyk, Шевчук/shevchuk, Коваль/koval, Поліщук/polishchuk, Бондар/bondar, Мельник/melnyk, Мороз/moroz, \
            Лисенко/lysenko, Савченко/savchenko, Руденко/rudenko, Петренко/petrenko, Гончар/honchar, Захарчук/zakharchuk, \
            Марченко/marchenko, Ґудзь/gudz
            """)

    static let polish = Culture(
        "polish", language: "pl", places: "PL Europe/Warsaw 14, GB Europe/London 1, IE Europe/Dublin 1",
        women: """
            Zofia, Zuzanna, Julia, Hanna, Maja, Agnieszka, Małgorzata/malgorzata, Katarzyna, Joanna, Barbara, Ewa, Krystyna, \
            Elżbieta/elzbieta, Magdalena, Łucja/lucja, Grażyna/grazyna, Danuta, Beata, Oliwia, Kinga
            """,
        men: """
            Antoni, Jan, Jakub, Aleksander, Franciszek, Szymon, Filip, Stanisław/stanislaw, Wojciech, Michał/michal, \
            Paweł/pawel, Piotr, Krzysztof, Andrzej, Łukasz/lukasz, Grzegorz, Zbigniew, Mieczysław/mieczyslaw, Józef/jozef, Rafał/rafal
            """,
        families: """
            Nowak, Kowalski, Wiśniewski/wisniewski, Wójcik/wojcik, Kowalczyk, Kamiński/kaminski, Lewandowski, \
            Zieliński/zielinski, Szymański/szymanski, Woźniak/wozniak, Dąbrowski/dabrowski, Kozłowski/kozlowski, Mazur, \
            Jankowski, Krawczyk, Wróbel/wrobel, Król/krol, Zając/zajac, Wieczorek, Brzęczyszczykiewicz/brzeczyszczykiewicz
            """,
        familiesOfWomen: """
            Nowak, Kowalska, Wiśniewska/wisniewska, Wójcik/wojcik, Kowalczyk, Kamińska/kaminska, Lewandowska, \
            Zielińska/zielinska, Szymańska/szymanska, Woźniak/wozniak, Dąbrowska/dabrowska, Kozłowska/kozlowska, Mazur, \
            Jankowska, Krawczyk, Wróbel/wrobel, Król/krol, Zając/zajac, Wieczorek, Brzęczyszczykiewicz/brzeczyszczykiewicz
            """)
}
