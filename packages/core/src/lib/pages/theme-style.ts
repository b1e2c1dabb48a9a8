import { createCache } from '../kit/cache.ts'
import type { Theme } from '../types/pages.ts'
import type { ProviderButtonStyle } from '../types/provider.ts'
import {
  type Colour,
  contrast,
  GRAPHIC_CONTRAST,
  parseColour,
  readableOn,
  TEXT_CONTRAST,
  toHex,
} from './colour.ts'
import { pathData } from './provider-mark.ts'

// For providers without own colours; white has enough contrast on each.
const PALETTE: readonly string[] = [
  '#3d52b5',
  '#8a3ffc',
  '#b0286b',
  '#b23a1e',
  '#7a5c00',
  '#2e7033',
  '#00708a',
  '#4f5b6b',
]

function paletteColour(id: string): string {
  const sum = Array.from(id).reduce(
    (total, character) => total + (character.codePointAt(0) ?? 0),
    0,
  )
  return PALETTE[sum % PALETTE.length] ?? '#4f5b6b'
}

const property = (name: string, colour: Colour | undefined): string =>
  colour ? `--${name}:${toHex(colour)};` : ''

/**
 * The custom properties of a theme. Text on the brand colour is `buttonText` as given, otherwise white or black,
 * whichever reads better.
 *
 * @returns a style rule made of computed colours only; empty without valid colours
 */
export function themeStyle(theme: Theme): string {
  const brand = parseColour(theme.brandColor)
  const text = parseColour(theme.buttonText) ?? (brand && readableOn(brand))
  const properties = property('brand', brand) + property('brand-text', text)
  return properties && `:root{${properties}}`
}

const markColours = createCache<string>({ entries: 512 })

/** The custom properties of a mark. */
function toMarkColours(id: string, { bg, brandColor, text, mark }: ProviderButtonStyle): string {
  const back = parseColour(bg) ?? parseColour(brandColor) ?? parseColour(paletteColour(id))
  const wanted = parseColour(text)
  const needed = pathData(mark) === undefined ? TEXT_CONTRAST : GRAPHIC_CONTRAST
  const front =
    back && (wanted && contrast(wanted, back) >= needed ? wanted : readableOn(back, needed))
  return property('mark', back) + property('mark-text', front)
}

/**
 * The colours of one provider's mark. The provider's text colour is taken only where it has the contrast that initials
 * need as text, or a drawing as a graphic.
 *
 * @param className - a class name of this library
 */
export function markStyle(
  className: string,
  { id, style = {} }: { readonly id: string; readonly style?: ProviderButtonStyle | undefined },
): string {
  const key = JSON.stringify([id, style.bg, style.brandColor, style.text, style.mark])
  return `.${className}{${markColours.get(key, () => toMarkColours(id, style))}}`
}
