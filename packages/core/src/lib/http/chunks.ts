import { scanCookies } from './cookie.ts'

/** Most cookies one value is spread over: with those of sign-ins in progress beside them, Node.js takes no more. */
export const MAX_CHUNKS = 3

/** The suffix of the name of a chunk, after a dot. */
export const CHUNK_SUFFIX: RegExp = /^(?:0|[1-9]\d?)$/

/**
 * The value of a cookie that may be spread over `name.0`, `name.1`, …: contiguous from 0, or whole. Anything else
 * that merely starts with the name is not ours.
 */
export function readChunked(
  header: string,
  name: string,
  limit: number = MAX_CHUNKS,
): string | undefined {
  let whole: string | undefined
  let chunks: Map<number, string> | undefined
  scanCookies(header, name, (found, value) => {
    if (found === name) {
      whole ??= value
      return
    }
    const suffix = found.slice(name.length + 1)
    if (found.charAt(name.length) !== '.' || !CHUNK_SUFFIX.test(suffix)) return
    chunks ??= new Map()
    if (!chunks.has(Number(suffix))) chunks.set(Number(suffix), value)
  })
  return joinChunks(chunks, limit) ?? whole
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
