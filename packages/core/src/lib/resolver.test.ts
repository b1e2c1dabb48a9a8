import { describe, expect, it } from 'vitest'
import type { AnyConfig } from './config/resolved-config.ts'
import { createResolver, type ConfigSource, type Resolver } from './resolver.ts'

const SECRET = 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x'

function open(source: ConfigSource): Resolver {
  return createResolver(source, { env: { AUTH_SECRET: SECRET }, clock: () => 0, basePath: '/auth' })
}

interface Watched {
  readonly lines: string[]
  readonly logger: NonNullable<AnyConfig['logger']>
}

function watch(): Watched {
  const lines: string[] = []
  const logger = {
    warn: (code: string) => void lines.push(code),
    error: (error: Error) => void lines.push(error.message),
  }
  return { lines, logger }
}

/** Every configuration with this option warns of it. */
const config = ({ logger }: Watched, maxAge: number): AnyConfig => ({
  providers: [],
  debug: true,
  logger,
  session: { maxAge },
})

describe('A resolver for a function', () => {
  it('warns each logger once, whatever the function returns next', async () => {
    const [one, other] = [watch(), watch()]
    const queue = [config(one, 100), config(one, 200), config(other, 300), config(one, 400)]
    const resolver = open(() => queue.shift() ?? config(one, 500))
    for (let count = 0; count < 5; count++) await resolver.resolve({})
    const warned = one.lines.filter((line) => line === 'debug-enabled')
    expect(warned).toEqual(['debug-enabled'])
    expect(other.lines.filter((line) => line === 'debug-enabled')).toEqual(['debug-enabled'])
  })

  it('has the log of the configuration that failed', async () => {
    const own = watch()
    const resolver = open(() => ({
      providers: [],
      secret: SECRET,
      logger: own.logger,
      audience: '',
    }))
    const resolve = async (): Promise<unknown> => resolver.resolve({})
    const failed: unknown = await resolve().catch((thrown: unknown) => thrown)
    expect(failed).toBeInstanceOf(Error)
    // It has just been seen to be one.
    resolver.logFor(failed).error(failed as Error)
    expect(own.lines.at(-1)).toBe((failed as Error).message) // The same holds here.
  })
})

describe('A resolver for an object', () => {
  it('resolves once, also for requests at the same time', async () => {
    const own = watch()
    const resolver = open(config(own, 100))
    const source = {}
    const [one, other] = await Promise.all([resolver.resolve(source), resolver.resolve(source)])
    expect(other).toBe(one)
    expect(await resolver.resolve(source)).toBe(one)
    expect(own.lines.filter((line) => line === 'debug-enabled')).toHaveLength(1)
  })
})
