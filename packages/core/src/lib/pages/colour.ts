import { namedColour } from './colour-names.ts'

/** Red, green and blue of sRGB, each 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]

export const BLACK: Colour = [0, 0, 0]
export const WHITE: Colour = [255, 255, 255]

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

function fromHex(digits: string): readonly number[] {
  const wide = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits
  return Array.from(wide.matchAll(/../g), ([pair]) => Number.parseInt(pair, 16))
}

/**
 * Reads a colour: hexadecimal, or a name of CSS. What is translucent is taken as lying on white.
 *
 * @param value - what the configuration has, not yet known to be a colour
 * @returns nothing when it is not such a colour
 */
export function parseColour(value: unknown): Colour | undefined {
  if (typeof value !== 'string' || value.length > 64) return undefined
  const text = value.trim().toLowerCase()
  const hex = HEX.test(text) ? text.slice(1) : namedColour(text)
  if (hex === undefined) return undefined
  const [red = 0, green = 0, blue = 0, alpha = 255] = fromHex(hex)
  const onWhite = (channel: number): number =>
    Math.round(channel * (alpha / 255) + 255 * (1 - alpha / 255))
  return [onWhite(red), onWhite(green), onWhite(blue)]
}

/** The colour as `#rrggbb`: what is written into a style is computed, never what was configured. */
export function toHex(colour: Colour): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2, success criterion 1.4.3). */
export function contrast(one: Colour, other: Colour): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

/** Contrast that text needs (WCAG 2.2, success criterion 1.4.3). */
export const TEXT_CONTRAST = 4.5

/** Contrast that a graphic needs (WCAG 2.2, success criterion 1.4.11). */
export const GRAPHIC_CONTRAST = 3

/** White where it has the contrast that is needed, else black: always 4.5 to 1 or more with that of text. */
export function readableOn(background: Colour, needed: number = TEXT_CONTRAST): Colour {
  return contrast(WHITE, background) >= needed ? WHITE : BLACK
}
