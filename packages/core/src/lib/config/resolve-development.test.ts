import { describe, expect, it } from 'vitest'
import GitHub from '../../providers/github.ts'
import type { Env } from '../types/utility.ts'
import { resolveConfig } from './resolve.ts'
import type { AnyConfig, ResolvedConfig } from './resolved-config.ts'

function resolve(
  input: Partial<AnyConfig>,
  env: Env = {},
): { readonly config: ResolvedConfig; readonly warnings: readonly string[] } {
  const warnings: string[] = []
  const config = resolveConfig(
    {
      providers: [],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      logger: { warn: (code) => void warnings.push(code) },
      ...input,
    },
    { env, clock: () => 0, basePath: '/auth' },
  )
  return { config, warnings }
}

describe('a configuration in development', () => {
  it('names the variables that are set to something', () => {
    const env = { AUTH_GITHUB_ID: 'id', EMPTY: '', BLANK: '  ', UNSET: undefined }
    const { development } = resolve({}, { NODE_ENV: 'development', ...env }).config
    expect(development).toEqual({ variables: ['NODE_ENV', 'AUTH_GITHUB_ID'] })
    expect(resolve({}, { NODE_ENV: 'test', ...env }).config.development).toBeUndefined()
    expect(resolve({}, env).config.development).toBeUndefined()
  })

  it('keeps what completes a provider without keys, and does not warn of it yet', () => {
    const { config, warnings } = resolve({ providers: [GitHub] }, { NODE_ENV: 'development' })
    expect(config.skipped).toMatchObject([{ id: 'github' }])
    expect(config.keyless).toMatchObject({
      input: { providers: [GitHub] },
      options: { basePath: '/auth' },
    })
    expect(warnings).toEqual([])
  })

  it('keeps nothing where no provider lacks anything', () => {
    const providers = [GitHub({ clientId: 'x', clientSecret: 'y' })]
    expect(resolve({ providers }, { NODE_ENV: 'development' }).config.keyless).toBeUndefined()
  })

  it.each([{ NODE_ENV: 'test' }, { NODE_ENV: 'production' }, {}])(
    'is the only one that keeps it: with %o the provider is skipped at once',
    (env) => {
      const { config, warnings } = resolve({ providers: [GitHub] }, env)
      expect(config.keyless).toBeUndefined()
      expect(warnings).toContain('provider-left-out')
    },
  )
})

describe('the option `texts`', () => {
  it('is kept as a frozen copy', () => {
    const texts = { en: { signIn: { title: 'Hello' } } }
    const { config } = resolve({ texts })
    expect(config.texts).toEqual(texts)
    expect(config.texts).not.toBe(texts)
    expect(Object.isFrozen(config.texts)).toBe(true)
    expect(resolve({}).config.texts).toBeUndefined()
  })
})

it('an option that does not exist is warned of', () => {
  // As JavaScript may have it.
  const { warnings } = resolve({ sesion: {} } as Partial<AnyConfig>)
  expect(warnings).toEqual(['unknown-option'])
})
