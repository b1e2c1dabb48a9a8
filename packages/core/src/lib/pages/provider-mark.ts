import type { ProviderButtonStyle } from '../types/provider.ts'
import { type Html, html } from './html.ts'
import { imageSource } from './url.ts'

/** Commands of a path and numbers (SVG 2, section 9.3), and nothing that could end an attribute. */
const PATH_DATA = /^[\d\s,.MmLlHhVvCcSsQqTtAaZzeE+-]+$/

/**
 * A value for the `d` of a path.
 *
 * @returns nothing for a value that is no path data
 */
export function pathData(value: unknown): string | undefined {
  return typeof value === 'string' && PATH_DATA.test(value) ? value : undefined
}

/** The letters for a provider without a mark. */
function initials(name: string): string {
  const words = name.split(/[\s_./-]/).filter(Boolean)
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '')
  return letters.join('').toUpperCase()
}

/**
 * The mark of a provider's button: its logo, else its drawing in a circle, else its initials there.
 *
 * @param className - a class name of this library, with the colours of the circle
 */
export function providerMark(
  { name, style }: { readonly name: string; readonly style?: ProviderButtonStyle | undefined },
  className: string,
): Html {
  const logo = imageSource(style?.logo)
  if (logo !== undefined) {
    return html`<img class="mark" src="${logo}" alt="" width="28" height="28" />`
  }
  const path = pathData(style?.mark)
  const inside =
    path === undefined
      ? initials(name)
      : html`<svg aria-hidden="true" viewBox="0 0 24 24"><path d="${path}" /></svg>`
  return html`<span class="mark ${className}" aria-hidden="true">${inside}</span>`
}
