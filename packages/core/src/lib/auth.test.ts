import { describe, expect, it } from 'vitest'
import { createCore } from './auth.ts'
import { fromRequest } from './http/incoming.ts'
import type { AnyConfig } from './config/resolved-config.ts'

const ENV = { AUTH_SECRET: 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x', AUTH_URL: 'https://app.example' }

/** The steps that a logger is told of one request. */
async function steps(logger: NonNullable<AnyConfig['logger']>): Promise<void> {
  const core = createCore({ providers: [], logger }, { env: ENV })
  await core.handle(new Request('https://app.example/auth/csrf', { method: 'GET' }))
}

describe('A request', () => {
  it('is told to a logger with the method `debug`: action, method, origin and what decided it', async () => {
    const told: unknown[] = []
    const silent = { warn: () => undefined, error: () => undefined }
    await steps({ ...silent, debug: (...line: readonly unknown[]) => void told.push(line) })
    expect(told).toContainEqual([
      'request',
      { action: 'csrf', method: 'GET', origin: 'https://app.example', decidedBy: 'AUTH_URL' },
    ])
  })
})

describe('The engine', () => {
  it('says what an action decides, without a response', async () => {
    const core = createCore({ providers: [] }, { env: ENV })
    const url = 'https://app.example/auth/providers'
    const original = fromRequest(new Request(url))
    expect(await core.decide(original)).toMatchObject({ kind: 'json', status: 200, body: {} })
  })
})
