import { scanCookies } from './cookie.ts'

/** Most cookies one value is spread over: with those of sign-ins in progress beside them, Node.js takes no more. */
export const MAX_CHUNKS = 3

/** How a name goes on that starts with that of a value: not at all, or with the number of a chunk. Any other is another cookie. */
export const CHUNK_SUFFIX: RegExp = /^(?:\.(0|[1-9]\d?))?$/

/** Whether a header has a cookie of this name, or any chunk of one. */
export const hasChunked = (header: string, name: string): boolean =>
  scanCookies(header, name, (found) => CHUNK_SUFFIX.test(found.slice(name.length)))

/**
 * The value of a cookie that may be spread over `name.0`, `name.1`, …: contiguous from 0, or whole. Anything else
 * that merely starts with the name is not ours. Of several values of a name the first counts that is not empty.
 */
export function readChunked(
  header: string,
  name: string,
  limit: number = MAX_CHUNKS,
): string | undefined {
  let whole: string | undefined
  let chunks: Map<number, string> | undefined
  scanCookies(header, name, (found, value) => {
    const suffix = CHUNK_SUFFIX.exec(found.slice(name.length))
    if (!suffix) return
    if (suffix[1] === undefined) {
      whole ||= value
      return
    }
    const index = Number(suffix[1])
    chunks ??= new Map()
    if (!chunks.get(index)) chunks.set(index, value)
  })
  return joinChunks(chunks, limit) || whole
}

/**
 * Most values of one name that are tried. A browser sends a cookie of each domain and path that matches the address
 * (RFC 6265bis, section 5.8.3), and does not say which is which.
 */
export const MAX_VALUES = 4

/** Most ways in which the chunks of several values are put together. */
const MAX_JOINED = 16

function add(values: string[], value: string): void {
  if (value !== '' && values.length < MAX_VALUES && !values.includes(value)) values.push(value)
}

/** What chunks can be together: from the longest value on, since a cookie does not say how many belong to it. */
function joinAll(chunks: readonly (readonly string[])[]): readonly string[] {
  let joined: readonly string[] = ['']
  const byLength: (readonly string[])[] = []
  for (const values of chunks) {
    if (values.length === 0) break
    joined = joined.flatMap((start) => values.map((value) => start + value)).slice(0, MAX_JOINED)
    byLength.push(joined)
  }
  return byLength.toReversed().flat()
}

/**
 * Every value that a cookie can have that may be spread over several, the one of {@link readChunked} first. There is more than one
 * where the browser has cookies of the same name for several domains or paths.
 */
export function readAllChunked(
  header: string,
  name: string,
  limit: number = MAX_CHUNKS,
): readonly string[] {
  const wholes: string[] = []
  const chunks = Array.from({ length: limit }, (): string[] => [])
  scanCookies(header, name, (found, value) => {
    const suffix = CHUNK_SUFFIX.exec(found.slice(name.length))
    const values = suffix && (suffix[1] ? chunks[Number(suffix[1])] : wholes)
    if (values) add(values, value)
  })
  return [...new Set([...joinAll(chunks).slice(0, MAX_JOINED), ...wholes])]
}

function joinChunks(
  chunks: ReadonlyMap<number, string> | undefined,
  limit: number,
): string | undefined {
  if (!chunks) return undefined
  const parts: string[] = []
  for (let index = 0; index < limit; index++) {
    const part = chunks.get(index)
    if (part === undefined) break
    parts.push(part)
  }
  return parts.length === 0 ? undefined : parts.join('')
}
