/**
 * Names of first-level regions by country: Natural Earth's spelling (GeoNames' or the FIPS code, where two have one
 * name), then English, Russian and Bulgarian. A country without an entry is one region.
 */
export const regionNames: Readonly<Record<string, string>> = {
  AL: `Berat|Berat|Берат|Берат
Dibër|Dibër|Дибра|Дибър
Qarku i Durresit|Durrës|Дуррес|Драч
Qarku i Tiranes|Tirana|Тирана|Тирана
Elbasan|Elbasan|Эльбасан|Елбасан
Fier|Fier|Фиери|Фиери
Gjirokastër|Gjirokastër|Гирокастра|Гирокастра
Korçë|Korçë|Корча|Корча
Kukës|Kukës|Кукес|Кукъс
Lezhë|Lezhë|Лежа|Лежа
Shkodër|Shkodër|Шкодер|Шкодра
Vlorë|Vlorë|Влёра|Вльора`,
  BG: `Blagoevgrad|Blagoevgrad|Благоевград|Благоевград
Burgas|Burgas|Бургас|Бургас
Dobrich|Dobrich|Добрич|Добрич
Gabrovo|Gabrovo|Габрово|Габрово
Grad Sofiya|Sofia City|София (город)|София (столица)
Haskovo|Haskovo|Хасково|Хасково
Kardzhali|Kardzhali|Кырджали|Кърджали
Kyustendil|Kyustendil|Кюстендил|Кюстендил
Lovech|Lovech|Ловеч|Ловеч
Montana|Montana|Монтана|Монтана
Pazardzhik|Pazardzhik|Пазарджик|Пазарджик
Pernik|Pernik|Перник|Перник
Pleven|Pleven|Плевен|Плевен
Plovdiv|Plovdiv|Пловдив|Пловдив
Razgrad|Razgrad|Разград|Разград
Ruse|Ruse|Русе|Русе
Shumen|Shumen|Шумен|Шумен
Silistra|Silistra|Силистра|Силистра
Sliven|Sliven|Сливен|Сливен
Smolyan|Smolyan|Смолян|Смолян
Sofia|Sofia Province|София (область)|Софийска
Stara Zagora|Stara Zagora|Стара-Загора|Стара Загора
Targovishte|Targovishte|Тырговиште|Търговище
Varna|Varna|Варна|Варна
Veliko Tarnovo|Veliko Tarnovo|Велико-Тырново|Велико Търново
Vidin|Vidin|Видин|Видин
Vratsa|Vratsa|Враца|Враца
Yambol|Yambol|Ямбол|Ямбол`,
  GR: `Anatoliki Makedonia kai Thraki|East Macedonia and Thrace|Восточная Македония и Фракия|Източна Македония и Тракия
Attiki|Attica|Аттика|Атика
Ayion Oros|Mount Athos|Афон|Света гора
Dytiki Ellada|West Greece|Западная Греция|Западна Гърция
Dytiki Makedonia|West Macedonia|Западная Македония|Западна Македония
Ionioi Nisoi|Ionian Islands|Ионические острова|Йонийски острови
Ipeiros|Epirus|Эпир|Епир
Kentriki Makedonia|Central Macedonia|Центральная Македония|Централна Македония
Kriti|Crete|Крит|Крит
Notio Aigaio|South Aegean|Южные Эгейские острова|Южен Егей
Peloponnisos|Peloponnese|Пелопоннес|Пелопонес
Stereá Elláda|Central Greece|Центральная Греция|Централна Гърция
Thessalia|Thessaly|Фессалия|Тесалия
Voreio Aigaio|North Aegean|Северные Эгейские острова|Северен Егей`,
  HR: `Bjelovarsko-bilogorska|Bjelovar-Bilogora|Бьеловар-Билогора|Беловар-Билогора
Brodsko-Posavska|Brod-Posavina|Брод-Посавина|Брод-Посавина
HR11|Požega-Slavonia|Пожега-Славония|Пожега-Славония
Dubrovacko-Neretvanska|Dubrovnik-Neretva|Дубровник-Неретва|Дубровник-Неретва
Grad Zagreb|City of Zagreb|Загреб (город)|Загреб (град)
Istarska|Istria|Истрия|Истрия
Karlovacka|Karlovac|Карловац|Карловац
Koprivničko-Križevačka|Koprivnica-Križevci|Копривница-Крижевци|Копривница-Крижевци
Krapinsko-Zagorska|Krapina-Zagorje|Крапина-Загорье|Крапина-Загорие
Licko-Senjska|Lika-Senj|Лика-Сень|Лика-Сен
Medimurska|Međimurje|Меджимурье|Меджимурие
Osjecko-Baranjska|Osijek-Baranja|Осиек-Баранья|Осиек-Бараня
Primorsko-Goranska|Primorje-Gorski Kotar|Приморье-Горски-Котар|Приморие-Горски Котар
Sisacko-Moslavacka|Sisak-Moslavina|Сисак-Мославина|Сисак-Мославина
Splitsko-Dalmatinska|Split-Dalmatia|Сплит-Далмация|Сплит-Далмация
Varaždinska|Varaždin|Вараждин|Вараждин
Viroviticko-Podravska|Virovitica-Podravina|Вировитица-Подравина|Вировитица-Подравина
Vukovarsko-Srijemska|Vukovar-Syrmia|Вуковар-Срем|Вуковар-Срем
Zadarska|Zadar|Задар|Задар
Zagrebacka|Zagreb County|Загреб (жупания)|Загребска жупания
Šibensko-Kninska|Šibenik-Knin|Шибеник-Книн|Шибеник-Книн`,
  RO: `Alba|Alba|Алба|Алба
Arad|Arad|Арад|Арад
Arges|Argeș|Арджеш|Арджеш
Bacau|Bacău|Бакэу|Бакъу
Bihor|Bihor|Бихор|Бихор
Bistrita-Nasaud|Bistrița-Năsăud|Бистрица-Нэсэуд|Бистрица-Нъсъуд
Botosani|Botoșani|Ботошани|Ботошан
Braila|Brăila|Брэила|Бръила
Brasov|Brașov|Брашов|Брашов
Bucharest|Bucharest|Бухарест|Букурещ
Buzau|Buzău|Бузэу|Бузъу
Calarasi|Călărași|Кэлэраши|Кълъраш
Caras-Severin|Caraș-Severin|Караш-Северин|Караш-Северин
Cluj|Cluj|Клуж|Клуж
Constanta|Constanța|Констанца|Констанца
Covasna|Covasna|Ковасна|Ковасна
Dolj|Dolj|Долж|Долж
Dâmbovita|Dâmbovița|Дымбовица|Дъмбовица
Galati|Galați|Галац|Галац
Giurgiu|Giurgiu|Джурджу|Гюргево
Gorj|Gorj|Горж|Горж
Harghita|Harghita|Харгита|Харгита
Hunedoara|Hunedoara|Хунедоара|Хунедоара
Ialomita|Ialomița|Яломица|Яломица
Iasi|Iași|Яссы|Яш
Ilfov|Ilfov|Илфов|Илфов
Maramures|Maramureș|Марамуреш|Марамуреш
Mehedinti|Mehedinți|Мехединци|Мехединци
Mures|Mureș|Муреш|Муреш
Neamt|Neamț|Нямц|Нямц
Olt|Olt|Олт|Олт
Prahova|Prahova|Прахова|Прахова
Salaj|Sălaj|Сэлаж|Сълаж
Satu Mare|Satu Mare|Сату-Маре|Сату Маре
Sibiu|Sibiu|Сибиу|Сибиу
Suceava|Suceava|Сучава|Сучава
Teleorman|Teleorman|Телеорман|Телеорман
Timis|Timiș|Тимиш|Тимиш
Tulcea|Tulcea|Тулча|Тулча
Vaslui|Vaslui|Васлуй|Васлуй
Vrancea|Vrancea|Вранча|Вранча
Vâlcea|Vâlcea|Вылча|Вълча`,
  RS: `Borski|Bor|Борский округ|Борски окръг
Branicevski|Braničevo|Браничевский округ|Браничевски окръг
Grad Beograd|Belgrade|Белград|Белград
Jablanicki|Jablanica|Ябланичский округ|Ябланишки окръг
Južno-Backi|South Bačka|Южно-Бачский округ|Южнобачки окръг
Južno-Banatski|South Banat|Южно-Банатский округ|Южнобанатски окръг
Kolubarski|Kolubara|Колубарский округ|Колубарски окръг
Macvanski|Mačva|Мачванский округ|Мачвански окръг
Moravicki|Moravica|Моравичский округ|Моравишки окръг
Nišavski|Nišava|Нишавский округ|Нишавски окръг
Pcinjski|Pčinja|Пчиньский округ|Пчински окръг
Pirotski|Pirot|Пиротский округ|Пиротски окръг
Podunavski|Podunavlje|Подунайский округ|Подунавски окръг
Pomoravski Okrug|Pomoravlje|Поморавский округ|Поморавски окръг
Rasinski Okrug|Rasina|Расинский округ|Расински окръг
Raški|Raška|Рашский округ|Рашки окръг
Severno-Backi|North Bačka|Северно-Бачский округ|Севернобачки окръг
Severno-Banatski|North Banat|Северно-Банатский округ|Севернобанатски окръг
Srednje-Banatski|Central Banat|Средне-Банатский округ|Среднобанатски окръг
Sremski|Syrmia|Сремский округ|Сремски окръг
Toplicki|Toplica|Топличский округ|Топлишки окръг
Zajecarski|Zaječar|Заечарский округ|Зайчарски окръг
Zapadno-Backi|West Bačka|Западно-Бачский округ|Западнобачки окръг
Zlatiborski|Zlatibor|Златиборский округ|Златиборски окръг
Šumadijski|Šumadija|Шумадийский округ|Шумадийски окръг`,
  TR: `Afyonkarahisar|Afyonkarahisar|Афьонкарахисар|Афион Карахисар
Ankara|Ankara|Анкара|Анкара
Antalya|Antalya|Анталья|Анталия
Aydin|Aydın|Айдын|Айдън
Balikesir|Balıkesir|Балыкесир|Балъкесир
Bilecik|Bilecik|Биледжик|Биледжик
Bolu|Bolu|Болу|Болу
Burdur|Burdur|Бурдур|Бурдур
Bursa|Bursa|Бурса|Бурса
Denizli|Denizli|Денизли|Денизли
Düzce|Düzce|Дюздже|Дюздже
Edirne|Edirne|Эдирне|Одрин
Eskisehir|Eskişehir|Эскишехир|Ескишехир
Isparta|Isparta|Ыспарта|Испарта
Istanbul|Istanbul|Стамбул|Истанбул
Izmir|Izmir|Измир|Измир
Kirklareli|Kırklareli|Кыркларели|Лозенград
Kocaeli|Kocaeli|Коджаэли|Коджаели
Kütahya|Kütahya|Кютахья|Кютахия
Manisa|Manisa|Маниса|Маниса
Mugla|Muğla|Мугла|Мугла
Sakarya|Sakarya|Сакарья|Сакария
Tekirdag|Tekirdağ|Текирдаг|Текирдаг
Usak|Uşak|Ушак|Ушак
Yalova|Yalova|Ялова|Ялова
Çanakkale|Çanakkale|Чанаккале|Чанаккале`,
};
