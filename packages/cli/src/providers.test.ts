import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { containing, run } from '../test/run.ts'
import type { ProviderEntry } from './lib/provider-catalogue.ts'

interface Listed {
  readonly count: number
  readonly providers: readonly ProviderEntry[]
}

async function list(...texts: readonly string[]): Promise<Listed> {
  const { code, out, err } = await run(['providers', ...texts, '--json'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  // The tests look at what they need of it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return JSON.parse(out) as Listed
}

const ids = async (...texts: readonly string[]): Promise<readonly string[]> =>
  (await list(...texts)).providers.map(({ id }) => id)

describe('latchstring providers', () => {
  it('lists every provider module of the core once', async () => {
    const { count, providers } = await list()
    const modules = readdirSync(new URL('../../core/src/providers', import.meta.url))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => name.slice(0, -3))
    expect(providers.map(({ module }) => module).toSorted()).toEqual(modules.toSorted())
    expect(count).toBe(modules.length)
  })

  it('has an address and variables for every service that people are sent to', async () => {
    const { providers } = await list()
    const bare = providers.filter(({ redirect, example }) => redirect && example === undefined)
    expect(bare.length).toBeGreaterThan(100)
    for (const { id, variables, steps } of bare) {
      expect({ id, some: variables.length > 0 && (steps ?? []).length > 0 }).toEqual({
        id,
        some: true,
      })
    }
  })

  it.each([
    { texts: ['github'], first: 'github' },
    { texts: ['GitHub'], first: 'github' },
    { texts: ['azure', 'ad'], first: 'azure-ad' },
    { texts: ['Microsoft Entra ID'], first: 'microsoft-entra-id' },
    { texts: ['magic', 'link'], first: 'email' },
    { texts: ['x.com'], first: 'twitter' },
    { texts: ['password'], first: 'credentials' },
  ])('finds $first first by $texts', async ({ texts, first }) => {
    expect((await ids(...texts))[0]).toBe(first)
  })

  it('finds only what every word finds', async () => {
    expect((await run(['providers', 'google', 'passkeys'])).code).toBe(1)
    expect(await ids('gitlab', 'openid')).toEqual(['gitlab-oidc'])
  })

  it('shows a few with everything, and many as a table', async () => {
    const few = await run(['providers', 'github'])
    expect(few.out).toContain('AUTH_GITHUB_ID AUTH_GITHUB_SECRET')
    expect(few.out).toContain('https://github.com/settings/developers')
    const many = await run(['providers'])
    expect(many.out).toContain('142 providers.')
    expect(many.out).not.toContain('\u001B')
  })

  it('colours ids on a terminal', async () => {
    const { out } = await run(['providers', 'github'], { typed: () => '' })
    expect(out).toContain('\u001B[1mGitHub')
  })

  it('says what may have been meant and exits with 1 when it finds nothing', async () => {
    const { code, out, err } = await run(['providers', 'goggle'])
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: containing('Did you mean google?'),
    })
  })

  it('reports a wrong call with exit code 2', async () => {
    const { code, err } = await run(['providers', '--jsn'])
    expect({ code, err }).toEqual({ code: 2, err: containing('Did you mean --json?') })
  })
})
