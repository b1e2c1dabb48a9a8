import type { ParsedBody } from '@latchstring/core/framework'
import type { Context } from 'hono'

/** Finds a body that was read with Hono, which keeps it. */
export async function readBody({ req }: Context): Promise<ParsedBody> {
  const isJson = /^application\/json\b/i.test(req.header('content-type') ?? '')
  return isJson ? req.json<Readonly<Record<string, unknown>>>() : req.parseBody({ all: true })
}

/** Passes on a body that was read with Hono. A body that was read otherwise is lost; the action reports it. */
export async function findReadBody(context: Context): Promise<ParsedBody | undefined> {
  if (!context.req.raw.bodyUsed) return undefined
  return readBody(context).catch(() => undefined)
}
