/** A cookie as the algorithm of RFC 6265bis reads it, written from its text alone. */
export interface ReadCookie {
  readonly name: string
  readonly value: string
  /** The last of each name counts; names in lower case. */
  readonly attributes: ReadonlyMap<string, string>
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

function strip(text: string): string {
  const characters = text.split('')
  while (isBlank(characters[0])) characters.shift()
  while (isBlank(characters.at(-1))) characters.pop()
  return characters.join('')
}

/** Name and value: up to the first equals sign, and from there. */
function split(pair: string): readonly [string, string | undefined] {
  const [name = '', ...values] = pair.split('=')
  return [strip(name), values.length === 0 ? undefined : strip(values.join('='))]
}

/** Section 5.6: what a browser makes of a `Set-Cookie` header; `undefined` for one it ignores. */
export function readSetCookie(line: string): ReadCookie | undefined {
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x08\x0a-\x1f\x7f]/.test(line)) return undefined
  const [pair = '', ...rest] = line.split(';')
  const [name, value] = split(pair)
  if (value === undefined || name === '' || name.length + value.length > 4_096) return undefined
  const attributes = rest
    .map((one) => split(one))
    .filter(([, text = '']) => text.length <= 1_024)
    .map(([key, text = '']) => [key.toLowerCase(), text] as const)
  return { name, value, attributes: new Map(attributes) }
}

/** Section 4.2: the pairs of a `Cookie` header, those without a name left out. */
export function readCookieHeader(header: string): readonly (readonly [string, string])[] {
  return header.split(';').flatMap((pair) => {
    const [name, value] = split(pair)
    return value === undefined || name === '' ? [] : [[name, value] as const]
  })
}

/** Section 4.1.1: the quotes that a value may stand in are no part of it to a server, though browsers keep and send them. */
export function withoutQuotes(value: string): string {
  return /^"(.*)"$/s.exec(value)?.[1] ?? value
}
