import type { SourceRow } from './source.ts'

/** A text of a row, or an id that is a number; `undefined` for null and what is empty. */
export function textOf(row: SourceRow, name: string): string | undefined {
  const value = row[name]
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Whether a column says yes: databases without booleans have 0 and 1. */
export function isTrue(row: SourceRow, name: string): boolean {
  const value = row[name]
  return value === true || value === 1 || value === 1n || value === '1' || value === 'true'
}

/** A time: a `Date`, a text of ISO 8601, or milliseconds. */
export function timeOf(row: SourceRow, name: string): Date | undefined {
  const value = row[name]
  if (!(value instanceof Date) && typeof value !== 'string' && typeof value !== 'number') {
    return undefined
  }
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? undefined : time
}

/** Whether an id of the target is that of a user, whom better-auth names by a text. */
export const isSameId = (found: unknown, id: string): boolean =>
  typeof found === 'number' ? String(found) === id : found === id

/** Base64 of a credential id, which better-auth stores as browsers send it. */
export function toBase64(base64url: string): string {
  const text = base64url.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}
