import Console

extension CycleKind {
    /// The content of the demo app: texts, no personal data. Two articles lack a translation, so that the admin has
    /// something to do.
    static let demoEntries =
        words + disclaimers + articles + releases + [
            DemoEntry(
                RuleSets.catalogue.path, "standard",
                AppRules().content.values.merging(["name": "Standard"]) { $1 })
        ]

    private static let words: [DemoEntry] = [
        DemoEntry(
            "texts", "reminder.soon",
            [
                "where": "On the device alone",
                "limit": "100",
                "text.es": "Puede empezar en {days} días.",
                "text.en": "It may begin in {days} days.",
                "text.ru": "Может начаться через {days} дн.",
                "text.fa": "شاید تا {days} روز دیگر آغاز شود.",
            ]),
        DemoEntry(
            "recommendations", "data_stays",
            [
                "text.es": "Lo que anotas se queda en tu teléfono.",
                "text.en": "What you note stays on your phone.",
                "text.ru": "Ваши записи остаются в вашем телефоне.",
                "text.fa": "آنچه می‌نویسید در تلفن خودتان می‌ماند.",
                "confirm": "yes",
            ]),
    ]

    /// What waits for whoever publishes: a calmer wording.
    static let demoInReview = [
        DemoEntry(
            "texts", "reminder.soon",
            [
                "where": "On the device alone",
                "limit": "100",
                "text.es": "Es probable que empiece en unos {days} días.",
                "text.en": "It will probably begin in about {days} days.",
                "text.ru": "Вероятно, начнётся примерно через {days} дн.",
                "text.fa": "به احتمال زیاد حدود {days} روز دیگر آغاز می‌شود.",
            ])
    ]

    private static let disclaimers: [DemoEntry] = [
        DemoEntry(
            "cycle-disclaimers", "device",
            [
                "about": "device",
                "text.es": """
                Esta aplicación no es un producto sanitario. No diagnostica ni trata nada y no protege de un \
                embarazo. Si algo le preocupa, pregunte a un médico.
                """,
                "text.en": """
                This app is not a medical device. It does not diagnose or treat anything, and it does not \
                protect you from pregnancy. Ask a doctor when something worries you.
                """,
                "text.ru": """
                Приложение не является медицинским изделием. Оно не ставит диагнозов, не лечит и не защищает от \
                беременности. Если что-то беспокоит, спросите врача.
                """,
                "text.fa": """
                این برنامه وسیلهٔ پزشکی نیست. چیزی را تشخیص نمی‌دهد، درمان نمی‌کند و از بارداری پیشگیری نمی‌کند. \
                اگر نگران چیزی هستید، از پزشک بپرسید.
                """,
            ]),
        DemoEntry(
            "cycle-disclaimers", "estimate",
            [
                "about": "estimate",
                "text.es": """
                Cada día que la aplicación muestra por adelantado es una estimación. El día real puede llegar \
                antes o después.
                """,
                "text.en": """
                Every day that the app shows ahead is an estimate. The real day can come before the range or \
                after it.
                """,
                "text.ru": """
                Каждый день, который приложение показывает вперёд, это оценка. На самом деле он может наступить \
                раньше или позже.
                """,
                "text.fa": """
                هر روزی که برنامه از پیش نشان می‌دهد یک برآورد است. روز واقعی می‌تواند زودتر یا دیرتر برسد.
                """,
            ]),
        DemoEntry(
            "cycle-disclaimers", "entries",
            [
                "about": "entries",
                "text.es": """
                La estimación es tan buena como lo que anota. Una regla sin anotar la empeora.
                """,
                "text.en": """
                The estimate is only as good as what you enter. A period that is missing makes it worse.
                """,
                "text.ru": """
                Оценка не точнее того, что вы вводите. Пропущенная запись делает её хуже.
                """,
                "text.fa": """
                برآورد تنها به اندازهٔ آنچه وارد می‌کنید دقیق است. قاعدگیِ ثبت‌نشده آن را بدتر می‌کند.
                """,
            ]),
        DemoEntry(
            "cycle-disclaimers", "bodies",
            [
                "about": "bodies",
                "text.es": """
                Cada cuerpo es distinto y cambia con la edad, la enfermedad, el estrés y los viajes. Lo que vale \
                para muchas personas puede no valer para usted.
                """,
                "text.en": """
                Bodies differ, and a body changes with age, illness, stress and travel. What holds for many need \
                not hold for you.
                """,
                "text.ru": """
                Все организмы разные, и каждый меняется с возрастом, от болезней, стресса и поездок. То, что \
                верно для многих, может быть неверно для вас.
                """,
                "text.fa": """
                بدن‌ها با هم فرق دارند و با سن، بیماری، فشار روانی و سفر تغییر می‌کنند. آنچه برای بسیاری درست \
                است شاید برای شما درست نباشد.
                """,
            ]),
    ]

    private static let articles: [DemoEntry] = [
        DemoEntry(
            "cycle-articles", "cycle.basics",
            [
                "topic": "fertility",
                "name.es": "Qué es un ciclo",
                "text.es": """
                Un ciclo empieza el primer día de la regla. Termina el día antes de la siguiente. La mayoría de \
                los ciclos de personas adultas dura de 24 a 38 días.

                Unas dos semanas antes de la siguiente regla un ovario suelta un óvulo. Esto es la ovulación. El \
                óvulo vive cerca de un día. El semen puede vivir cinco días. Por eso un embarazo solo puede \
                empezar en unos pocos días de cada ciclo.
                """,
                "name.en": "What a cycle is",
                "text.en": """
                A cycle begins on the first day of a period. It ends on the day before the next one. Most cycles \
                of adults last 24 to 38 days.

                About two weeks before the next period an ovary lets an egg go. This is ovulation. The egg lives \
                for about a day. Sperm can live for five days. So a pregnancy can begin only on a few days of \
                each cycle.
                """,
                "name.ru": "Что такое цикл",
                "text.ru": """
                Цикл начинается в первый день менструации. Он кончается за день до следующей. У большинства \
                взрослых он длится от 24 до 38 дней.

                Примерно за две недели до следующей менструации выходит яйцеклетка. Это овуляция. Яйцеклетка \
                живёт около дня. Сперма может жить пять дней. Поэтому беременность наступает только в несколько \
                дней цикла.
                """,
                "name.fa": "چرخه چیست",
                "text.fa": """
                چرخه با نخستین روز قاعدگی آغاز می‌شود و روز پیش از قاعدگی بعدی پایان می‌یابد. چرخهٔ بیشتر \
                بزرگسالان ۲۴ تا ۳۸ روز است.

                نزدیک دو هفته پیش از قاعدگی بعدی، تخمدان یک تخمک آزاد می‌کند. این تخمک‌گذاری است. تخمک حدود یک \
                روز زنده می‌ماند و اسپرم تا پنج روز. پس بارداری تنها در چند روز از هر چرخه می‌تواند آغاز شود.
                """,
            ]),
        DemoEntry(
            "cycle-articles", "fertile.days",
            [
                "topic": "fertility",
                "name.es": "Sus días fértiles",
                "text.es": """
                Los días fértiles son los cinco días antes de la ovulación y el mismo día. La aplicación añade \
                un día más, porque nadie sabe el día exacto.

                Los días naranjas son probables. Los días con línea discontinua son posibles. Si sus ciclos \
                cambian mucho, el margen es amplio. Es lo honesto: el próximo también puede cambiar.
                """,
                "name.en": "Your fertile days",
                "text.en": """
                Fertile days are the five days before ovulation and the day itself. The app adds one day after, \
                because nobody knows the exact day.

                The orange days are likely. The days with a dashed line are possible. If your cycles differ a \
                lot, the range is wide. That is honest: your next cycle can differ as well.
                """,
                "name.ru": "Фертильные дни",
                "text.ru": """
                Фертильные дни — это пять дней до овуляции и сам её день. Приложение добавляет ещё один день, \
                ведь точный день никто не знает.

                Оранжевые дни вероятны. Дни с пунктиром возможны. Если циклы сильно отличаются, диапазон \
                широкий. Это честно: следующий цикл тоже может быть другим.
                """,
                "name.fa": "روزهای بارور",
                "text.fa": """
                روزهای بارور پنج روز پیش از تخمک‌گذاری و خود آن روز است. برنامه یک روز هم پس از آن می‌افزاید، \
                زیرا هیچ کس روز دقیق را نمی‌داند.

                روزهای نارنجی محتمل‌اند و روزهای خط‌چین ممکن. اگر چرخه‌های شما بسیار متفاوت باشند، بازه پهن‌تر \
                است. این صادقانه است: چرخهٔ بعدی هم می‌تواند متفاوت باشد.
                """,
            ]),
        DemoEntry(
            "cycle-articles", "signs",
            [
                "topic": "planning",
                "name.es": "Temperatura y moco",
                "text.es": """
                Después de la ovulación el cuerpo está un poco más caliente: unos 0,2 °C. Tome la temperatura \
                cada mañana antes de levantarse. Tres mañanas más altas después de seis más bajas dicen que la \
                ovulación ya pasó.

                Antes de ovular el moco se vuelve acuoso y se estira como la clara de huevo. El último día así \
                es el pico.
                """,
                "name.en": "Temperature and mucus",
                "text.en": """
                After ovulation the body is a little warmer: about 0.2 °C. Take your temperature each morning \
                before you get up. Three higher mornings after six lower ones say that ovulation is over.

                Before ovulation the mucus becomes wet and stretches like raw egg white. The last such day is \
                the peak.
                """,
                "name.ru": "Температура и слизь",
                "text.ru": """
                После овуляции тело чуть теплее: примерно на 0,2 °C. Измеряйте температуру каждое утро, не \
                вставая. Три более тёплых утра после шести прохладных говорят, что овуляция прошла.

                Перед овуляцией слизь становится водянистой и тянется, как белок сырого яйца. Последний такой \
                день — пик.
                """,
                "name.fa": "دما و ترشح",
                "text.fa": """
                پس از تخمک‌گذاری بدن کمی گرم‌تر است: نزدیک ۰٫۲ درجه. هر صبح پیش از برخاستن دمای خود را اندازه \
                بگیرید. سه صبح گرم‌تر پس از شش صبح خنک‌تر می‌گوید تخمک‌گذاری گذشته است.

                پیش از تخمک‌گذاری ترشح آبکی می‌شود و مانند سفیدهٔ تخم‌مرغ کش می‌آید. آخرین روزِ چنین، روز اوج \
                است.
                """,
            ]),
        DemoEntry(
            "cycle-articles", "methods",
            [
                "topic": "contraception",
                "name.es": "Si ahora no quiere un hijo",
                "text.es": """
                Contar días no basta para evitar un embarazo. De 100 parejas que solo cuentan días, muchas \
                tienen un hijo en un año.

                El condón también protege de infecciones. La píldora, el anillo, el implante y el DIU son más \
                seguros si se usan bien. En un centro de planificación le ayudan a elegir. Tras una relación sin \
                protección, pida pronto anticoncepción de urgencia.
                """,
                "name.en": "If you do not want a child now",
                "text.en": """
                Counting days is not enough to prevent a pregnancy. Of 100 couples who only count days, many \
                have a child within a year.

                Condoms also protect from infections. Pills, rings, implants and coils are safer when used well. \
                A doctor or a family planning centre helps you choose. After sex without protection, ask for \
                emergency contraception soon.
                """,
                "name.ru": "Если ребёнок пока не планируется",
                "text.ru": """
                Считать дни недостаточно, чтобы избежать беременности. Из 100 пар, которые только считают дни, у \
                многих за год будет ребёнок.

                Презерватив защищает и от инфекций. Таблетки, кольцо, имплант и спираль надёжнее, если применять \
                их правильно. Выбрать поможет врач. После секса без защиты сразу спросите об экстренной \
                контрацепции.
                """,
            ]),
        DemoEntry(
            "cycle-articles", "plan.child",
            [
                "topic": "planning",
                "name.es": "Si quiere un hijo",
                "text.es": """
                Los mejores días son los dos antes de la ovulación y el mismo día. Basta con tener relaciones \
                cada dos o tres días: no hay que esperar un día concreto.

                La mayoría de las parejas necesita unos meses. Vaya al médico después de un año, o de medio año \
                si tiene más de 35.
                """,
                "name.en": "If you want a child",
                "text.en": """
                The best days are the two before ovulation and the day itself. Sex every two or three days is \
                enough: you need not wait for one day.

                Most couples need some months. See a doctor after a year, or after half a year if you are over \
                35.
                """,
                "name.fa": "اگر فرزند می‌خواهید",
                "text.fa": """
                بهترین روزها دو روز پیش از تخمک‌گذاری و خود آن روز است. رابطه هر دو یا سه روز کافی است و نباید \
                منتظر یک روز معین ماند.

                بیشتر زوج‌ها به چند ماه زمان نیاز دارند. پس از یک سال، یا اگر بیش از ۳۵ سال دارید پس از نیم سال، \
                به پزشک سر بزنید.
                """,
            ]),
        DemoEntry(
            "cycle-articles", "app.privacy",
            [
                "topic": "app",
                "name.es": "Dónde están sus datos",
                "text.es": """
                Todo lo que anota se queda en este teléfono. No hay cuenta, ni servidor, ni copia. No podemos \
                leerlo, venderlo ni entregarlo.

                La aplicación solo descarga de nosotros textos y reglas, y no dice quién los pide. Haga una \
                copia de su teléfono si no quiere perder lo anotado.
                """,
                "name.en": "Where your data is",
                "text.en": """
                Everything you enter stays on this phone. We have no account, no server for it and no copy. We \
                cannot read it, sell it or hand it over.

                The app only downloads texts and rules from us, and does not say who asks. Back up your phone if \
                you do not want to lose your entries.
                """,
                "name.ru": "Где ваши данные",
                "text.ru": """
                Всё, что вы вводите, остаётся в этом телефоне. У нас нет ни учётной записи, ни сервера, ни \
                копии. Мы не можем это прочитать, продать или передать.

                Приложение только скачивает у нас тексты и правила и не говорит, кто спрашивает. Сохраняйте \
                копию телефона, чтобы не потерять записи.
                """,
                "name.fa": "داده‌های شما کجاست",
                "text.fa": """
                هر چه وارد می‌کنید در همین تلفن می‌ماند. نه حسابی هست، نه سروری و نه نسخه‌ای. ما نمی‌توانیم آن \
                را بخوانیم، بفروشیم یا به کسی بدهیم.

                برنامه تنها متن‌ها و قواعد را از ما می‌گیرد و نمی‌گوید چه کسی می‌پرسد. اگر نمی‌خواهید \
                نوشته‌هایتان از دست برود، از تلفن خود پشتیبان بگیرید.
                """,
            ]),
    ]

    private static let releases: [DemoEntry] = [
        DemoEntry(
            "cycle-releases", "ios-2.3.0",
            [
                "platform": "ios",
                "app_version": "2.3.0",
                "released": "2026-10-05",
                "text.en": "The calendar can be read aloud.",
                "text.es": "El calendario se puede leer en voz alta.",
                "text.ru": "Календарь можно прослушать.",
                "text.fa": "تقویم را می‌توان با صدا شنید.",
            ]),
        DemoEntry(
            "cycle-releases", "ios-2.4.0",
            [
                "platform": "ios",
                "app_version": "2.4.0",
                "released": "2026-11-09",
                "minimum": "2.1.0",
                "text.en": "Larger type, and words on every coloured day.",
                "text.es": "Letra más grande y palabras en cada día de color.",
                "text.ru": "Крупнее шрифт, и на каждом цветном дне есть слова.",
                "text.fa": "حروف درشت‌تر و واژه روی هر روز رنگی.",
                "notice.en": """
                Your version shows fertile days by old rules. Update the app. Nothing you entered is lost.
                """,
                "notice.es": """
                Su versión muestra los días fértiles con reglas antiguas. Actualice la aplicación. Nada de lo \
                anotado se pierde.
                """,
                "notice.ru": """
                Ваша версия показывает фертильные дни по старым правилам. Обновите приложение. Записи не \
                пропадут.
                """,
                "notice.fa": """
                نسخهٔ شما روزهای بارور را با قواعد قدیمی نشان می‌دهد. برنامه را به‌روز کنید. هیچ‌یک از \
                نوشته‌هایتان از دست نمی‌رود.
                """,
            ]),
        DemoEntry(
            "cycle-releases", "android-2.4.0",
            [
                "platform": "android",
                "app_version": "2.4.0",
                "released": "2026-11-09",
                "minimum": "2.1.0",
                "text.en": "Larger type, and words on every coloured day.",
                "text.es": "Letra más grande y palabras en cada día de color.",
                "text.ru": "Крупнее шрифт, и на каждом цветном дне есть слова.",
                "text.fa": "حروف درشت‌تر و واژه روی هر روز رنگی.",
                "notice.en": """
                Your version shows fertile days by old rules. Update the app. Nothing you entered is lost.
                """,
                "notice.es": """
                Su versión muestra los días fértiles con reglas antiguas. Actualice la aplicación. Nada de lo \
                anotado se pierde.
                """,
                "notice.ru": """
                Ваша версия показывает фертильные дни по старым правилам. Обновите приложение. Записи не \
                пропадут.
                """,
                "notice.fa": """
                نسخهٔ شما روزهای بارور را با قواعد قدیمی نشان می‌دهد. برنامه را به‌روز کنید. هیچ‌یک از \
                نوشته‌هایتان از دست نمی‌رود.
                """,
            ]),
    ]
}
