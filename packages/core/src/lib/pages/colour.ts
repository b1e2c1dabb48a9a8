import { namedColour } from './colour-names.ts'

/** Red, green and blue of sRGB, each 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]

export const BLACK: Colour = [0, 0, 0]
export const WHITE: Colour = [255, 255, 255]

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i
const FUNCTION = /^(rgb|hsl|oklch)a?\(([^()]{1,48})\)$/i
const COMPONENT = /^([+-]?(?:\d{1,6}(?:\.\d{0,9})?|\.\d{1,9}))(%|deg)?$/i

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), max)

/** A component of a colour function; a percentage counts as that part of `whole`. */
function component(text: string | undefined, whole: number): number {
  const match = COMPONENT.exec(text ?? '')
  if (!match) return Number.NaN
  return match[2] === '%' ? (Number(match[1]) / 100) * whole : Number(match[1])
}

function fromHex(digits: string): readonly number[] {
  const wide = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits
  return Array.from(wide.matchAll(/../g), ([pair]) => Number.parseInt(pair, 16))
}

/** CSS Color 4, section 7.1. */
function fromHsl(hue: number, saturation: number, lightness: number): Colour {
  const amplitude = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number): number => {
    const position = (((offset + hue / 30) % 12) + 12) % 12
    return 255 * (lightness - amplitude * Math.max(-1, Math.min(position - 3, 9 - position, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

/** A linear share of a channel as its sRGB value. */
function encode(linear: number): number {
  return 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055)
}

/** CSS Color 4, section 9.3 and the conversion code of section 18, cut off at the edge of sRGB. */
function fromOklch(lightness: number, chroma: number, hue: number): Colour {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** What is missing or cannot be read is not a number in the result. */
function fromFunction(name: string | undefined, parts: readonly (string | undefined)[]): Colour {
  const [first, second, third] = parts
  if (name === 'rgb') return [component(first, 255), component(second, 255), component(third, 255)]
  if (name === 'hsl') {
    const [saturation, lightness] = [component(second, 100), component(third, 100)]
    return fromHsl(component(first, 360), clamp(saturation, 100) / 100, clamp(lightness, 100) / 100)
  }
  return fromOklch(
    clamp(component(first, 1), 1),
    Math.max(component(second, 0.4), 0),
    component(third, 360),
  )
}

function flatten(channels: readonly number[], alpha: number): Colour | undefined {
  const opacity = clamp(alpha, 1)
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = channels.map((value) =>
    Math.round(clamp(value, 255) * opacity + 255 * (1 - opacity)),
  )
  const colour: Colour = [red, green, blue]
  return colour.some(Number.isNaN) ? undefined : colour
}

function parseFunction(text: string): Colour | undefined {
  const [, name, list = ''] = FUNCTION.exec(text) ?? []
  const [first, second, third, alpha = '1', ...more] = list.trim().split(/[\s,/]+/)
  if (more.length > 0) return undefined
  return flatten(fromFunction(name, [first, second, third]), component(alpha, 1))
}

/**
 * Reads a CSS colour: hexadecimal, a name, `rgb()`, `hsl()` or `oklch()`. What is translucent is taken as lying on white.
 *
 * @param value - what the configuration has, not yet known to be a colour
 * @returns nothing when it is no such colour
 */
export function parseColour(value: unknown): Colour | undefined {
  if (typeof value !== 'string' || value.length > 64) return undefined
  const text = value.trim().toLowerCase()
  const hex = HEX.test(text) ? text.slice(1) : namedColour(text)
  if (hex === undefined) return parseFunction(text)
  const channels = fromHex(hex)
  return flatten(channels, (channels[3] ?? 255) / 255)
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
