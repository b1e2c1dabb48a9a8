import {
  type Cache,
  contentKey,
  createCache,
  createNames,
  memoize,
  type Named,
} from '../kit/cache.ts'
import type { Theme } from '../types/pages.ts'
import { type Html, prepare, type SlotValues } from './html.ts'
import type { Page, PageProps } from './page.ts'
import { en } from './texts/en.ts'
import type { Texts } from '../types/texts.ts'

/** A page before it is filled in: the same for every request that it is sent to. */
export interface Template extends Omit<Page, 'html'> {
  readonly document: Html
}

/** A template that is ready to be filled in with what a request knows. */
export interface PreparedTemplate extends Omit<Page, 'html'> {
  readonly fill: (values: SlotValues) => string
}

/** What of a theme is part of every page; the name fills in the place of the host. */
export type PageTheme = {
  readonly [K in Exclude<keyof Theme, 'name' | 'lastUsed'>]-?: Theme[K] | undefined
}

/** What every template depends on. */
export interface Look {
  readonly theme: Named<PageTheme>
  readonly texts: Named<Texts>
  /** Whether the name of the application is known, or its host. */
  readonly host: boolean
}

const NO_THEME: Theme = Object.freeze({})

const nameTheme = createNames<PageTheme>({ entries: 64 })
const findTheme = memoize(({ colorScheme, logo, favicon, brandColor, buttonText }: Theme) =>
  nameTheme({ colorScheme, logo, favicon, brandColor, buttonText }),
)

const findTexts = createNames<Texts>({ entries: 64 })

/** What of its props every page depends on. */
export function findLook({ theme = NO_THEME, texts = en, host }: PageProps): Look {
  return { theme: findTheme(theme), texts: findTexts(texts), host: Boolean(host) }
}

/** The templates of all pages. They have nothing in them of any request, and neither have their keys. */
export const templates: Cache<PreparedTemplate> = createCache({ entries: 256 })

/**
 * Renders a page. Its template is made once for all requests that have the same shape.
 *
 * @param name - of the page
 * @param shape - everything that the template depends on
 * @param build - makes the template. It is given the shape and nothing else
 * @param values - what goes into the slots of the template, by their names
 */
export function renderPage<S>(
  name: string,
  shape: S,
  build: (shape: S) => Template,
  values: SlotValues,
): Page {
  const key = `${name} ${contentKey(shape)}`
  const { fill, styles, scripts, connects } = templates.get(key, () => {
    const { document, ...rest } = build(shape)
    return { ...rest, fill: prepare(document) }
  })
  return { html: fill(values), styles, scripts, connects }
}
