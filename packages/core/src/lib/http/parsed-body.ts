import { AuthError } from '../errors/auth-error.ts'
import { InvalidRequest } from '../errors/classes.ts'
import { isObject } from '../values.ts'

/** @throws InvalidRequest for what is not text, of which the parser of the application has made something else */
function asField(name: string, value: unknown): [string, string] {
  if (typeof value === 'string') return [name, value]
  throw new InvalidRequest(
    'A field of the form is not text after the body parser. Mount the handler before the body parser.',
  )
}

function formatForm(fields: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((single: unknown) => asField(name, single))
      : [asField(name, value)],
  )
  return new URLSearchParams(entries).toString()
}

/**
 * The body of a request that something of the application has read and parsed before, in the form that it was sent in.
 *
 * @param body - what was made of it
 * @param contentType - of the request
 * @throws AuthError when nothing was kept of it
 */
export function readParsedBody(
  body: unknown,
  contentType: string | readonly string[] | undefined,
): BodyInit | null {
  if (typeof body === 'string') return body
  // Bytes of a parser are over memory that is not shared.
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>
  if (!isObject(body)) {
    throw new AuthError(
      'The body of the request has been read before, and is not in `body`. Mount the handler before whatever reads it.',
    )
  }
  return String(contentType).toLowerCase().includes('json')
    ? JSON.stringify(body)
    : formatForm(body)
}
