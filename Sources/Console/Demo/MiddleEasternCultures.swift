/// Right-to-left scripts, and Turkish and Greek, whose letters change case differently from English ones.
enum MiddleEasternCultures {
    static let all = [persian, arabic, hebrew, turkish, greek]

    static let persian = Culture(
        "persian", language: "fa",
        places: """
            IR Asia/Tehran 18, AF Asia/Kabul 2, DE Europe/Berlin 1, CA America/Toronto 1, TR Europe/Istanbul 1, \
            US America/Los_Angeles 1
            """,
        women: """
            فاطمه/fatemeh, زهرا/zahra, مریم/maryam, سارا/sara, نرگس/narges, لیلا/leila, نازنین/nazanin, مهسا/mahsa, \
            پریسا/parisa, شیرین/shirin, الهام/elham, نگار/negar, یاسمن/yasaman, آناهیتا/anahita, ژاله/zhaleh, گلناز/golnaz, \
            هانیه/hanieh, مینا/mina, فرشته/fereshteh, رؤیا/roya, مه‌لقا/mahlagha, سپیده/sepideh, نیلوفر/niloufar, آوا/ava, ترانه/taraneh
            """,
        men: """
            علی/ali, محمد/mohammad, رضا/reza, حسین/hossein, امیر/amir, مهدی/mehdi, سعید/saeed, حمید/hamid, بهرام/bahram, \
            کوروش/kourosh, آرش/arash, پویا/pouya, سینا/sina, نیما/nima, فرهاد/farhad, کامران/kamran, شهرام/shahram, بابک/babak, \
            امیرحسین/amirhossein, محمدرضا/mohammadreza, پرویز/parviz, ژوبین/zhoubin, میلاد/milad, احسان/ehsan, آرمین/armin
            """,
        families: """
            محمدی/mohammadi, احمدی/ahmadi, حسینی/hosseini, رضایی/rezaei, کریمی/karimi, موسوی/mousavi, جعفری/jafari, \
            صادقی/sadeghi, هاشمی/hashemi, رحیمی/rahimi, قاسمی/ghasemi, مرادی/moradi, نوری/nouri, اکبری/akbari, یزدانی/yazdani, \
            شریفی/sharifi, طاهری/taheri, فرهادی/farhadi, گلستانی/golestani, نجفی/najafi, پورحسینی/pourhosseini, \
            علی‌پور/alipour, حسن‌زاده/hassanzadeh, میرزایی/mirzaei, تهرانی/tehrani, شیرازی/shirazi, اصفهانی/esfahani, \
            کاظمی/kazemi, بهشتی/beheshti, خسروی/khosravi
            """)

    static let arabic = Culture(
        "arabic", language: "ar",
        places: """
            EG Africa/Cairo 8, SA Asia/Riyadh 5, MA Africa/Casablanca 4, IQ Asia/Baghdad 3, AE Asia/Dubai 2, JO Asia/Amman 2, \
            LB Asia/Beirut 1, DZ Africa/Algiers 2
            """,
        women: """
            فاطمة/fatima, مريم/mariam, عائشة/aisha, نور/nour, سلمى/salma, ليلى/layla, هدى/huda, زينب/zainab, ياسمين/yasmin, \
            رانيا/rania, دينا/dina, أمينة/amina, سارة/sara, ريم/reem, إيمان/iman, هالة/hala, رنا/rana, شيماء/shaimaa, منى/mona, لمى/lama
            """,
        men: """
            محمد/mohamed, أحمد/ahmed, علي/ali, عمر/omar, يوسف/youssef, خالد/khaled, حسن/hassan, إبراهيم/ibrahim, \
            مصطفى/mustafa, طارق/tarek, كريم/karim, سامي/sami, فيصل/faisal, ماجد/majed, عبد الله/abdullah, \
            عبد الرحمن/abdelrahman, زياد/ziad, أنس/anas, بلال/bilal, هشام/hisham
            """,
        families: """
            حسن/hassan, علي/ali, إبراهيم/ibrahim, الخطيب/alkhatib, المصري/elmasry, الشامي/alshami, القحطاني/alqahtani, \
            العتيبي/alotaibi, منصور/mansour, سليمان/suleiman, فاروق/farouk, بن علي/benali, الهاشمي/alhashimi, حداد/haddad, \
            النجار/alnajjar, بوزيد/bouzid, عبد العزيز/abdelaziz, الزهراني/alzahrani, صالح/saleh, قاسم/qasim
            """)

    static let hebrew = Culture(
        "hebrew", language: "he", places: "IL Asia/Jerusalem 12, US America/New_York 1",
        women: """
            נועה/noa, תמר/tamar, מאיה/maya, שירה/shira, יעל/yael, אביגיל/avigail, רות/ruth, מיכל/michal, הילה/hila, ענת/anat, \
            לאה/leah, דנה/dana, רבקה/rivka, טליה/talia, שרה/sara, גלית/galit, אורלי/orly, נעמה/naama, חנה/hana, עדי/adi
            """,
        men: """
            דוד/david, יוסף/yosef, אורי/uri, נועם/noam, איתי/itay, משה/moshe, יונתן/yonatan, אריאל/ariel, עומר/omer, גיא/guy, \
            אלון/alon, רון/ron, אברהם/avraham, דניאל/daniel, שמואל/shmuel, תומר/tomer, עידו/ido, אסף/asaf, בן/ben, אלי/eli
            """,
        families: """
            כהן/cohen, לוי/levi, מזרחי/mizrahi, פרץ/peretz, ביטון/biton, דהן/dahan, אברהם/avraham, פרידמן/friedman, \
            מלכה/malka, אזולאי/azoulay, כץ/katz, יוסף/yosef, עמר/amar, בן־דוד/bendavid, שפירא/shapira, גולן/golan, ברק/barak, \
            רוזן/rosen, שלום/shalom, נחמיאס/nahmias
            """)

    static let turkish = Culture(
        "turkish", language: "tr", places: "TR Europe/Istanbul 14, DE Europe/Berlin 2, CY Asia/Nicosia 1",
        women: """
            Zeynep, Elif, Ayşe/ayse, Fatma, Emine, Merve, Büşra/busra, Ceren, İpek/ipek, Gül/gul, Işıl/isil, Özlem/ozlem, \
            Defne, Ebru, Şule/sule, Çiğdem/cigdem, Nilüfer/nilufer, Hatice, Sıla/sila, Yıldız/yildiz
            """,
        men: """
            Yusuf, Mehmet, Mustafa, Ahmet, Ali, Hüseyin/huseyin, İbrahim/ibrahim, Ömer/omer, Emre, Burak, Çağatay/cagatay, \
            Özgür/ozgur, Oğuz/oguz, Işık/isik, Şahin/sahin, Kerem, Can, Barış/baris, Uğur/ugur, Halil
            """,
        families: """
            Yılmaz/yilmaz, Kaya, Demir, Çelik/celik, Şahin/sahin, Yıldız/yildiz, Yıldırım/yildirim, Öztürk/ozturk, Aydın/aydin, \
            Özdemir/ozdemir, Arslan, Doğan/dogan, Kılıç/kilic, Aslan, Çetin/cetin, Kara, Koç/koc, Işık/isik, Güneş/gunes, İnan/inan
            """)

    static let greek = Culture(
        "greek", language: "el", places: "GR Europe/Athens 10, CY Asia/Nicosia 2",
        women: """
            Μαρία/maria, Ελένη/eleni, Αικατερίνη/aikaterini, Βασιλική/vasiliki, Σοφία/sofia, Αγγελική/angeliki, \
            Γεωργία/georgia, Δήμητρα/dimitra, Άννα/anna, Ειρήνη/eirini, Κωνσταντίνα/konstantina, Ζωή/zoi, Χρυσούλα/chrysoula, \
            Θεοδώρα/theodora, Νίκη/niki, Φωτεινή/foteini, Όλγα/olga, Ιωάννα/ioanna, Αθηνά/athina, Ξένια/xenia
            """,
        men: """
            Γεώργιος/georgios, Ιωάννης/ioannis, Κωνσταντίνος/konstantinos, Δημήτριος/dimitrios, Νικόλαος/nikolaos, \
            Παναγιώτης/panagiotis, Βασίλειος/vasileios, Χρήστος/christos, Αθανάσιος/athanasios, Μιχαήλ/michail, \
            Σπύρος/spyros, Αλέξανδρος/alexandros, Στέφανος/stefanos, Λευτέρης/lefteris, Άγγελος/angelos, Φώτης/fotis, \
            Θωμάς/thomas, Ηλίας/ilias, Πέτρος/petros, Ορέστης/orestis
            """,
        families: """
            Παπαδόπουλος/papadopoulos, Βλάχος/vlachos, Αγγελόπουλος/angelopoulos, Νικολαΐδης/nikolaidis, Γεωργίου/georgiou, \
            Πετρίδης/petridis, Μακρής/makris, Δημητρίου/dimitriou, Ιωαννίδης/ioannidis, Οικονόμου/oikonomou, Παππάς/pappas, \
            Καραγιάννης/karagiannis, Αντωνίου/antoniou, Σταύρου/stavrou, Κωνσταντίνου/konstantinou, Αλεξίου/alexiou, \
            Χατζής/chatzis, Μιχαηλίδης/michailidis, Λάμπρου/lamprou, Ξενάκης/xenakis
            """,
        familiesOfWomen: """
            Παπαδοπούλου/papadopoulou, Βλάχου/vlachou, Αγγελοπούλου/angelopoulou, Νικολαΐδου/nikolaidou, Γεωργίου/georgiou, \
            Πετρίδου/petridou, Μακρή/makri, Δημητρίου/dimitriou, Ιωαννίδου/ioannidou, Οικονόμου/oikonomou, Παππά/pappa, \
            Καραγιάννη/karagianni, Αντωνίου/antoniou, Σταύρου/stavrou, Κωνσταντίνου/konstantinou, Αλεξίου/alexiou, \
            Χατζή/chatzi, Μιχαηλίδου/michailidou, Λάμπρου/lamprou, Ξενάκη/xenaki
            """)
}
