import { redirectStatus, toHandlerOperations, toVerdictResponse } from '@latchstring/core/framework'
import type { ParsedBody, RequestScope } from '@latchstring/core/framework'
import type { H3Operations } from './types.ts'

/** Functions that differ between the major versions of h3. */
export interface Host<Event, S> {
  readonly scope: (event: Event) => RequestScope<S>
  /** Without a body. */
  readonly request: (event: Event) => Request
  readonly readBody: (event: Event) => Promise<ParsedBody>
  /** Throws an error that h3 turns into the response. */
  readonly refuse: (event: Event, response: Response) => Promise<never>
}

/** Reads the fields of a form, or the members of JSON. */
export async function readFields(request: Request): Promise<ParsedBody> {
  const isJson = /^application\/json\b/i.test(request.headers.get('content-type') ?? '')
  if (!isJson) return request.formData()
  const value: unknown = await request.json()
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Creates the functions for handlers of either major version of h3. */
export function createOperations<Event extends object, S extends object>({
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
  })

  return {
    scope,
    ...operations,
    async requireSession(event, options) {
      const verdict = await scope(event).requireSession(options)
      const refused = toVerdictResponse(verdict, request(event))
      const session = refused ? null : await scope(event).auth()
      if (session !== null) return session
      return refuse(event, refused ?? new Response(null, { status: 401 }))
    },
    authorize: async (event, options) =>
      toVerdictResponse(await scope(event).authorize(options), request(event)),
    form: async (event, action, body) => submit(event, action, body ?? (await readBody(event))),
  }
}
