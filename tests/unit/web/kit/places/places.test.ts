import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bboxContains, bboxUnion, boxAround } from '#shared/geo/BBox.ts';
import { foldName } from '#shared/geo/foldName.ts';
import { circleAround, distanceKm } from '#shared/geo/geodesy.ts';
import { formatNamedPlace, NAMED_PLACES, type NamedPlace } from '#shared/geo/NamedPlaces.ts';
import { russianGenitive } from '#shared/geo/russianGenitive.ts';
import { pointAt } from '#shared/geo/Shape.ts';
import { readNames } from '#shared/languages.ts';
import { pairs } from '#tests/support/pairs.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { cpuMs } from '#tests/support/time/cpuMs.ts';
import { GROUND_BOUNDS } from '#web/ground/land/groundTiles.ts';
import { growTable, slugOf } from '#web/kit/places/build/growTable.ts';
import {
  bulgarianToLatin,
  bulgarianToRussian,
  gajToCyrillic,
  macedonianToLatin,
  serbianToBulgarian,
  serbianToLatin,
  serbianToRussian,
} from '#web/kit/places/build/namesOf.ts';
import { formatGazetteer, parseGazetteer } from '#web/kit/places/gazetteerStore.ts';
import { LANDMARK_KINDS, type Landmark, parseLandmarks } from '#web/kit/places/Landmark.ts';
import { NearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import { readOutlines } from '#web/kit/places/outlines/readOutlines.ts';
import { isLink, parseCoordinates, positionIn } from '#web/kit/places/outlines/readPosition.ts';
import type { Place } from '#web/kit/places/Place.ts';
import type { SearchResult } from '#web/kit/places/PlaceCombobox.tsx';
import { PlaceSearch } from '#web/kit/places/PlaceSearch.ts';
import {
  EMPTY_ENTRY,
  entryOfFound,
  entryOfRead,
  foundOutlines,
  isOutlineText,
  type Selection,
  selectFound,
  selectPlace,
} from '#web/kit/places/usePlaceEntry.ts';

/** `a: x, y; b: z` as [['a', ['x', 'y']], ['b', ['z']]]. */
const listed = (text: string) =>
  text.split(/;\s+/).map((entry) => {
    const [of = '', ...listedOf] = entry.split(/[:,]\s+/);
    return [of, listedOf] as const;
  });
const dataFile = (name: string) => readFileSync(join(projectRoot, 'web/kit/places/data', name), 'utf8');

describe('russian genitive', () => {
  test.each(
    listed(`София: Софии; Варна: Варны; Кнежа: Кнежи; Стара-Загора: Стара-Загоры; Пловдив: Пловдива; Бургас: Бургаса;
      Козлодуй: Козлодуя; Банско: Банско; Русе: Русе; Сандански: Сандански; Нови-Сад: Нови-Сада; Афины: Афин;
      Салоники: Салоник`),
  )('от %s: %s', (name, [genitive]) => expect(russianGenitive(name)).toBe(genitive));

  test.each(['Ловец', 'Крань', 'Piatra Neamț', 'Каушаны', 'Золотые Пески', 'Добой'])(
    'how %s is declined is not guessed',
    (name) => expect(russianGenitive(name)).toBeUndefined(),
  );
});

describe('gazetteer text', () => {
  const text = dataFile('gazetteer.txt');
  const places = parseGazetteer(text);
  const byName = (en: string) => places.find((place) => place.en === en);

  test('the gazetteer weighs at most 350 kB compressed', () => {
    const kilobytes = gzipSync(text).length / 1_000;
    process.stdout.write(`gazetteer: ${places.length} places, ${kilobytes.toFixed(1)} kB gzip\n`);
    expect(kilobytes).toBeLessThan(350);
  });

  test('what is written is read again', () => expect(formatGazetteer(places)).toBe(text));

  test.each(['', '<!doctype html>\n<title>Not found</title>', 'a\tb\nc'])('%j is refused as a gazetteer', (wrong) =>
    expect(() => parseGazetteer(wrong)).toThrow('of equal length'),
  );

  test('places with most people come first, and every Bulgarian one has its name in all three languages', () => {
    const people = places.map(({ population }) => population);
    expect(people).toEqual(people.toSorted((a, b) => b - a));
    const bulgarian = places.filter(({ country }) => country === 'BG');
    expect(bulgarian.length).toBeGreaterThan(290);
    const wrong = ({ en, ru, bg }: Place) =>
      !/^[a-z .-]+$/i.test(en) || !/^[а-яё -]+$/i.test(ru) || !/^[а-я -]+$/i.test(bg);
    expect(bulgarian.filter(wrong)).toEqual([]);
  });

  test.each(
    listed(`Thessaloniki: Салоники, Солун; Edirne: Эдирне, Одрин; Bucharest: Бухарест, Букурещ;
      Pristina: Приштина, Прищина; Vranje: Вране, Враня; Prijedor: Приедор, Приедор`),
  )('%s is %s in Russian and Bulgarian', (en, [ru, bg]) => expect(byName(en)).toMatchObject({ ru, bg }));

  test('every place has a rank of 1 to 8, and few have the first', () => {
    const ranks = dataFile('ranks.txt').trim();
    expect(ranks).toMatch(/^[1-8]+$/);
    expect(ranks).toHaveLength(places.length);
    const first = places.filter((_, index) => ranks[index] === '1').map(({ en }) => en);
    expect(first).toEqual(expect.arrayContaining(['Sofia', 'Belgrade', 'Athens', 'Istanbul']));
    expect(first.length).toBeLessThan(100);
  });
});

describe('nearest places', () => {
  const places = parseGazetteer(dataFile('gazetteer.txt'));
  const nearest = new NearestPlaces(places);
  const BANSKO = { latitude: 41.838, longitude: 23.488 };

  const BANSKO_ALONE = new NearestPlaces(places.filter(({ en }) => en === 'Bansko'));
  test.each([
    [0, 'n'],
    [2, 'e'],
    [4, 's'],
    [6, 'w'],
    [7, 'nw'],
  ] as const)('the direction is that from the place to the strike (%s eighths of a turn: %s)', (eighth, direction) => {
    const [longitude, latitude] = circleAround(BANSKO, 3, 8)[eighth] ?? [0, 0];
    expect(BANSKO_ALONE.near({ latitude, longitude })).toMatchObject({ direction, km: expect.closeTo(3, 0) });
  });

  test('a known town is named rather than a village a little nearer', () => {
    const village = { ...readNames(['Selo', 'Село', '']), also: [], country: 'BG', population: 300 };
    const town = { ...village, en: 'Grad', population: 90_000 };
    const both = new NearestPlaces([
      { ...town, latitude: 42, longitude: 23 },
      { ...village, latitude: 42.12, longitude: 23 },
    ]);
    expect(both.near({ latitude: 42.075, longitude: 23 })?.place.en).toBe('Grad');
    expect(both.near({ latitude: 42.118, longitude: 23 })?.place.en).toBe('Selo');
  });

  test('a village is named rather than a city an hour away', () => {
    const near = nearest.near({ latitude: 42.01, longitude: 23.9 });
    expect(near?.km).toBeLessThan(25);
    expect(near?.place.en).not.toBe('Sofia');
  });

  test('where nothing is within 60 km nothing is named', () => {
    expect(nearest.near({ latitude: 43.2, longitude: 31.4 })).toBeUndefined();
    expect(nearest.near({ latitude: 0, longitude: -179.9 })).toBeUndefined();
  });

  test('at sea a storm is located by the nearest large town, up to 500 km away', () => {
    expect(nearest.locate({ latitude: 37.35, longitude: 19.63 })).toMatchObject({
      place: { en: 'Patras' },
      direction: 'sw',
    });
    expect(nearest.locate({ latitude: 42.01, longitude: 23.9 })).toEqual(
      nearest.near({ latitude: 42.01, longitude: 23.9 }),
    );
    expect(nearest.locate({ latitude: 0, longitude: -179.9 })).toBeUndefined();
  });

  test('fifty strikes of the table are named within 25 ms', () => {
    const fifty = () => {
      for (let row = 0; row < 50; row++) nearest.near({ latitude: 41 + row / 20, longitude: 22 + row / 20 });
    };
    const ms = cpuMs(() => Array.from({ length: 30 }, fifty)) / 30;
    process.stdout.write(`50 strikes named in ${ms.toFixed(2)} ms\n`);
    expect(ms).toBeLessThan(25);
  });
});

describe('grow table', () => {
  const named = (en: string) => ({ ...readNames([en]), also: [] });
  const town = (en: string, country: string, population: number, latitude: number, longitude: number): Place => {
    return { ...named(en), country, population, latitude, longitude };
  };
  const slugs = (table: readonly NamedPlace[]) => table.map(({ slug }) => slug);

  const athens = town('Athens', 'GR', 660_000, 37.98, 23.73);
  const volos = town('Volos', 'GR', 85_000, 39.37, 22.94);
  const ionia = town('Nea Ionia', 'GR', 67_000, 38.04, 23.76);
  const ioniaByVolos = town('Nea Ionia', 'GR', 33_000, 39.38, 22.93);
  const ioniaAbroad = town('Nea Ionia', 'TR', 20_000, 41, 29);
  const peak: Landmark = { ...volos, ...named('Volos'), kind: 'peak', rank: 1, heightM: 1_500, axis: [] };

  test('the committed table holds each town of home above 15,000 people and each of its peaks, as the script writes it', () => {
    const grown = growTable(
      NAMED_PLACES,
      parseGazetteer(dataFile('gazetteer.txt')),
      parseLandmarks(dataFile('landmarks.txt')),
    );
    expect(grown.map(formatNamedPlace)).toEqual(NAMED_PLACES.map(formatNamedPlace));
  });

  test('slugs are unique and fit an address, and the first 1,238 stay as they were published', () => {
    const all = slugs(NAMED_PLACES);
    expect(new Set(all).size).toBe(all.length);
    for (const slug of all) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    const published = createHash('sha256').update(all.slice(0, 1_238).join('\n')).digest('hex');
    expect(published).toBe('ac7453d98692d93bbbf6427bb800abade1ea22237e740be590f4e86f30638b84');
  });

  test('namesakes are told apart by kind, by country, or by a larger town near them', () => {
    const table = growTable([], [athens, volos, ionia, ioniaByVolos, ioniaAbroad], [peak]);
    const expected = ['athens', 'volos', 'nea-ionia', 'nea-ionia-volos', 'nea-ionia-turkiye', 'volos-peak'];
    expect(slugs(table)).toEqual(expected);
  });

  test('a table only grows: what was renamed, moved, shrunk or dropped keeps its slug and its line', () => {
    const before = growTable([], [athens, volos, ionia], []);
    const renamed = { ...volos, en: 'Vólos', population: 86_000 };
    const moved = { ...ionia, latitude: 38.06 };
    const larger = town('Larissa', 'GR', 140_000, 39.64, 22.42);
    const after = growTable(before, [larger, renamed, moved, town('Village', 'GR', 14_000, 39, 22)], []);
    expect(after).toEqual([
      before[0],
      { ...before[1], names: { ...readNames(['Vólos', 'Volos', '']) }, population: 86_000 },
      { ...before[2], latitude: 38.06 },
      expect.objectContaining({ slug: 'larissa' }),
    ]);
  });

  test.each(
    listed(`Hajdúböszörmény: hajduboszormeny; Pomigliano d'Arco: pomigliano-d-arco; Chornomors’k: chornomorsk;
      Đeravica: djeravica; İncirliova: incirliova; Kırkağaç: kirkagac; Straßgang: strassgang;
      Olympus (Lesbos): olympus-lesbos`),
  )('%s stands in an address as %s', (name, [slug]) => expect(slugOf(name)).toBe(slug));
});

describe('landmark', () => {
  const text = dataFile('landmarks.txt');
  const landmarks = parseLandmarks(text);
  const towns = parseGazetteer(dataFile('gazetteer.txt'));
  const names = (wrong: readonly Landmark[]) => wrong.map(({ kind, en }) => `${kind} ${en}`);

  test('the list of landmarks has 400 and more of every kind, and weighs at most 25 kB compressed', () => {
    process.stdout.write(`${landmarks.length} landmarks, ${gzipSync(text).length} B gzip\n`);
    expect(landmarks.length).toBeGreaterThan(400);
    expect(new Set(landmarks.map(({ kind }) => kind)).size).toBe(LANDMARK_KINDS.length);
    expect(gzipSync(text).length).toBeLessThanOrEqual(25_000);
  });

  test('every landmark has a name in each language, in its script, and none is there twice', () => {
    const cyrillic = /^[\u0400-\u04ff\d„“() -]+$/;
    expect(names(landmarks.filter(({ en }) => !/^[\p{Script=Latin}'() -]+$/u.test(en)))).toEqual([]);
    const wrong = ({ ru, bg }: Landmark) => !cyrillic.test(ru) || !cyrillic.test(bg) || /[ыэё]/i.test(bg);
    expect(names(landmarks.filter(wrong))).toEqual([]);
    const twins = landmarks.filter((a, index) =>
      landmarks.slice(0, index).some((b) => a.kind === b.kind && foldName(a.en) === foldName(b.en)),
    );
    expect(names(twins)).toEqual([]);
  });

  test('every landmark lies on the map, in its country or at its border, and no higher than land there is', () => {
    const [west, south, east, north] = GROUND_BOUNDS;
    const box = { west, south, east, north };
    const all = landmarks.flatMap((mark) => (mark.axis.length > 0 ? mark.axis : [mark]));
    expect(all.filter(({ latitude, longitude }) => !bboxContains(box, longitude, latitude))).toEqual([]);
    const points = landmarks.filter(({ axis, country }) => axis.length === 0 && country !== 'CY');
    const far = points.filter(
      (mark) => !towns.some((town) => town.country === mark.country && distanceKm(town, mark) < 30),
    );
    expect(names(far)).toEqual([]);
    const high = landmarks.filter(({ kind }) => kind === 'peak' || kind === 'range' || kind === 'pass');
    expect(names(high.filter(({ heightM }) => heightM < 50 || heightM > 3_400))).toEqual([]);
  });

  test('a range reaches to the peak that gives it its height', () => {
    const peaks = landmarks.filter(({ kind }) => kind === 'peak');
    const ranges = landmarks.filter(({ kind }) => kind === 'range');
    const reported = ranges.filter(({ heightM }) => peaks.some((peak) => peak.heightM === heightM));
    const apart = reported.filter(({ axis, heightM }) => {
      const box = axis.map((at) => boxAround(at, 25)).reduce(bboxUnion);
      return !peaks.some((peak) => peak.heightM === heightM && bboxContains(box, peak.longitude, peak.latitude));
    });
    expect(reported.length).toBeGreaterThan(60);
    expect(names(apart)).toEqual([]);
  });

  test('what is no list of landmarks is refused', () => {
    for (const wrong of ['', '<!doctype html>', 'volcano\t1\t1\tIT\t38 15\tEtna\tЭтна\tЕтна\t'])
      expect(() => parseLandmarks(wrong), wrong).toThrow();
  });
});

describe('names', () => {
  test.each(
    listed(`София: Sofia, София; Велико Търново: Veliko Tarnovo, Велико-Тырново; Щръклево: Shtraklevo, Штрыклево;
      Панагюрище: Panagyurishte, Панагюриште; Гьоврен: Gyovren, Гёврен; Кърджали: Kardzhali, Кырджали;
      Ямбол: Yambol, Ямбол; Елин Пелин: Elin Pelin, Елин-Пелин; Айтос: Aytos, Айтос`),
  )('Bulgarian %s is %s by law and in Russian', (name, spelt) =>
    expect([bulgarianToLatin(name), bulgarianToRussian(name)]).toEqual(spelt),
  );

  test.each(
    listed(`Kraljevo: Краљево, Кралево, Кралево; Vršac: Вршац, Вршац, Вършац; Brčko: Брчко, Брчко, Бръчко;
      Krk: Крк, Крк, Крък; Jagodina: Јагодина, Ягодина, Ягодина; Rijeka: Ријека, Риека, Риека;
      Ćuprija: Ћуприја, Чуприя, Чуприя; Đurđevac: Ђурђевац, Джурджевац, Джурджевац; Pljevlja: Пљевља, Плевля, Плевля;
      Ulcinj: Улцињ, Улцинь, Улцин; Gornji Milanovac: Горњи Милановац, Горни-Милановац, Горни Милановац;
      Štip: Штип, Штип, Щип`),
  )('Serbian %s is %s in Cyrillic, Russian and Bulgarian', (latin, [cyrillic = '', russian, bulgarian]) => {
    expect([gajToCyrillic(latin), serbianToLatin(cyrillic)]).toEqual([cyrillic, latin]);
    expect([serbianToRussian(cyrillic), serbianToBulgarian(cyrillic)]).toEqual([russian, bulgarian]);
  });

  test.each(
    listed(`Гевгелија: Gevgelija, Гевгелия, Гевгелия; Ѓорче Петров: Ǵorče Petrov, Гёрче-Петров, Гьорче Петров;
      Кичево: Kičevo, Кичево, Кичево`),
  )('Macedonian %s is %s in Latin, Russian and Bulgarian', (name, spelt) =>
    expect([macedonianToLatin(name), serbianToRussian(name), serbianToBulgarian(name)]).toEqual(spelt),
  );

  test('names fold alike however they are spelt, and different names stay different', () => {
    const alike = listed(`Щръклево: Shtraklevo, Štraklevo; София: Sofia, Sofija, Sofiya, SOFIA; Đakovo: Djakovo, Ђаково;
      Враца: Vratsa, Vraca, Vratza; Кишинёв: Кишинев; Niš: Nish, Ниш; Iaşi: Iași, IASI; Skopje: Skopye, Скопје;
      Велико-Тырново: велико тырново`);
    for (const [name, others] of alike) for (const other of others) expect(foldName(other), other).toBe(foldName(name));
    expect(foldName(' SOFIA ')).toBe(foldName('София'));
    const different = ['Варна', 'Враца', 'Враня', 'Верия', 'Вършец', 'Враня-Баня'];
    expect(new Set(different.map(foldName)).size).toBe(different.length);
  });
});

describe('read position', () => {
  const isNearSofia = { latitude: expect.closeTo(42.7, 4), longitude: expect.closeTo(23.32, 4) };

  test.each(
    `42.70, 23.32 | 42.70 23.32 | 42.70,23.32 | 42,70 23,32 | 42,70; 23,32 | 42°42′N 23°19.2′E | (42.7, 23.32)
    42°42'0" N, 23°19'12" E | 42°42′00″N23°19′12″E | N42.7 E23.32 | 23.32E, 42.7N | 42°42′ С 23°19.2′ И
    42.7 С 23.32 В | 42°42.0'N, 23°19.2'E | 42º42'00.0"N 23º19'12.0"E | N42 42 00 E23 19 12 | N 42 42 00, E 23 19 12
    42 42 00 N 23 19 12 E | 42-42-00N 023-19-12E | 42 42 00, 23 19 12 | 42 42 00 23 19 12 | 42 42.0 N 23 19.2 E
    N42 42.000 E023 19.200 | 42 42, 23 19.2 | lat=42.7 lon=23.32 | lat: 42.7, lng: 23.32 | lon=23.32 lat=42.7
    Longitude 23.32; Latitude 42.7 | 42°42′ с. ш. 23°19.2′ в. д. | 42°42′ с.ш. 23°19.2′ и.д. | lat 42.7, lon 23.32
    ширина 42.7, дължина 23.32 | долгота 23.32, широта 42.7 | 42°42,0′N,23°19,2′E`.split(/ \| |\n +/),
  )('%s is a position near Sofia', (text) => {
    expect(parseCoordinates(text)).toEqual(isNearSofia);
    expect(parseCoordinates(`  ${text} `)).toEqual(isNearSofia);
  });

  test('a plus sign is read, and south and west are negative, by sign or by letter', () => {
    expect(parseCoordinates('  +42.7  +23.32 ')).toEqual(isNearSofia);
    for (const text of ['-33.9, -18.4', '33.9S 18.4W', 'lat=-33.9 lon=-18.4', '33.9 Ю 18.4 З'])
      expect(parseCoordinates(text), text).toEqual({ latitude: -33.9, longitude: -18.4 });
  });

  test.each([
    ...['', 'Sofia', '42', '42.7', '91, 10', '42, 181', '42°61′ 23°', '42N 23N', '-42N 23E', '42.7, 23.3, 5'],
    ...['1.2.3 4', '42 49 01', '42 61 00, 23 13 01', 'Lat 42.7', 'lon=42.7 lon=23.3', 'Latovo 42', '42′ 23′'],
    ...['42.7 23.3 lat', '500000, 4649776'],
  ])('%j is no position', (text) => expect(parseCoordinates(text)).toBeUndefined());

  test.each([
    ['42.7, 23.32'],
    ['geo:42.7,23.32;u=35'],
    ["https://www.google.com/maps/place/42%C2%B042'00.0%22N+23%C2%B019'12.0%22E/data=!3m1"],
    ['https://www.google.com/maps/@42.7,23.32,15z'],
    ['https://www.openstreetmap.org/?mlat=42.7&mlon=23.32#map=15/42.1/23.1'],
    ['https://maps.apple.com/place?coordinate=42.7,23.32'],
    ['https://example.org/bg/map?view=42.7,23.32,9z'],
    ['https://example.org/look-up#at=42.7,23.32&km=10'],
  ])('the place is found in %s', (text) => expect(positionIn(text)).toEqual(isNearSofia));

  test('a shortened link names no place, and is no name to search', () => {
    expect(positionIn('https://maps.app.goo.gl/Ab3cD')).toBeUndefined();
    expect(isLink('https://maps.app.goo.gl/Ab3cD')).toBe(true);
    expect(isLink('Sofia')).toBe(false);
  });
});

describe('place search', () => {
  const places = [...parseLandmarks(dataFile('landmarks.txt')), ...parseGazetteer(dataFile('gazetteer.txt'))];
  const search = new PlaceSearch(places);
  const first = (query: string) => search.find(query, 8)[0]?.en;

  test.each(
    listed(`Sofia: sofia, СОФИЯ, Sofija, sof; Veliko Tarnovo: Велико-Тырново, велико търново, turnovo; Niš: nis, Ниш;
      Thessaloniki: солун, салоники, solun; Edirne: одрин; Bucharest: букурещ, bucuresti; Belgrade: beograd;
      Đakovo: djakovo, đakovo; Chișinău: кишинев, кишинёв; Banja Luka: banja luka, banya luka; Iași: iasi, iaşi;
      Bansko: Bansko, банско`),
  )('%s is found first however it is written: %j', (name, queries) =>
    expect(queries.map(first)).toEqual(queries.map(() => name)),
  );

  test.each(
    listed(`Plovdiv: plovdv, plvodiv, пловдиф; Blagoevgrad: blagoevgrat; Thessaloniki: thesaloniki;
      Koprivshtitsa: копривщица`),
  )('%s is found first though it is misspelt: %j', (name, queries) =>
    expect(queries.map(first)).toEqual(queries.map(() => name)),
  );

  test.each(
    listed(`peak Musala: Мусала, musala, мусалла; peak Cherni Vrah: Черни връх, Черни-Врых; peak Vihren: вихрен;
      peak Botev: ботев; peak Triglav: Triglav; range Vitosha: Витоша, витош; range Pirin: Пирин;
      range Rila: Рила, rila; range Stara Planina: стара планина, Балкан; range Rhodope: Родопы; range Olympus: Олимп;
      pass Bâlea: Трансфагарашан; pass Shipka Pass: Шипка, shipka; pass Petrohan: петрохан;
      monastery Rila Monastery: Рилски манастир, Рильский монастырь, rila monastery;
      monastery Bachkovo Monastery: бачково; monastery Hilandar: хилендар; monastery Meteora: Метеоры;
      hut Seven Lakes Hut: седемте рилски езера; hut Aleko: алеко; plain Dobruja: Добруджа;
      park Pirin National Park: национален парк пирин`),
  )('the %s is what a Bulgarian means by %j', (mark, queries) => {
    const [kind] = mark.split(' ', 1);
    for (const query of queries)
      expect(search.find(query, 8)[0], query).toMatchObject({ kind, en: mark.slice(mark.indexOf(' ') + 1) });
  });

  test.each(['ново село', 'троян', 'белица', 'борово', 'банкя', 'варна'])(
    '%s is a place in the country, not a village abroad',
    (query) => expect(search.find(query, 8)[0]).toMatchObject({ country: 'BG' }),
  );

  test('of places with one name that in view comes first', () => {
    const near = (latitude: number, longitude: number) => search.find('novo selo', 8, { latitude, longitude })[0];
    expect(near(41.41, 22.88)).toMatchObject({ country: 'MK' });
    expect(near(44.16, 22.8)).toMatchObject({ country: 'BG' });
  });

  test('who types the beginning of a name finds the town with most people first', () => {
    const found = search.find('pl', 8);
    expect(found.map(({ en }) => en)).toContain('Plovdiv');
    expect(found).toHaveLength(8);
    expect(new Set(found).size).toBe(8);
  });

  test('a word inside a name counts too', () => {
    const found = search.find('zagora', 8).map(({ en }) => en);
    expect(found).toEqual(expect.arrayContaining(['Stara Zagora', 'Nova Zagora']));
  });

  test.each(['', '   ', '—', '!?'])('%j finds nothing', (query) => expect(search.find(query, 8)).toEqual([]));

  test('of 19,000 places the first is found within 30 ms of a key', () => {
    const queries = ['s', 'so', 'sof', 'sofi', 'sofia', 'xyzzyq', 'пловд', 'blagoevgrat', 'novo s', 'stara zagoar'];
    const once = (query: string) => cpuMs(() => search.find(query, 8));
    const slowest = queries.map((query) => Math.min(...Array.from({ length: 5 }, () => once(query))));
    const ms = Math.max(...slowest);
    process.stdout.write(`search among ${places.length} places: at most ${ms.toFixed(1)} ms a key\n`);
    expect(places.length).toBeGreaterThan(19_000);
    expect(ms).toBeLessThan(30);
  });
});

describe('place entry', () => {
  const SOFIA = { latitude: 42.7, longitude: 23.32 };
  const found = (name: string, isExact = false): SearchResult => ({
    key: name,
    name,
    about: 'Bulgaria',
    position: SOFIA,
    isExact,
  });
  const PLACES: Readonly<Record<string, readonly SearchResult[]>> = {
    Sofia: [found('Sofia', true), found('Sofiyka')],
    Sof: [found('Sofia'), found('Sofiyka')],
    Sofiy: [found('Sofiyka')],
  };
  function acceptOutline(text: string, pointOnly = false): Selection {
    const read = readOutlines(text, { corners: 200, pointOnly });
    return read.ok ? selectFound(foundOutlines(read)) : { ok: false, error: read.error };
  }
  const readers = {
    resultsFor: async (name: string) => {
      if (name === 'Offline') throw new Error('no names');
      return PLACES[name] ?? [];
    },
    outlineOf: async (outline: string) => acceptOutline(outline),
  };
  const submit = (text: string, by: 'name' | 'outline' = 'name') => selectPlace({ ...EMPTY_ENTRY, by, text }, readers);
  const accept = (name: string) => ({ ok: true, place: { shape: pointAt(SOFIA), name } });

  test.each([
    ['42.70, 23.32', ''],
    ['N42 42 00 E23 19 12', ''],
    ['https://maps.apple.com/?ll=42.7,23.32', ''],
    [' Sofia ', 'Sofia'],
    ['Sofiy', 'Sofiyka'],
  ])('%s is taken when the form is sent, without having been chosen', async (text, name) =>
    expect(await submit(text)).toEqual(accept(name)),
  );

  test('what was chosen is taken as it was chosen', async () => {
    const place = { shape: pointAt({ latitude: 1, longitude: 2 }), name: 'Sofia' };
    expect(await selectPlace({ ...EMPTY_ENTRY, text: 'Sofia', selected: place }, readers)).toEqual({ ok: true, place });
  });

  test.each([
    ['', 'missing'],
    ['Sof', 'several'],
    ['Nowhere', 'none'],
    ['Offline', 'names'],
    ['https://maps.app.goo.gl/Ab3cD', 'link'],
  ])('“%s” is refused by its rule: %s', async (text, rule) =>
    expect(await submit(text)).toEqual({ ok: false, error: { rule } }),
  );

  test('an outline is taken where it may be one, and its invalid line is named', async () => {
    const area = await submit('42 23\n42 23.1\n42.1 23.1', 'outline');
    expect(area).toMatchObject({ place: { shape: { type: 'Polygon' } } });
    expect(await submit('42 23\nhere', 'outline')).toMatchObject({ ok: false, error: { rule: 'line', line: 2 } });
    expect(acceptOutline('42 23\n42 23.1', true)).toEqual({ ok: false, error: { rule: 'point' } });
    expect(acceptOutline('{"type":"Point","coordinates":[23.32,42.7]}', true)).toEqual(accept(''));
  });

  test.each([
    ['{"type":"Point"}', true],
    ['<kml>', true],
    ['42 23\n42 23.1', true],
    ['42.7\n23.32', false],
    ['Sofia\n', false],
    ['42.70, 23.32', false],
  ])('whether pasted text is an outline: %j', (text, isOutline) => expect(isOutlineText(text)).toBe(isOutline));

  describe('of a file with several outlines', () => {
    const square = (west: number) => ({
      type: 'Polygon',
      coordinates: [pairs(`${west},42 ${west + 1},42 ${west + 1},43 ${west},42`)],
    });
    const file = JSON.stringify({ type: 'GeometryCollection', geometries: [square(22), square(24)] });
    const before = { ...EMPTY_ENTRY, text: 'Sofia' };
    const of = { before, text: undefined, file: 'two.json', pointOnly: false, locale: 'en' as const };
    const entry = entryOfRead(readOutlines(file, { corners: 200, pointOnly: false }), of);

    test('none is taken before one is chosen, nor what was typed before', async () => {
      expect(entry).toMatchObject({ text: '', selected: undefined, found: { chosen: undefined, file: 'two.json' } });
      expect(await selectPlace(entry, readers)).toEqual({ ok: false, error: { rule: 'shapes', file: 'two.json' } });
    });

    test('the chosen one is taken, and another can be chosen instead', async () => {
      const choose = (chosen: number) => entry.found && entryOfFound(entry, { ...entry.found, chosen }, 'en');
      const [first, second] = [choose(0), choose(1)];
      expect([first?.selected?.shape, second?.selected?.shape]).toEqual([square(22), square(24)]);
      expect(second?.found?.outlines).toHaveLength(2);
      expect(second && (await selectPlace(second, readers))).toMatchObject({ ok: true, place: { shape: square(24) } });
    });

    test('nothing is left to choose once another file is refused', () => {
      const refused = entryOfRead({ ok: false, error: { rule: 'broken' } }, { ...of, before: entry, file: 'bad.kml' });
      expect(refused).toMatchObject({
        found: undefined,
        selected: undefined,
        error: { rule: 'broken', file: 'bad.kml' },
      });
    });
  });
});
