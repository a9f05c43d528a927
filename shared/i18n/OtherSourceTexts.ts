import type { Namespaces, Translations } from './i18n-types.ts';

type SomeOf<Texts> = { readonly [Key in keyof Texts]?: Texts[Key] extends string ? Texts[Key] : SomeOf<Texts[Key]> };

/** What is said instead, by area, if strikes do not come from a network that locates strokes to the ground within seconds. */
export type Instead = { readonly [Area in Namespaces]?: SomeOf<Translations[Area]> } & {
  readonly everyPage?: SomeOf<Omit<Translations, Namespaces>>;
};

/** The replacements by what differs: flashes of every kind, the same in the tools, late strikes, a camera in space. */
export type OtherSourceTexts = Readonly<Record<'flashes' | 'flashTools' | 'late' | 'optical', Instead>>;
