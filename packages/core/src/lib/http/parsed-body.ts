import { BodyConsumed, InvalidRequest } from '../errors/classes.ts'
import type { IncomingRequest, UnreadBody } from '../types/request.ts'
import type { ParsedBody } from '../types/scope.ts'
import { isObject } from '../kit/values.ts'

/** @throws InvalidRequest for values that are not text, because a parser has converted them */
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
 * @param body - the result of a parser
 * @param contentType - of the request
 * @throws BodyConsumed when its content was not kept
 */
export function readParsedBody(
  body: unknown,
  contentType: string | readonly string[] | undefined,
): BodyInit | null {
  if (typeof body === 'string') return body
  // Bytes of a parser are over memory that is not shared.
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>
  if (!isObject(body)) {
    throw new BodyConsumed('The body of the request has been read before, and is not in `body`.')
  }
  return String(contentType).toLowerCase().includes('json')
    ? JSON.stringify(body)
    : formatForm(body)
}

/** The result of a parser, as the form or the JSON object that the client sent. */
function formatBody(body: ParsedBody, isJson: boolean): BodyInit | null {
  if (!(body instanceof FormData || body instanceof URLSearchParams)) {
    return readParsedBody(body, isJson ? 'application/json' : undefined)
  }
  return formatForm(Object.fromEntries([...body.keys()].map((name) => [name, body.getAll(name)])))
}

/** Headers of the sent body that do not apply to the one written again. */
const OF_THE_BODY = ['content-length', 'content-encoding', 'transfer-encoding']

/** A `Request` whose body something of the application has read and parsed before. */
export class RequestWithParsedBody implements IncomingRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly #parsed: ParsedBody
  readonly #isJson: boolean
  readonly peerAddress: string | undefined
  #request: Request | undefined

  constructor(request: Request, parsed: ParsedBody, peerAddress?: string) {
    this.peerAddress = peerAddress
    this.method = request.method
    this.url = request.url
    this.headers = new Headers(request.headers)
    this.#parsed = parsed
    this.#isJson = /^application\/json\b/i.test(this.headers.get('content-type') ?? '')
    for (const name of OF_THE_BODY) this.headers.delete(name)
    const type = this.#isJson ? 'application/json' : 'application/x-www-form-urlencoded'
    this.headers.set('content-type', type)
  }

  get body(): UnreadBody | null {
    return this.request.body
  }

  get request(): Request {
    return (this.#request ??= this.#toRequest())
  }

  #toRequest(): Request {
    const { method, url, headers } = this
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const body = hasBody ? formatBody(this.#parsed, this.#isJson) : null
    return new Request(url, { method, headers, body })
  }
}
