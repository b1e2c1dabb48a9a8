// The base only makes relative references parse, and is never part of the result.
const BASE = 'https://relative.invalid/'

const IMAGE_DATA = /^data:image\/[a-z0-9.+-]{1,32}[;,]/i

function isHttp(reference: string): boolean {
  if (!URL.canParse(reference, BASE)) return false
  const { protocol } = new URL(reference, BASE)
  return protocol === 'https:' || protocol === 'http:'
}

/**
 * A value for `href` or `action`.
 *
 * @returns the reference when it is relative or http(s), as the URL parser of browsers reads it; otherwise `/`
 */
export function linkTarget(reference: string): string {
  return isHttp(reference) ? reference : '/'
}

/**
 * A value for the `src` of an image: relative, http(s), or image data.
 *
 * @returns nothing for any other value
 */
export function imageSource(reference: unknown): string | undefined {
  if (typeof reference !== 'string' || reference.trim() === '') return undefined
  return IMAGE_DATA.test(reference) || isHttp(reference) ? reference : undefined
}
