import { Buffer } from 'node:buffer'

/** A hash in the form of the PHC string format: `$name$v=19$m=1,t=2$salt$hash`. */
export interface Phc {
  readonly name: string
  readonly version: number | undefined
  readonly parameters: ReadonlyMap<string, number>
  readonly salt: Uint8Array
  readonly hash: Uint8Array
}

const SHAPE =
  /^\$([a-z0-9-]{1,32})(?:\$v=(\d{1,4}))?\$((?:[a-z]{1,8}=\d{1,10},?)+)\$([A-Za-z0-9+/]{1,128}=*)\$([A-Za-z0-9+/]{1,256}=*)$/

/** Bytes of a text in base64, with or without padding. */
export const fromBase64 = (text: string): Uint8Array => Buffer.from(text, 'base64')

/** Reads a hash, or gives `undefined` where the text is none. */
export function parsePhc(stored: string): Phc | undefined {
  const parts = SHAPE.exec(stored)
  if (!parts) return undefined
  const [, name = '', version, parameters = '', salt = '', hash = ''] = parts
  const pairs = parameters.split(',').map((pair): [string, number] => {
    const [key = '', value] = pair.split('=')
    return [key, Number(value)]
  })
  return {
    name,
    version: version === undefined ? undefined : Number(version),
    parameters: new Map(pairs),
    salt: fromBase64(salt),
    hash: fromBase64(hash),
  }
}

const unpadded = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replace(/=+$/, '')

/** Writes a hash. */
export function formatPhc({ name, version, parameters, salt, hash }: Phc): string {
  const cost = [...parameters].map(([key, value]) => `${key}=${value}`).join(',')
  const versioned = version === undefined ? '' : `$v=${version}`
  return `$${name}${versioned}$${cost}$${unpadded(salt)}$${unpadded(hash)}`
}
