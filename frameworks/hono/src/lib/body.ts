import type { ParsedBody } from '@latchstring/core/framework'
import type { Context } from 'hono'

/** The body that something has read through Hono, which keeps it. */
export async function readBody({ req }: Context): Promise<ParsedBody> {
  const isJson = /^application\/json\b/i.test(req.header('content-type') ?? '')
  return isJson ? req.json<Readonly<Record<string, unknown>>>() : req.parseBody({ all: true })
}

/** A body that was read around Hono is lost, which the action says. */
export async function findReadBody(context: Context): Promise<ParsedBody | undefined> {
  if (!context.req.raw.bodyUsed) return undefined
  return readBody(context).catch(() => undefined)
}
