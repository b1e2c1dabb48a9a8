import { BodyConsumed, InvalidRequest } from '@latchstring/core/errors'
import {
  deferSystem,
  redirectStatus,
  toHandlerOperations,
  toVerdictResponse,
} from '@latchstring/core/framework'
import type { FrameworkAuth, ParsedBody, RequestScope } from '@latchstring/core/framework'
import type { H3Operations } from './types.ts'

/** Functions that differ between the major versions of h3. */
export interface Host<Event, S> {
  /** Finds the instance, which is created on first use. */
  readonly instance: () => FrameworkAuth<S>
  readonly scope: (event: Event) => RequestScope<S>
  /** Without a body. */
  readonly request: (event: Event) => Parameters<typeof toVerdictResponse>[1]
  readonly readBody: (event: Event) => Promise<ParsedBody>
  /** Throws an error that h3 turns into the response. */
  readonly refuse: (event: Event, response: Response) => Promise<never>
}

async function parseFields(request: Request): Promise<ParsedBody> {
  const isJson = /^application\/json\b/i.test(request.headers.get('content-type') ?? '')
  if (!isJson) return request.formData()
  const text = await request.text()
  const value: unknown = text === '' ? {} : JSON.parse(text)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/**
 * Reads the fields of a form, or the members of JSON.
 *
 * @throws BodyConsumed when it was read before
 * @throws InvalidRequest when it is neither
 */
export async function readFields(request: Request): Promise<ParsedBody> {
  if (request.bodyUsed) {
    throw new BodyConsumed('The body was read before. Pass what was read to `form`.')
  }
  try {
    return await parseFields(request)
  } catch (cause) {
    const message = 'The body is neither a form nor JSON.'
    throw new InvalidRequest(message, cause instanceof Error ? { err: cause } : undefined)
  }
}

/** Creates the functions for handlers of either major version of h3. */
export function createOperations<Event extends object, S extends object>({
  instance,
  scope,
  request,
  readBody,
  refuse,
}: Host<Event, S>): H3Operations<Event, S> {
  const { submit, ...operations } = toHandlerOperations({
    scope,
    leave(event: Event, url) {
      const status = redirectStatus(request(event).method)
      return new Response(null, { status, headers: { Location: url } })
    },
    refuse: (event, verdict) =>
      refuse(
        event,
        toVerdictResponse(verdict, request(event)) ?? new Response(null, { status: 401 }),
      ),
  })

  return {
    scope,
    ...operations,
    system: deferSystem(instance),
    async requireSession(event, options) {
      const verdict = await scope(event).requireSession(options)
      const refused = toVerdictResponse(verdict, request(event))
      const session = refused ? null : await scope(event).auth()
      if (session !== null) return session
      return refuse(event, refused ?? new Response(null, { status: 401 }))
    },
    authorize: async (event, options) =>
      toVerdictResponse(await scope(event).authorize(options), request(event)),
    // h3 reads an empty body as `undefined`.
    form: async (event, action, ...read) =>
      submit(event, action, read.length > 0 ? (read[0] ?? {}) : await readBody(event)),
  }
}
